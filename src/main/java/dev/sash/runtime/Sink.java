package dev.sash.runtime;

import dev.sash.error.SashException;
import java.util.List;

/**
 * Takes a query's results. Called by the pipeline's thread only. What was given to {@link #emit}
 * becomes visible with the next {@link #publish}, all at once.
 */
public interface Sink {

  /** Adds result rows. */
  void emit(Emission emission);

  /** Adds rows that at least one window has dropped. */
  void late(LateRows late);

  /** The late rows that windows lack still, in place of all that were added. */
  default void replaceLate(List<LateRows> rows) {}

  /**
   * How far the query has come; said before each {@link #publish}. Queries over the same streams
   * that say the same have seen the same rows.
   *
   * @param rows rows taken in of the one stream that is read, 0 when that cannot be compared
   * @param lastTick the last tick that was done, {@link Long#MIN_VALUE} without one
   * @param nextTick the next tick, {@link Long#MAX_VALUE} without one
   */
  default void reached(long rows, long lastTick, long nextTick) {}

  /**
   * All windows that end here or before have been sent for the last time; said before each {@link
   * #publish}.
   */
  default void settled(long end) {}

  /**
   * Makes everything emitted so far visible.
   *
   * @param streamTime the largest event time so far, {@link Long#MIN_VALUE} before the first row
   * @param closedEnd the newest window end at or before which every window is closed and sent,
   *     {@link Long#MIN_VALUE} before the first
   */
  void publish(long streamTime, long closedEnd);

  /** The input has ended and everything is published. */
  void complete();

  /** The query has failed; what was published stays readable. */
  void fail(SashException failure);
}
