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
