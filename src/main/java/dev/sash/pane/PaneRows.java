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
 */
@SuppressWarnings("ArrayRecordComponent") // a view of arrays that the caller reuses, never compared
public record PaneRows(ColumnBatch batch, int[] rows, long[] panes, int[] ids, int count) {}
