package dev.sash.runtime;

import dev.sash.data.ColumnBatch;
import dev.sash.data.RowOrder;
import dev.sash.data.Schema;
import java.util.List;

/**
 * What functions with OVER that share an operator have in common.
 *
 * @param partition ordinals of the columns of PARTITION BY
 * @param order the keys of ORDER BY; without a window in PARTITION BY the event time is the first
 * @param timeColumn ordinal of the first of them, where it is a time in ascending order, else -1
 * @param endsWindow whether the event time is the end of a window: then rows at an instant are all
 *     there when the watermark reaches it, and not only when it has passed it
 * @param output the columns of the input, then one for each function
 */
public record OverForm(
    List<Integer> partition,
    List<RowOrder.Key> order,
    int timeColumn,
    boolean endsWindow,
    Schema output) {

  public OverForm {
    partition = List.copyOf(partition);
    order = List.copyOf(order);
  }

  /** The times of rows, 0 where they have none that matters. */
  long[] times(ColumnBatch rows) {
    return timeColumn < 0 ? new long[rows.rowCount()] : rows.longs(timeColumn).values();
  }
}
