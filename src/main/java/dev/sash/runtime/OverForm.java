package dev.sash.runtime;

import dev.sash.data.RowOrder;
import dev.sash.data.Schema;
import java.util.List;

/**
 * What functions with OVER that share an operator have in common.
 *
 * @param partition ordinals of the columns of PARTITION BY
 * @param order the keys of ORDER BY, the event time first, ascending
 * @param endsWindow whether the event time is the end of a window: then rows at an instant are all
 *     there when the watermark reaches it, and not only when it has passed it
 * @param output the columns of the input, then one for each function
 */
public record OverForm(
    List<Integer> partition, List<RowOrder.Key> order, boolean endsWindow, Schema output) {

  public OverForm {
    partition = List.copyOf(partition);
    order = List.copyOf(order);
  }

  /** Ordinal of the event time in the input. */
  public int timeColumn() {
    return order.get(0).column();
  }
}
