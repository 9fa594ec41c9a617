package dev.sash.pane;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The work of one shard: a few tasks in order, one at a time. One thread appends; any thread may do
 * the next ones as long as no other is at them, so the state of a shard has a single writer at any
 * moment. What was written before a task was appended it sees, and what it has written is seen by
 * whoever finds the queue empty.
 */
final class ShardQueue {
  /** The most tasks at a time. */
  static final int TASKS = 4;

  private final @Nullable Runnable[] tasks = new Runnable[TASKS];
  private final AtomicLong posted = new AtomicLong();
  private final AtomicLong done = new AtomicLong();

  /** Whether a thread is at the tasks. */
  private final AtomicBoolean claimed = new AtomicBoolean();

  private volatile @Nullable Throwable failure;

  private int pending() {
    return (int) (posted.get() - done.get());
  }

  /** Whether there is no task. */
  boolean isEmpty() {
    return pending() == 0;
  }

  /** Whether there is room for another task. */
  boolean hasRoom() {
    return pending() < TASKS;
  }

  /** Whether there is a task and nobody at it. */
  boolean isLeft() {
    return pending() > 0 && !claimed.get();
  }

  /** Appends a task; there is room for it. */
  void append(Runnable task) {
    long number = posted.get();
    tasks[(int) (number % TASKS)] = task;
    posted.set(number + 1);
  }

  /**
   * Does the next tasks, unless there is none or another thread is at them.
   *
   * @param most how many at most
   * @param after runs after each
   * @return whether there was one
   */
  boolean work(int most, Runnable after) {
    if (!isLeft() || !claimed.compareAndSet(false, true)) {
      return false;
    }
    int left = most;
    for (; left > 0 && pending() > 0; left--) {
      runNext();
      after.run();
    }
    claimed.set(false);
    return left < most;
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
  }

  /** Throws what a task has failed with; those after it are left out. */
  void throwFailure() {
    if (failure instanceof RuntimeException exception) {
      throw exception;
    }
    if (failure instanceof Error error) {
      throw error;
    }
  }
}
