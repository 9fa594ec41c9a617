package dev.sash.runtime;

import dev.sash.data.Schema;
import dev.sash.window.WindowSpec;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How the rows of one stream come to the windows of a query, where other queries may share the
 * work: a condition and columns, a key, windows on a grid.
 *
 * @param schema the columns that the aggregate takes
 * @param columns where each comes from
 * @param kernel source of the condition and of what is computed, or null when columns only move
 * @param computed what the kernel computes
 * @param keyColumns ordinals of the group key
 * @param timeColumn ordinal of the event time
 * @param window the windows, without gaps between them
 */
public record SharedInput(
    Schema schema,
    List<Origin> columns,
    @Nullable String kernel,
    Schema computed,
    List<Integer> keyColumns,
    int timeColumn,
    WindowSpec.Hop window) {

  /**
   * Where a column comes from: one of the two is -1.
   *
   * @param inputColumn ordinal in the stream
   * @param computedColumn ordinal in what the kernel computes
   */
  public record Origin(int inputColumn, int computedColumn) {}

  public SharedInput {
    columns = List.copyOf(columns);
    keyColumns = List.copyOf(keyColumns);
  }

  /** What is equal for queries whose rows pass the same condition, with the same key and time. */
  public Object meaning() {
    return List.of(
        kernel == null ? "" : kernel,
        keyColumns.stream().map(columns::get).toList(),
        columns.get(timeColumn));
  }
}
