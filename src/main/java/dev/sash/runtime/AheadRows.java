package dev.sash.runtime;

import dev.sash.aggregate.StateBudget;

/**
 * The rows of one key that functions which look ahead may still need, the oldest first: their
 * times, their records, and of those that are not given yet the number under which they are kept.
 */
final class AheadRows {
  private static final int FIRST_ROWS = 4;
  private static final int OWN_BYTES = 112;
  private static final int ROW_BYTES = Long.BYTES + 2 * Integer.BYTES;

  private final StateBudget budget;
  private long[] times = new long[FIRST_ROWS];
  private int[] records = new int[FIRST_ROWS];
  private int[] kept = new int[FIRST_ROWS];
  private int head;
  private int size;

  /** How many of the rows have been given: the next one is at this place. */
  int given;

  AheadRows(StateBudget budget) {
    this.budget = budget;
    budget.reserve(OWN_BYTES + (long) FIRST_ROWS * ROW_BYTES);
  }

  int size() {
    return size;
  }

  private int slot(int row) {
    return (head + row) & (records.length - 1);
  }

  long time(int row) {
    return times[slot(row)];
  }

  int record(int row) {
    return records[slot(row)];
  }

  /** The number under which a row that was not given is kept. */
  int kept(int row) {
    return kept[slot(row)];
  }

  void add(long time, int record, int keptNumber) {
    if (size == records.length) {
      grow();
    }
    int slot = slot(size++);
    times[slot] = time;
    records[slot] = record;
    kept[slot] = keptNumber;
  }

  private void grow() {
    budget.reserve((long) size * ROW_BYTES);
    long[] moreTimes = new long[size * 2];
    int[] moreRecords = new int[size * 2];
    int[] moreKept = new int[size * 2];
    for (int row = 0; row < size; row++) {
      moreTimes[row] = time(row);
      moreRecords[row] = record(row);
      moreKept[row] = kept(row);
    }
    times = moreTimes;
    records = moreRecords;
    kept = moreKept;
    head = 0;
  }

  /** Takes out the oldest row, which has been given; gives its record. */
  int poll() {
    int record = record(0);
    head = slot(1);
    size--;
    given--;
    return record;
  }

  /** The first row at or after a time. */
  int firstFrom(long time) {
    int low = 0;
    int high = size;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (time(middle) < time) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** Counts its memory as free; it is not used any more. */
  void release() {
    budget.release(OWN_BYTES + (long) records.length * ROW_BYTES);
  }
}
