package dev.sash.runtime;

import dev.sash.data.ColumnBatch;

/** What is done with rows that come in order: each gets its results, now or later. */
public abstract class OverStep implements Snapshotable {

  /** There are so many keys now: all ids are below. */
  abstract void reserve(int keys);

  /**
   * Takes rows in their order, all of the times that they have.
   *
   * @param ids the keys of the rows
   * @return rows with results
   */
  abstract ColumnBatch workOff(ColumnBatch rows, int[] ids);

  /**
   * All rows before a time have been taken, {@link WatermarkGenerator#END} at the end.
   *
   * @return rows with results that needed to know that
   */
  abstract ColumnBatch passed(long time);

  /**
   * The watermark at which {@link #passed} has something to give, {@link Long#MAX_VALUE} if none.
   */
  long nextBoundary() {
    return Long.MAX_VALUE;
  }

  /** Forgets what only rows before a time would need. */
  abstract void expire(long time);

  /** The span of time that rows are kept for, {@link Long#MAX_VALUE} when they stay for good. */
  abstract long spanMillis();

  /** Whether something is kept of a key. */
  abstract boolean holds(int key);

  /** Keys get other numbers; parameters as of {@link OverState#renumber}. */
  abstract void renumber(int[] mapping, int keys);
}
