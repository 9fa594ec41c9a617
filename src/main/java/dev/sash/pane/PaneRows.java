package dev.sash.pane;

import dev.sash.data.ColumnBatch;
import java.util.Arrays;

/**
 * Rows of a batch with the pane and the key of each: the first {@code count} of parallel arrays.
 *
 * @param batch where the aggregates find their arguments
 * @param rows numbers of the rows in the batch
 * @param panes ordinals of their panes
 * @param ids ids of their keys
 * @param count how many rows
 */
@SuppressWarnings("ArrayRecordComponent") // a view of arrays that the caller reuses, never compared
public record PaneRows(ColumnBatch batch, int[] rows, long[] panes, int[] ids, int count) {

  /** Whether all rows, of which there is one at least, are in one pane. */
  boolean areInOnePane() {
    // each is in the pane of the one before it: this compares many at a time
    return Arrays.equals(panes, 0, count - 1, panes, 1, count);
  }
}
