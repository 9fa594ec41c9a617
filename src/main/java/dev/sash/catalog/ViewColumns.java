package dev.sash.catalog;

import dev.sash.data.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A materialized view as a query over it sees it.
 *
 * @param name as declared; matches in any case
 * @param schema all columns, the visible ones first, then the parts of a row's identity that were
 *     not selected
 * @param visibleColumns how many are visible
 * @param identity what identifies its rows, or null when rows only come, one after another
 * @param eventTimes ordinals of the columns that are an event time; may be empty
 * @param delayMillis how far behind the largest event time rows may come, where rows only come
 */
public record ViewColumns(
    String name,
    Schema schema,
    int visibleColumns,
    @Nullable Identity identity,
    List<Integer> eventTimes,
    long delayMillis) {

  public ViewColumns {
    eventTimes = List.copyOf(eventTimes);
  }

  /**
   * What identifies a row: its group key and its window.
   *
   * @param keys ordinals of the group key
   * @param windowStart ordinal of the window's start, or -1 without windows
   * @param windowEnd ordinal of the window's end, or -1 without windows
   * @param revises whether a row that is no early one may change
   */
  public record Identity(List<Integer> keys, int windowStart, int windowEnd, boolean revises) {
    public Identity {
      keys = List.copyOf(keys);
    }
  }

  /** The selected columns. */
  public Schema visible() {
    return new Schema(schema.fields().subList(0, visibleColumns));
  }
}
