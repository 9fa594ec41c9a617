package dev.sash.runtime;

import dev.sash.aggregate.StateBudget;
import java.util.Arrays;

/**
 * The rows of one key that are in its frame, the oldest first: a record each, and the position by
 * which they leave, which is their number or their time. A ring.
 */
final class FrameRows {
  private static final int FIRST_ROWS = 4;

  /** The object itself and the headers of its arrays. */
  private static final int OWN_BYTES = 96;

  private static final int ROW_BYTES = Long.BYTES + Integer.BYTES;

  private final StateBudget budget;
  private long[] positions = new long[FIRST_ROWS];
  private int[] records = new int[FIRST_ROWS];
  private int head;
  private int size;

  /** How many of the first rows have a record that holds the following of them too. */
  int folded;

  /** A record of the rows behind the folded ones; -1 where there is none. */
  int rest = -1;

  /** How many rows the key has had. */
  long count;

  FrameRows(StateBudget budget) {
    this.budget = budget;
    budget.reserve(OWN_BYTES + (long) FIRST_ROWS * ROW_BYTES);
  }

  int size() {
    return size;
  }

  private int slot(int row) {
    return (head + row) & (records.length - 1);
  }

  /** The record of a row, by its place from the oldest. */
  int record(int row) {
    return records[slot(row)];
  }

  long position(int row) {
    return positions[slot(row)];
  }

  void add(int record, long position) {
    if (size == records.length) {
      grow();
    }
    records[slot(size)] = record;
    positions[slot(size)] = position;
    size++;
  }

  private void grow() {
    budget.reserve((long) size * ROW_BYTES);
    int[] moreRecords = new int[size * 2];
    long[] morePositions = new long[size * 2];
    for (int row = 0; row < size; row++) {
      moreRecords[row] = record(row);
      morePositions[row] = position(row);
    }
    records = moreRecords;
    positions = morePositions;
    head = 0;
  }

  /** Takes out the oldest row and gives its record. */
  int poll() {
    int record = record(0);
    head = slot(1);
    size--;
    folded = Math.max(0, folded - 1);
    return record;
  }

  /** The records of all rows, the oldest first. */
  int[] all() {
    int[] all = new int[size];
    Arrays.setAll(all, this::record);
    return all;
  }

  /** Counts its memory as free; it is not used any more. */
  void release() {
    budget.release(OWN_BYTES + (long) records.length * ROW_BYTES);
  }
}
