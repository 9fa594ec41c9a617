package dev.sash.runtime;

import java.util.stream.IntStream;

/** Shards on threads of the machine, however small the work is. */
final class SideBySide {
  static final Parallel PARALLEL =
      (parts, work) -> IntStream.range(0, parts).parallel().forEach(work);

  private SideBySide() {}
}
