package dev.sash.bench;

import dev.sash.runtime.Parallel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntConsumer;

/** Threads for shards, as an engine has them. */
final class BenchThreads implements Parallel {
  private final ExecutorService threads =
      Executors.newCachedThreadPool(
          work -> {
            Thread thread = new Thread(work, "bench-shard");
            thread.setDaemon(true);
            return thread;
          });

  @Override
  public void run(int parts, IntConsumer work) {
    List<Future<?>> others = new ArrayList<>();
    for (int part = 1; part < parts; part++) {
      int own = part;
      others.add(threads.submit(() -> work.accept(own)));
    }
    work.accept(0);
    for (Future<?> other : others) {
      try {
        other.get();
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    }
  }

  @Override
  public void start(Runnable work) {
    threads.execute(work);
  }
}
