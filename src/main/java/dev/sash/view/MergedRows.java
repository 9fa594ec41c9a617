package dev.sash.view;

import dev.sash.data.ColumnBatch;
import dev.sash.data.Interleave;
import dev.sash.data.RowOrder;
import java.util.Arrays;

/** Joins two sorted batches into one that has each identity once. */
final class MergedRows {
  private MergedRows() {}

  /** The rows of both in order; where both have a row, the preferred one's. */
  static ColumnBatch preferring(RowOrder order, ColumnBatch preferred, ColumnBatch other) {
    int[] picks = new int[preferred.rowCount() + other.rowCount()];
    int count = 0;
    int left = 0;
    int right = 0;
    while (left < preferred.rowCount() && right < other.rowCount()) {
      int side = order.compare(preferred, left, other, right);
      if (side == 0) {
        right++;
      }
      picks[count++] = side <= 0 ? left++ : ~right++;
    }
    while (left < preferred.rowCount()) {
      picks[count++] = left++;
    }
    while (right < other.rowCount()) {
      picks[count++] = ~right++;
    }
    return Interleave.rows(preferred, other, Arrays.copyOf(picks, count), count);
  }
}
