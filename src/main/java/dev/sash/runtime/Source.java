package dev.sash.runtime;

import dev.sash.data.ColumnBatch;
import org.jspecify.annotations.Nullable;

/**
 * Where a pipeline's rows come from: one reader's position in one stream. Used by one thread at a
 * time, except {@link #close}, which another thread may call to end a waiting {@link #poll}.
 */
public interface Source extends AutoCloseable {

  /**
   * The next rows, in order of arrival.
   *
   * @param maxWaitMillis how long to wait for rows when there are none yet; a bounded source may
   *     ignore it and read on
   * @return a batch of 1 to {@link ColumnBatch#MAX_ROWS} rows, or null when none came in that time
   *     or the source is at its end
   */
  @Nullable ColumnBatch poll(long maxWaitMillis) throws InterruptedException;

  /** Whether {@link #poll} will never return rows again. */
  boolean isAtEnd();

  /** Rows that have been accepted so far, read or not; 0 for a source that is read as needed. */
  default long rowsAccepted() {
    return 0;
  }

  /** Why no rows come now although more are expected, or null; any thread may ask. */
  default @Nullable String trouble() {
    return null;
  }

  @Override
  void close();
}
