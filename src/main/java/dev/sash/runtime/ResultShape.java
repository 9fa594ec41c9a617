package dev.sash.runtime;

import dev.sash.data.Schema;
import java.util.List;

/**
 * What the rows of a query's result look like.
 *
 * @param schema all columns: first those that were selected, then the parts of a row's identity
 *     that were not
 * @param visibleColumns how many of them were selected
 * @param keyColumns ordinals of the group key, in the order of GROUP BY; a row's identity is these
 *     and its window
 * @param windowStart ordinal of the window's start, or -1 without windows
 * @param windowEnd ordinal of the window's end, or -1 without windows
 * @param appendOnly whether rows have no identity: a query without aggregation
 */
public record ResultShape(
    Schema schema,
    int visibleColumns,
    List<Integer> keyColumns,
    int windowStart,
    int windowEnd,
    boolean appendOnly) {

  public ResultShape {
    keyColumns = List.copyOf(keyColumns);
  }

  /** The selected columns alone. */
  public Schema visibleSchema() {
    return new Schema(schema.fields().subList(0, visibleColumns));
  }
}
