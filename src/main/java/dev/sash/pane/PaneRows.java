package dev.sash.pane;

import dev.sash.data.ColumnBatch;

/**
 * Rows of a batch with the pane and the key of each: the first {@code count} of parallel arrays.
 *
 * @param batch where the aggregates find their arguments
 * @param rows numbers of the rows in the batch
 * @param panes ordinals of their panes
 * @param ids ids of their keys
 * @param count how many rows
 * @param least no row is in a pane before this one
 * @param largest no row is in a pane after this one
 */
@SuppressWarnings("ArrayRecordComponent") // a view of arrays that the caller reuses, never compared
public record PaneRows(
    ColumnBatch batch, int[] rows, long[] panes, int[] ids, int count, long least, long largest) {

  /** Rows of which nobody knows yet in how many panes they are. */
  public static PaneRows of(ColumnBatch batch, int[] rows, long[] panes, int[] ids, int count) {
    long least = Long.MAX_VALUE;
    long largest = Long.MIN_VALUE;
    for (int i = 0; i < count; i++) {
      least = Math.min(least, panes[i]);
      largest = Math.max(largest, panes[i]);
    }
    return new PaneRows(batch, rows, panes, ids, count, least, largest);
  }

  /** Some of these rows, in other arrays. */
  PaneRows some(int[] someRows, long[] theirPanes, int[] theirIds, int someCount) {
    return new PaneRows(batch, someRows, theirPanes, theirIds, someCount, least, largest);
  }
}
