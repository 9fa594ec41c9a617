package dev.sash.data;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Null bitmaps: bit {@code row} of {@code long[row >> 6]} is set when the value is NULL. */
public final class Nulls {
  private Nulls() {}

  /** Whether the row is NULL; a missing bitmap has no NULL. */
  public static boolean isSet(long @Nullable [] mask, int row) {
    return mask != null && row >> 6 < mask.length && (mask[row >> 6] >>> row & 1) != 0;
  }

  /** Marks the row and returns the bitmap, grown if it was too short or missing. */
  public static long[] set(long @Nullable [] mask, int row) {
    int word = row >> 6;
    long[] grown = mask == null ? new long[word + 1] : mask;
    if (word >= grown.length) {
      grown = Arrays.copyOf(grown, Math.max(word + 1, grown.length * 2));
    }
    grown[word] |= 1L << row;
    return grown;
  }

  /** Marks the rows of {@code [from, to)} that have a flag. */
  static long @Nullable [] mark(
      long @Nullable [] mask, boolean @Nullable [] flags, int from, int to) {
    if (flags == null) {
      return mask;
    }
    long[] marked = mask;
    int row = from;
    while (row < to) {
      int end = Math.min(to, (row | 63) + 1);
      long word = 0;
      for (int i = row; i < end; i++) {
        word |= (flags[i] ? 1L : 0L) << i;
      }
      if (word != 0) {
        marked = set(marked, row);
        marked[row >> 6] = marked[row >> 6] & ~(1L << row) | word;
      }
      row = end;
    }
    return marked;
  }

  /** Puts 0 under the marked rows of {@code [from, to)}. */
  static void zero(long[] values, long @Nullable [] mask, int from, int to) {
    for (int word = from >> 6; mask != null && word < mask.length && word << 6 < to; word++) {
      long bits = word == from >> 6 ? mask[word] & -1L << from : mask[word];
      for (; bits != 0; bits &= bits - 1) {
        values[(word << 6) + Long.numberOfTrailingZeros(bits)] = 0;
      }
    }
  }

  /** Puts 0 under the marked rows of {@code [from, to)}. */
  static void zero(double[] values, long @Nullable [] mask, int from, int to) {
    for (int word = from >> 6; mask != null && word < mask.length && word << 6 < to; word++) {
      long bits = word == from >> 6 ? mask[word] & -1L << from : mask[word];
      for (; bits != 0; bits &= bits - 1) {
        values[(word << 6) + Long.numberOfTrailingZeros(bits)] = 0;
      }
    }
  }

  /** Flags of the rows of {@code [from, to)}: a loop reads them faster than bits. */
  public static void unpack(long @Nullable [] mask, boolean[] flags, int from, int to) {
    Arrays.fill(flags, from, to, false);
    for (int word = from >> 6; mask != null && word < mask.length && word << 6 < to; word++) {
      long bits = word == from >> 6 ? mask[word] & -1L << from : mask[word];
      for (; bits != 0; bits &= bits - 1) {
        int row = (word << 6) + Long.numberOfTrailingZeros(bits);
        if (row < to) {
          flags[row] = true;
        }
      }
    }
  }

  /** Unmarks every row from the given one on. */
  static void clearFrom(long @Nullable [] mask, int row) {
    if (mask == null || row >> 6 >= mask.length) {
      return;
    }
    mask[row >> 6] &= ~(-1L << row);
    Arrays.fill(mask, (row >> 6) + 1, mask.length, 0);
  }

  /** The bitmap of the chosen rows, or null when none of them is NULL. */
  static long @Nullable [] gather(long @Nullable [] mask, int[] rows, int count) {
    long[] result = null;
    if (mask != null) {
      for (int i = 0; i < count; i++) {
        if (isSet(mask, rows[i])) {
          result = set(result, i);
        }
      }
    }
    return result;
  }
}
