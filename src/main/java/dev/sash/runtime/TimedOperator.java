package dev.sash.runtime;

/** An operator whose results depend on time, not on rows alone. Single-threaded. */
public interface TimedOperator extends Snapshotable {

  /**
   * The next watermark at which the operator has something to do; rows are fed in runs that end
   * there. {@link Long#MAX_VALUE} when only the end of the input matters.
   */
  long nextBoundary();

  /** The watermark has moved to a boundary or beyond, {@link WatermarkGenerator#END} at the end. */
  void watermark();

  /** A tick of {@code EMIT EVERY}, at the given engine time. */
  default void tick(long tickMillis) {}

  /** Whether a tick could change anything. */
  default boolean hasUnsent() {
    return false;
  }

  /**
   * Rows of a stream have been taken in, those that a condition has dropped as well, and the
   * watermark is about to follow. For operators whose windows begin with rows: what a run of rows
   * has begun may also have closed in it.
   *
   * @param to the row after the last one of the arrival
   */
  default void fed(Arrival arrival, int to) {}

  /** A batch of the input has been taken in: the moment of {@code EMIT ON CHANGE}. */
  default void batchEnd() {}

  /**
   * The newest window end up to which all windows are closed and sent; {@link Long#MAX_VALUE} where
   * there are no windows to close.
   */
  default long closedEnd() {
    return Long.MAX_VALUE;
  }

  /**
   * All windows that end here or before have been sent for the last time: no row corrects them any
   * more. {@link Long#MAX_VALUE} where results have no windows.
   */
  default long settledEnd() {
    return Long.MAX_VALUE;
  }

  /** Rows that at least one window has dropped. */
  default long lateRows() {
    return 0;
  }

  /** The end of the first open window that holds rows; {@link Long#MAX_VALUE} without one. */
  default long nextClose() {
    return Long.MAX_VALUE;
  }

  /** Windows that are open and hold rows. */
  default long openWindows() {
    return 0;
  }

  /** What it holds. Any thread may ask. */
  default StateSize stateSize() {
    return StateSize.EMPTY;
  }
}
