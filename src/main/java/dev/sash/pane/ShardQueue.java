package dev.sash.pane;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The work of one shard: a few tasks in order, one at a time. One thread posts; they are done by a
 * spare thread, or by the one that posts when it has to wait and nobody is at them. So the state of
 * a shard has a single writer at any moment, work goes on when all threads are busy or gone, and a
 * thread belongs to a queue only while there is work, and some microseconds longer: waking one
 * costs more than a task.
 *
 * <p>What was written before a task was posted it sees; what it has written is seen after {@link
 * #await}. While the queue is empty, whoever posts may use the state itself.
 */
final class ShardQueue {
  /** The most tasks at a time. */
  static final int TASKS = 4;

  private static final int SPINS = 1_000;

  private final SpareThreads threads;
  private final int idleSpins;
  private final @Nullable Runnable[] tasks = new Runnable[TASKS];
  private final AtomicLong posted = new AtomicLong();
  private final AtomicLong done = new AtomicLong();

  /** Whether a spare thread was asked to serve, and has not left yet. */
  private final AtomicBoolean called = new AtomicBoolean();

  /** Whether a thread is at the tasks. */
  private final AtomicBoolean claimed = new AtomicBoolean();

  private volatile @Nullable Thread waiting;
  private volatile @Nullable Throwable failure;

  /**
   * An empty queue.
   *
   * @param staysAwake whether a thread that finds no task waits a little for the next one
   */
  ShardQueue(SpareThreads threads, boolean staysAwake) {
    this.threads = threads;
    idleSpins = staysAwake ? SPINS : 1;
  }

  /**
   * Appends a task, when there is room for it.
   *
   * @throws RuntimeException what an earlier task has failed with; all later ones are left out
   */
  void post(Runnable task) {
    throwFailure();
    waitUntil(TASKS - 1);
    long number = posted.get();
    tasks[(int) (number % TASKS)] = task;
    posted.set(number + 1);
    call();
  }

  /**
   * Waits until all tasks are done.
   *
   * @throws RuntimeException what one has failed with
   */
  void await() {
    waitUntil(0);
    throwFailure();
  }

  /** Whether there is no task. */
  boolean isEmpty() {
    return pending() == 0;
  }

  private int pending() {
    return (int) (posted.get() - done.get());
  }

  private void call() {
    if (!called.get() && called.compareAndSet(false, true)) {
      threads.start(this::serve);
    }
  }

  /** What a spare thread does. */
  private void serve() {
    do {
      if (claimed.compareAndSet(false, true)) {
        for (int idle = 0; idle < idleSpins; idle++) {
          for (; pending() > 0; idle = 0) {
            runNext();
          }
          Thread.onSpinWait();
        }
        claimed.set(false);
      }
      called.set(false);
      // a task that came meanwhile has called nobody
    } while (pending() > 0 && !claimed.get() && called.compareAndSet(false, true));
  }

  private void waitUntil(int left) {
    int spins = 0;
    while (pending() > left) {
      if (!claimed.get() && claimed.compareAndSet(false, true)) {
        while (pending() > left) {
          runNext();
        }
        claimed.set(false);
      } else if (spins++ < SPINS) {
        Thread.onSpinWait();
      } else {
        waiting = Thread.currentThread();
        if (pending() > left && claimed.get()) {
          LockSupport.park(this);
        }
        waiting = null;
      }
    }
    if (pending() > 0) {
      call();
    }
  }

  private void runNext() {
    int at = (int) (done.get() % TASKS);
    Runnable task = tasks[at];
    tasks[at] = null;
    if (task != null && failure == null) {
      try {
        task.run();
      } catch (Throwable e) {
        failure = e;
      }
    }
    done.set(done.get() + 1);
    Thread waiter = waiting;
    if (waiter != null) {
      LockSupport.unpark(waiter);
    }
  }

  private void throwFailure() {
    if (failure instanceof RuntimeException exception) {
      throw exception;
    }
    if (failure instanceof Error error) {
      throw error;
    }
  }
}
