package dev.sash.catalog;

import org.jspecify.annotations.Nullable;

/**
 * {@code WATERMARK FOR ts AS ts - delay}, or {@code AS expression}.
 *
 * @param eventTimeColumn ordinal of the event-time column in the stream's schema
 * @param delayMillis how far behind the largest event time rows may still come; 0 means ascending
 * @param expression what says it instead of the delay, or null
 * @param partitionColumn ordinal of the column whose values have their own watermarks, or -1
 */
public record WatermarkSpec(
    int eventTimeColumn, long delayMillis, @Nullable Expression expression, int partitionColumn) {

  /** The event time minus a fixed delay, for all rows together. */
  public WatermarkSpec(int eventTimeColumn, long delayMillis) {
    this(eventTimeColumn, delayMillis, null, -1);
  }

  /** The same, for each value of a column on its own; -1 for all rows together. */
  public WatermarkSpec by(int column) {
    return new WatermarkSpec(eventTimeColumn, delayMillis, expression, column);
  }

  /**
   * An expression over the columns of a row.
   *
   * @param sql as it is shown
   * @param column the ordinal of the column that it is, or -1 when it is computed
   * @param kernel members of a class that extends {@code dev.sash.runtime.RowKernel} and appends
   *     its value, or null when it is a column
   */
  public record Expression(String sql, int column, @Nullable String kernel) {}
}
