package dev.sash.runtime;

import dev.sash.data.ColumnBatch;
import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The results of a query on their way to one reader. The pipeline waits while too many rows lie
 * here: a slow reader slows its query down, no row is lost.
 */
public final class ResultQueue implements Sink {
  private final int rowsMax;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Deque<ColumnBatch> queue = new ArrayDeque<>();
  private final List<ColumnBatch> unpublished = new ArrayList<>();
  private int waitingRows;
  private boolean complete;
  private boolean closed;
  private @Nullable SashException failure;

  /** A queue that makes the pipeline wait above the given number of rows. */
  public ResultQueue(int rowsMax) {
    this.rowsMax = rowsMax;
  }

  @Override
  public void emit(Emission emission) {
    if (!emission.removed() && emission.rows().rowCount() > 0) {
      unpublished.add(emission.rows());
    }
  }

  /** Late rows are not part of a result; they are counted by the operator. */
  @Override
  public void late(LateRows late) {}

  @Override
  public void publish(long streamTime, long closedEnd) {
    if (unpublished.isEmpty()) {
      return;
    }
    lock.lock();
    try {
      for (ColumnBatch batch : unpublished) {
        while (!closed && waitingRows > rowsMax) {
          changed.await();
        }
        queue.addLast(batch);
        waitingRows += batch.rowCount();
        changed.signalAll();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw SashException.of(ErrorCode.CANCELED, "the query was ended");
    } finally {
      unpublished.clear();
      lock.unlock();
    }
  }

  @Override
  public void complete() {
    end(null);
  }

  @Override
  public void fail(SashException why) {
    end(why);
  }

  private void end(@Nullable SashException why) {
    lock.lock();
    try {
      complete = true;
      failure = why;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Waits until {@link #take} will not wait; false when that was not so in time. */
  public boolean awaitReady(long maxWaitMillis) throws InterruptedException {
    long left = TimeUnit.MILLISECONDS.toNanos(maxWaitMillis);
    lock.lockInterruptibly();
    try {
      while (queue.isEmpty() && !complete && !closed && left > 0) {
        left = changed.awaitNanos(left);
      }
      return !queue.isEmpty() || complete || closed;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits for the next batch.
   *
   * @return null when the query has ended or the queue was closed
   * @throws SashException when the query has failed
   */
  public @Nullable ColumnBatch take() throws InterruptedException {
    lock.lockInterruptibly();
    try {
      while (queue.isEmpty() && !complete && !closed) {
        changed.await();
      }
      ColumnBatch batch = closed ? null : queue.pollFirst();
      if (batch != null) {
        waitingRows -= batch.rowCount();
        changed.signalAll();
        return batch;
      }
      if (failure != null && !closed) {
        throw failure;
      }
      return null;
    } finally {
      lock.unlock();
    }
  }

  /** The reader has gone: what waits is dropped, nobody waits any more. */
  public void close() {
    lock.lock();
    try {
      closed = true;
      queue.clear();
      waitingRows = 0;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }
}
