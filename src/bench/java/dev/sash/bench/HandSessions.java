package dev.sash.bench;

import dev.sash.data.ColumnBatch;
import dev.sash.data.DoubleColumn;
import dev.sash.data.TextColumn;
import java.util.Arrays;

/**
 * {@link Query#S} by hand. Rows are at most two seconds late and the gap is thirty: a key has at
 * most the session that its newest row is in, and one before it that waits for the watermark. A row
 * that comes between the two makes one of them. Each key with a session is in one list, that of the
 * second in which it is to be looked at next: there its session is over, or has gone on.
 */
final class HandSessions implements HandLoop {
  private static final long GAP_MILLIS = 30_000;
  private static final int SECONDS = 64;
  private static final int START = 4;
  private static final int LAST = 5;

  private final ResultRows rows;
  private final int keys;

  /** Eight words for each key: count, sum, least, largest, time of the first and last row. */
  private final double[] current;

  private final double[] before;
  private final int[][] due = new int[SECONDS][16];
  private final int[] dueCount = new int[SECONDS];
  private long newest = Long.MIN_VALUE;
  private long nextSecond = Long.MIN_VALUE;

  HandSessions(Workload workload, ResultRows rows) {
    this.rows = rows;
    keys = workload.keys();
    current = new double[keys << 3];
    before = new double[keys << 3];
  }

  @Override
  public void add(ColumnBatch batch) {
    long[] times = batch.longs(0).values();
    int[] codes = ((TextColumn) batch.column(1)).codes();
    double[] values = ((DoubleColumn) batch.column(2)).values();
    if (nextSecond == Long.MIN_VALUE) {
      nextSecond = (times[0] - Events.DISORDER_MILLIS) / 1000;
    }
    long latest = newest;
    for (int i = 0; i < batch.rowCount(); i++) {
      latest = Math.max(latest, times[i]);
      add(codes[i], times[i], values[i]);
    }
    newest = latest;
  }

  private void add(int key, long time, double value) {
    int at = key << 3;
    if (current[at] == 0 || time >= current[at + LAST] + GAP_MILLIS) {
      begin(key, time);
    }
    HandDoubles.add(current, at, value);
    if (time > current[at + LAST]) {
      current[at + LAST] = time;
    } else if (time < current[at + START]) {
      current[at + START] = time;
      if (before[at] > 0 && time < before[at + LAST] + GAP_MILLIS) {
        merge(at);
      }
    }
  }

  private void begin(int key, long time) {
    int at = key << 3;
    if (before[at] > 0) {
      emit(before, key);
    }
    if (current[at] > 0) {
      System.arraycopy(current, at, before, at, 8);
    } else {
      lookAt(key, time + GAP_MILLIS);
    }
    current[at] = 0;
    current[at + 1] = 0;
    current[at + 2] = Double.POSITIVE_INFINITY;
    current[at + 3] = Double.NEGATIVE_INFINITY;
    current[at + START] = time;
    current[at + LAST] = time;
  }

  private void merge(int at) {
    current[at] += before[at];
    current[at + 1] += before[at + 1];
    current[at + 2] = Math.min(current[at + 2], before[at + 2]);
    current[at + 3] = Math.max(current[at + 3], before[at + 3]);
    current[at + START] = before[at + START];
    before[at] = 0;
  }

  /** Looks at the key in the second in which the watermark reaches an instant. */
  private void lookAt(int key, double millis) {
    int slot = (int) ((long) millis / 1000 + 1) & (SECONDS - 1);
    if (dueCount[slot] == due[slot].length) {
      due[slot] = Arrays.copyOf(due[slot], 2 * dueCount[slot]);
    }
    due[slot][dueCount[slot]++] = key;
  }

  @Override
  public void close() {
    long watermark = newest - Events.DISORDER_MILLIS;
    for (; nextSecond <= watermark / 1000; nextSecond++) {
      int slot = (int) nextSecond & (SECONDS - 1);
      int[] found = due[slot];
      int count = dueCount[slot];
      dueCount[slot] = 0;
      for (int i = 0; i < count; i++) {
        look(found[i], watermark);
      }
    }
  }

  private void look(int key, long watermark) {
    int at = key << 3;
    if (before[at] > 0 && before[at + LAST] + GAP_MILLIS <= watermark) {
      emit(before, key);
    }
    if (current[at] > 0 && current[at + LAST] + GAP_MILLIS <= watermark) {
      emit(current, key);
    }
    if (before[at] > 0) {
      lookAt(key, before[at + LAST] + GAP_MILLIS);
    } else if (current[at] > 0) {
      lookAt(key, current[at + LAST] + GAP_MILLIS);
    }
  }

  private void emit(double[] sessions, int key) {
    int at = key << 3;
    long end = (long) sessions[at + LAST] + GAP_MILLIS;
    rows.add(key, end, sessions[at], sessions[at + 1], sessions[at + 2], sessions[at + 3]);
    sessions[at] = 0;
  }

  @Override
  public void finish() {
    for (int key = 0; key < keys; key++) {
      if (before[key << 3] > 0) {
        emit(before, key);
      }
      if (current[key << 3] > 0) {
        emit(current, key);
      }
    }
    rows.flush();
  }
}
