package dev.sash.runtime;

import org.jspecify.annotations.Nullable;

/**
 * What decides how the rows of a batch move time, and what they found when they came.
 *
 * @param eventTimes by row
 * @param values by row what the watermark expression says, {@link WatermarkGenerator#NONE} for none
 * @param partitions by row its partition; null when there is one
 * @param streamTimes by row the input's stream time before it; written as rows are taken in
 * @param watermarks by row the input's watermark before it; written as rows are taken in
 */
record RowTimes(
    long[] eventTimes,
    long[] values,
    int @Nullable [] partitions,
    long[] streamTimes,
    long[] watermarks) {

  /** How many rows. */
  int count() {
    return values.length;
  }

  int partition(int row) {
    return partitions == null ? 0 : partitions[row];
  }
}
