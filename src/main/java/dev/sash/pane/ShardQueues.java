package dev.sash.pane;

import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The work of all shards. That of the first is done by the thread that gives it, that of the others
 * goes into queues: two shards keep two processors busy.
 */
final class ShardQueues {
  private final ShardQueue[] others;
  private final int parallelMin;

  /**
   * Queues without work.
   *
   * @param parallelMin so many rows or keys are worth waking another thread for
   */
  ShardQueues(int shards, int parallelMin, SpareThreads threads) {
    this.parallelMin = parallelMin;
    others = new ShardQueue[shards - 1];
    boolean staysAwake = shards <= Runtime.getRuntime().availableProcessors();
    for (int i = 0; i < others.length; i++) {
      others[i] = new ShardQueue(threads, staysAwake);
    }
  }

  int shards() {
    return others.length + 1;
  }

  /** Whether so many rows or keys are worth waking another thread for. */
  boolean isMany(int count) {
    return count >= parallelMin;
  }

  /** Whether no shard has work. */
  boolean areEmpty() {
    for (ShardQueue queue : others) {
      if (!queue.isEmpty()) {
        return false;
      }
    }
    return true;
  }

  /** Gives a shard work, after what it has; the first does it now. */
  void post(int shard, Runnable task) {
    if (shard == 0) {
      task.run();
    } else {
      others[shard - 1].post(task);
    }
  }

  /** Waits until no shard has work. */
  void await() {
    for (ShardQueue queue : others) {
      queue.await();
    }
  }

  /**
   * Does something for each shard after all it has to do, and waits until that is done.
   *
   * @param many whether it is worth waking another thread
   * @param work takes the number of a shard; what it fails with for the first of them is thrown
   */
  void each(boolean many, IntConsumer work) {
    if (!many) {
      await();
      for (int shard = 0; shard < shards(); shard++) {
        work.accept(shard);
      }
      return;
    }
    @Nullable RuntimeException[] failures = new RuntimeException[shards()];
    for (int shard = shards() - 1; shard >= 0; shard--) {
      int own = shard;
      post(
          shard,
          () -> {
            try {
              work.accept(own);
            } catch (RuntimeException e) {
              failures[own] = e;
            }
          });
    }
    await();
    for (RuntimeException failure : failures) {
      if (failure != null) {
        throw failure;
      }
    }
  }
}
