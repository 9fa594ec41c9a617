package dev.sash.pane;

import dev.sash.aggregate.StateBudget;
import java.util.Arrays;

/** One pane: a record for each key that has a row in it, and which of them were touched lately. */
final class Pane {
  /** The object itself, its entries' object and its place in the directory. */
  private static final int OBJECT_BYTES = 128;

  private static final long[] NO_MARKS = {};

  /** Its number on the grid. */
  long ordinal;

  /** The records of its keys. */
  final KeyedRecords entries;

  /**
   * Kept here for the combiner: by slot, the record of what follows this pane within its chunk, for
   * the slots that were there when the chunk was scanned. Empty before.
   */
  int[] following = {};

  private final StateBudget budget;
  private long[] touched = NO_MARKS;
  private boolean isTouched;

  Pane(long ordinal, StateBudget budget) {
    this.ordinal = ordinal;
    this.budget = budget;
    budget.reserve(OBJECT_BYTES);
    entries = new KeyedRecords(budget);
  }

  /**
   * Marks the key in a slot as touched.
   *
   * @return whether it is the first one since the marks were forgotten
   */
  boolean touch(int slot) {
    int word = slot >> 6;
    if (word >= touched.length) {
      int length = Math.max(word + 1, touched.length * 2);
      budget.reserve((long) (length - touched.length) * Long.BYTES);
      touched = Arrays.copyOf(touched, length);
    }
    touched[word] |= 1L << slot;
    boolean isFirst = !isTouched;
    isTouched = true;
    return isFirst;
  }

  /** How many keys are touched. */
  int touchedCount() {
    int count = 0;
    for (long marks : touched) {
      count += Long.bitCount(marks);
    }
    return count;
  }

  /** Appends the touched ids to an array that has room for them, and forgets the marks. */
  int drainTouched(int[] ids, int count) {
    int next = count;
    for (int word = 0; word < touched.length; word++) {
      for (long marks = touched[word]; marks != 0; marks &= marks - 1) {
        ids[next++] = entries.ids()[(word << 6) + Long.numberOfTrailingZeros(marks)];
      }
      touched[word] = 0;
    }
    isTouched = false;
    return next;
  }

  /** Whether keys are marked, which is by slot. */
  boolean hasMarks() {
    return isTouched;
  }

  /** The marks, for a checkpoint. */
  long[] touchedMarks() {
    return touched;
  }

  /** Bytes held, without its records. */
  long bytes() {
    return OBJECT_BYTES + entries.bytes() + (long) touched.length * Long.BYTES;
  }

  void clear() {
    entries.clear();
    forgetTouched();
  }

  void forgetTouched() {
    Arrays.fill(touched, 0);
    isTouched = false;
  }

  void release() {
    entries.release();
    budget.release(OBJECT_BYTES + (long) touched.length * Long.BYTES);
  }
}
