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
    long[] marked = mask;
    if (flags != null) {
      for (int row = from; row < to; row++) {
        if (flags[row]) {
          marked = set(marked, row);
        }
      }
    }
    return marked;
  }

  /** A bitmap that is long enough for {@code rowCount} rows to be looked up without a test. */
  public static long[] covering(long @Nullable [] mask, int rowCount) {
    int words = (rowCount + 63) >> 6;
    return mask == null ? new long[words] : mask.length < words ? Arrays.copyOf(mask, words) : mask;
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
