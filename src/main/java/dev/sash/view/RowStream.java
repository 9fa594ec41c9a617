package dev.sash.view;

import dev.sash.data.ColumnBatch;
import dev.sash.data.Schema;
import org.jspecify.annotations.Nullable;

/** The rows of a result as they become available; may be endless. For one reader. */
public interface RowStream extends AutoCloseable {

  /** The columns. */
  Schema schema();

  /**
   * Waits until {@link #next} will not wait, because there are rows or there is an end. A stream
   * whose {@link #next} may wait for long must implement this: a reader that can be cancelled looks
   * for that between two calls.
   *
   * @return whether {@link #next} will return at once
   */
  default boolean awaitReady(long maxWaitMillis) throws InterruptedException {
    return true;
  }

  /**
   * Waits for the next rows.
   *
   * @return a batch of at least one row, or null at the end
   * @throws InterruptedException when the reader's thread was interrupted or {@link #close} was
   *     called while it waited
   */
  @Nullable ColumnBatch next() throws InterruptedException;

  /** Ends the query behind it; idempotent, may be called from any thread. */
  @Override
  void close();
}
