package dev.sash.runtime;

import java.util.concurrent.ForkJoinPool;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/** Shards on threads of the machine, however small the work is. */
enum SideBySide implements Parallel {
  PARALLEL;

  @Override
  public void run(int parts, IntConsumer work) {
    IntStream.range(0, parts).parallel().forEach(work);
  }

  @Override
  public void start(Runnable work) {
    ForkJoinPool.commonPool().execute(work);
  }
}
