package dev.sash.view;

import dev.sash.data.BooleanColumn;
import dev.sash.data.LongColumn;
import dev.sash.data.Nulls;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Columns whose rows all say the same: what an emission says of all its rows. Their arrays are
 * shared by the batches of a view and longer than most of them, except those of instants. For the
 * view's writer only.
 */
final class ConstantColumns {
  /** Longer arrays are not kept. */
  private static final int SHARED_ROWS_MAX = 1 << 17;

  private static final int CODES = 3;

  private final int[][] codes = new int[CODES][0];
  private final boolean[][] flags = new boolean[2][0];
  private long[] zeros = {};

  /** So many times a code from 0 to 2, or more. */
  int[] codes(int code, int count) {
    if (codes[code].length >= count) {
      return codes[code];
    }
    int[] filled = new int[length(count)];
    Arrays.fill(filled, code);
    if (filled.length <= SHARED_ROWS_MAX) {
      codes[code] = filled;
    }
    return filled;
  }

  /** The same answer for each row. */
  BooleanColumn flags(boolean value, int count) {
    int index = value ? 1 : 0;
    boolean[] filled = flags[index];
    if (filled.length < count) {
      filled = new boolean[length(count)];
      Arrays.fill(filled, value);
      flags[index] = filled.length <= SHARED_ROWS_MAX ? filled : flags[index];
    }
    return new BooleanColumn(filled, null);
  }

  /** Zero for each row. */
  LongColumn zeros(int count) {
    long[] filled = zeros;
    if (filled.length < count) {
      filled = new long[length(count)];
      zeros = filled.length <= SHARED_ROWS_MAX ? filled : zeros;
    }
    return new LongColumn(filled, null);
  }

  /** A power of two, so that an array is rarely replaced by a longer one. */
  private static int length(int count) {
    return count > SHARED_ROWS_MAX ? count : Integer.highestOneBit(Math.max(1, count) * 2 - 1);
  }

  /** The same instant in each row; the ends of time are NULL. */
  static LongColumn instants(long millis, int count) {
    long[] column = new long[count];
    if (millis != Long.MIN_VALUE && millis != Long.MAX_VALUE) {
      Arrays.fill(column, millis);
      return new LongColumn(column, null);
    }
    long @Nullable [] nulls = null;
    for (int i = 0; i < count; i++) {
      nulls = Nulls.set(nulls, i);
    }
    return new LongColumn(column, nulls);
  }
}
