package dev.sash.runtime;

import java.util.List;

/** A connector's reading side. Stateless and thread-safe. */
public interface SourceFactory {

  /** The word in {@code connector = '...'}. */
  String connector();

  /**
   * Checks the options when the stream is declared: their names, values and types, and that what
   * they point at is there.
   *
   * @return whether the input ends by itself
   * @throws dev.sash.error.SashException that names the option and the closest one that exists
   */
  boolean check(SourceSpec spec);

  /** Opens a reader at the beginning of the input. */
  Source open(SourceSpec spec, BadRows badRows);

  /**
   * Opens a reader for each part of the input that has a stream time of its own, in order of names;
   * none when the input is one part.
   */
  default List<SourcePartition> openPartitions(SourceSpec spec, BadRows badRows) {
    return List.of();
  }
}
