package dev.sash.runtime;

import java.util.Arrays;
import java.util.TreeSet;

/**
 * How many rows were late by how much. Bounds are every length of two significant digits (10 ms, 11
 * ms, ... 99 ms, 100 ms, 110 ms, ...) and the usual parts of a day: counts at those bounds, which
 * are the lengths that people write, are exact, and a quantile is off by at most a tenth.
 *
 * <p>Rows that are not late cost a comparison, those that are late by some seconds an addition,
 * later ones a binary search; nothing is allocated. Thread-safe; one lock a run of rows.
 */
public final class DelayHistogram {
  private static final long[] BOUNDS = bounds();

  /** Delays below are counted one by one first: that is one addition a row. */
  private static final int RECENT_MILLIS = 1 << 12;

  /** By bound, the rows that were later than the bound before and not later than this one. */
  private final long[] counts = new long[BOUNDS.length + 1];

  /** By delay, the rows that are not in {@link #counts} yet. */
  private final int[] recent = new int[RECENT_MILLIS];

  private long recentRows;

  private long newestTime = WatermarkGenerator.NONE;
  private long rows;
  private long maxMillis;

  private static long[] bounds() {
    TreeSet<Long> bounds = new TreeSet<>();
    for (long i = 0; i < 10; i++) {
      bounds.add(i);
    }
    for (long unit = 1; unit <= 10_000_000_000L; unit *= 10) {
      for (int digits = 10; digits < 100; digits++) {
        bounds.add(digits * unit);
      }
    }
    for (long hours : new long[] {6, 12, 24, 48, 72, 168, 336, 720}) {
      bounds.add(hours * 3_600_000);
    }
    return bounds.stream().mapToLong(Long::longValue).toArray();
  }

  /**
   * Counts the rows {@code [from, to)} of a stream by how far each is behind the largest event time
   * before it.
   *
   * @param streamTime the stream time after them; a row beyond it did not move it, because its
   *     clock is ahead
   */
  public synchronized void addRows(long[] eventTimes, int from, int to, long streamTime) {
    if (recentRows > Integer.MAX_VALUE - (to - from)) {
      takeRecent();
    }
    long newest = newestTime;
    for (int row = from; row < to; row++) {
      long eventTime = eventTimes[row];
      long delay = newest - eventTime;
      if (eventTime >= newest) {
        newest = eventTime > streamTime ? newest : eventTime;
        delay = 0;
      }
      if ((delay & -RECENT_MILLIS) == 0) {
        recent[(int) delay]++;
      } else {
        count(delay);
      }
    }
    newestTime = newest;
    recentRows += to - from;
    rows += to - from;
  }

  /** The next rows are compared with the newest that another histogram has seen. */
  void follow(DelayHistogram other) {
    newestTime = other.newestTime;
  }

  /** Adds what another histogram has counted. */
  synchronized void add(DelayHistogram other) {
    other.takeRecent();
    for (int i = 0; i < counts.length; i++) {
      counts[i] += other.counts[i];
    }
    newestTime = Math.max(newestTime, other.newestTime);
    rows += other.rows;
    maxMillis = Math.max(maxMillis, other.maxMillis);
  }

  /** Forgets what it has counted, but not the newest time. */
  synchronized void clear() {
    takeRecent();
    Arrays.fill(counts, 0);
    rows = 0;
    maxMillis = 0;
  }

  /** Counts one delay for each number. */
  public synchronized void addDelays(long[] delaysMillis) {
    for (long delay : delaysMillis) {
      count(Math.max(0, delay));
    }
    rows += delaysMillis.length;
  }

  private void count(long delayMillis) {
    counts[bound(delayMillis)]++;
    maxMillis = Math.max(maxMillis, delayMillis);
  }

  private void takeRecent() {
    for (int delay = 0; delay < RECENT_MILLIS; delay++) {
      if (recent[delay] > 0) {
        counts[bound(delay)] += recent[delay];
        maxMillis = Math.max(maxMillis, delay);
        recent[delay] = 0;
      }
    }
    recentRows = 0;
  }

  /** The place of the least bound that is not below a delay. */
  private static int bound(long delayMillis) {
    int bound = Arrays.binarySearch(BOUNDS, delayMillis);
    return bound < 0 ? -bound - 1 : bound;
  }

  /** Rows counted. */
  public synchronized long rows() {
    return rows;
  }

  /** The longest delay. */
  public synchronized long maxMillis() {
    takeRecent();
    return maxMillis;
  }

  /** Rows later than a bound; exact for the lengths that are bounds, else for the next above. */
  public synchronized long laterThan(long delayMillis) {
    takeRecent();
    long count = 0;
    for (int i = bound(delayMillis) + 1; i < counts.length; i++) {
      count += counts[i];
    }
    return count;
  }

  /** The least bound that no more than the given share of the rows are later than. */
  public synchronized long quantileMillis(double share) {
    takeRecent();
    long allowed = rows - (long) Math.ceil(share * rows);
    long later = 0;
    for (int i = counts.length - 1; i > 0; i--) {
      later += counts[i];
      if (later > allowed) {
        return i == BOUNDS.length ? maxMillis : Math.min(BOUNDS[i], maxMillis);
      }
    }
    return 0;
  }
}
