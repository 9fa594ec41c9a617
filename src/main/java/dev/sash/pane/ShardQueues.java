package dev.sash.pane;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The work of all shards, a queue for each. One thread, the owner, gives work; spare threads do it,
 * and the owner as well when it would have to wait: for room in a queue, or until all is done. So
 * the load is balanced whatever else the owner has to do, and work goes on when all threads are
 * busy or gone.
 *
 * <p>A thread belongs to the queues only while there is work, and some microseconds longer: waking
 * one costs more than a task.
 */
final class ShardQueues {
  private static final int SPINS = 1_000;

  private final ShardQueue[] queues;
  private final int parallelMin;
  private final SpareThreads threads;
  private final int idleSpins;

  /** Threads that were asked to serve and have not left yet. */
  private final AtomicInteger servers = new AtomicInteger();

  private volatile @Nullable Thread waiting;

  /**
   * Queues without work.
   *
   * @param parallelMin so many rows or keys are worth waking another thread for
   */
  ShardQueues(int shards, int parallelMin, SpareThreads threads) {
    this.parallelMin = parallelMin;
    this.threads = threads;
    idleSpins = shards <= Runtime.getRuntime().availableProcessors() ? SPINS : 1;
    queues = new ShardQueue[shards];
    for (int i = 0; i < shards; i++) {
      queues[i] = new ShardQueue();
    }
  }

  int shards() {
    return queues.length;
  }

  /** Whether so many rows or keys are worth waking another thread for. */
  boolean isMany(int count) {
    return count >= parallelMin;
  }

  /** Whether no shard has work: then the owner may use their state. */
  boolean areEmpty() {
    for (ShardQueue queue : queues) {
      if (!queue.isEmpty()) {
        return false;
      }
    }
    return true;
  }

  /**
   * Gives a shard work, after what it has.
   *
   * @throws RuntimeException what earlier work of the shard has failed with
   */
  void post(int shard, Runnable task) {
    ShardQueue queue = queues[shard];
    queue.throwFailure();
    if (!queue.hasRoom()) {
      waitUntil(queue::hasRoom);
    }
    queue.append(task);
    int serving = servers.get();
    if (serving < queues.length - 1 && servers.compareAndSet(serving, serving + 1)) {
      threads.start(this::serve);
    }
  }

  /**
   * Waits until no shard has work.
   *
   * @throws RuntimeException what some has failed with
   */
  void await() {
    if (!areEmpty()) {
      waitUntil(this::areEmpty);
    }
    for (ShardQueue queue : queues) {
      queue.throwFailure();
    }
  }

  /** What a spare thread does. */
  private void serve() {
    do {
      for (int idle = 0; idle < idleSpins; idle++) {
        for (int i = queues.length - 1; i >= 0; i--) {
          if (queues[i].work(ShardQueue.TASKS, this::wake)) {
            idle = 0;
          }
        }
        Thread.onSpinWait();
      }
      servers.decrementAndGet();
      // who has given work meanwhile has called nobody
    } while (isLeft() && servers.incrementAndGet() > 0);
  }

  private boolean isLeft() {
    for (ShardQueue queue : queues) {
      if (queue.isLeft()) {
        return true;
      }
    }
    return false;
  }

  private void wake() {
    Thread owner = waiting;
    if (owner != null) {
      LockSupport.unpark(owner);
    }
  }

  /** Does work, and waits for what others are at. */
  private void waitUntil(BooleanSupplier reached) {
    int spins = 0;
    while (!reached.getAsBoolean()) {
      if (workOne()) {
        spins = 0;
      } else if (spins++ < SPINS) {
        Thread.onSpinWait();
      } else {
        waiting = Thread.currentThread();
        if (!reached.getAsBoolean() && !isLeft()) {
          LockSupport.park(this);
        }
        waiting = null;
      }
    }
  }

  private boolean workOne() {
    for (ShardQueue queue : queues) {
      if (queue.work(1, () -> {})) {
        return true;
      }
    }
    return false;
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
      for (int shard = 0; shard < queues.length; shard++) {
        work.accept(shard);
      }
      return;
    }
    @Nullable RuntimeException[] failures = new RuntimeException[queues.length];
    for (int shard = queues.length - 1; shard >= 0; shard--) {
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
