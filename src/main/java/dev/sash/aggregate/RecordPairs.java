package dev.sash.aggregate;

/**
 * Which record is combined into which: the first {@code count} of the parallel arrays.
 *
 * @param into numbers of the records that change
 * @param from numbers of the records that are added to them; a negative one is skipped
 * @param count how many pairs
 */
@SuppressWarnings("ArrayRecordComponent") // a view of arrays that the caller reuses, never compared
public record RecordPairs(int[] into, int[] from, int count) {}
