package dev.sash.view;

/** Which windows a view keeps: {@code RETAIN (...)}. What is dropped is no change of the result. */
public sealed interface Retention {

  /** Everything that fits: above the most rows of a view, the oldest windows make room. */
  record All() implements Retention {}

  /** Everything: one row above the most rows of a view ends its query with an error. */
  record Whole() implements Retention {}

  /**
   * Closed windows that end less than this before the largest event time so far, and all that are
   * open. Rows without a window are kept by the event time that had been reached when they came.
   */
  record Interval(long millis) implements Retention {
    public Interval {
      if (millis <= 0) {
        throw new IllegalArgumentException("an interval must be above 0: millis=" + millis);
      }
    }
  }

  /**
   * Rows without a window whose event time is at most this before the largest so far.
   *
   * @param timeColumn ordinal of the event time
   */
  record RowAge(long millis, int timeColumn) implements Retention {
    public RowAge {
      if (millis <= 0 || timeColumn < 0) {
        throw new IllegalArgumentException(
            "an interval must be above 0 and its column known: millis="
                + millis
                + ", timeColumn="
                + timeColumn);
      }
    }
  }

  /** The newest closed windows, and all that are open. */
  record Windows(int count) implements Retention {
    public Windows {
      if (count < 1) {
        throw new IllegalArgumentException("at least one window is kept: count=" + count);
      }
    }
  }

  /** What {@code latest} shows: the newest closed window and all that are open. */
  record Latest() implements Retention {}
}
