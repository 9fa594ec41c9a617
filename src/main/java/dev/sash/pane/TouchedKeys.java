package dev.sash.pane;

/**
 * Keys to which rows were added, with their panes: the first {@code count} of parallel arrays, by
 * ascending pane, each (pane, key) once.
 *
 * @param panes ordinals of the panes
 * @param ids ids of the keys
 * @param count how many
 */
@SuppressWarnings("ArrayRecordComponent") // columns of one table, never compared
public record TouchedKeys(long[] panes, int[] ids, int count) {}
