package dev.sash.view;

import dev.sash.data.ColumnBatch;

/** Drops old windows as RETAIN and the most rows of a view say. */
final class Expiry {
  private final Retention retention;
  private final long rowsMax;

  Expiry(Retention retention, long rowsMax) {
    this.retention = retention;
    this.rowsMax = rowsMax;
  }

  /** What {@link #expire} needs to know of rows without a key. */
  long mark(ColumnBatch rows, long streamTime) {
    if (!(retention instanceof Retention.RowAge age)) {
      // rows of a view that is read may come before it has said how far its streams are
      return streamTime == Long.MIN_VALUE ? Long.MAX_VALUE : streamTime;
    }
    long[] times = rows.longs(age.timeColumn()).values();
    long largest = Long.MIN_VALUE;
    for (int row = 0; row < rows.rowCount(); row++) {
      largest = Math.max(largest, times[row]);
    }
    return largest;
  }

  /** Rows without a key: by their event time, or by the one that had been reached as they came. */
  RowLog expire(RowLog appended, long streamTime) {
    if (retention instanceof Retention.RowAge age) {
      return appended.dropRowsBefore(behind(streamTime, age.millis()), age.timeColumn());
    }
    return retention instanceof Retention.Interval interval
        ? appended.dropBefore(behind(streamTime, interval.millis()))
        : appended;
  }

  private static long behind(long streamTime, long millis) {
    return streamTime < Long.MIN_VALUE + millis ? Long.MIN_VALUE : streamTime - millis;
  }

  /** Rows with a key: how many segments to drop. Whole windows, and never the newest one. */
  int expired(SegmentList rows, long streamTime, long closedEnd) {
    if (rows.isEmpty() || retention instanceof Retention.Whole) {
      return 0;
    }
    long newest = rows.get(rows.size() - 1).windowEnd();
    int dropped = Math.min(retained(rows, streamTime, closedEnd), rows.firstAtOrAfter(newest));
    long count = rows.rowCount();
    for (int i = 0; i < dropped; i++) {
      count -= rows.get(i).rowCount();
    }
    while (count > rowsMax && rows.get(dropped).windowEnd() < newest) {
      int next = rows.firstAfter(rows.get(dropped).windowEnd());
      for (; dropped < next; dropped++) {
        count -= rows.get(dropped).rowCount();
      }
    }
    return dropped;
  }

  /** The position of the first segment that RETAIN keeps. */
  private int retained(SegmentList rows, long streamTime, long closedEnd) {
    if (retention instanceof Retention.All) {
      return 0;
    }
    if (retention instanceof Retention.Interval interval) {
      // an open window has a FINAL to come, which must meet the revisions before it
      long expired = Math.min(closedEnd, behind(streamTime, interval.millis()));
      return expired == Long.MIN_VALUE ? 0 : rows.firstAfter(expired);
    }
    if (retention instanceof Retention.Windows windows) {
      return newestClosed(rows, closedEnd, windows.count());
    }
    if (retention instanceof Retention.Latest) {
      return newestClosed(rows, closedEnd, 1);
    }
    throw new AssertionError(retention);
  }

  private static int newestClosed(SegmentList rows, long closedEnd, int windows) {
    int first = rows.firstAfter(closedEnd);
    for (int i = 0; i < windows && first > 0; i++) {
      first = rows.firstAtOrAfter(rows.get(first - 1).windowEnd());
    }
    return first;
  }
}
