package dev.sash.runtime;

import dev.sash.aggregate.StateBudget;
import dev.sash.data.ColumnBatch;
import dev.sash.data.RowOrder;
import dev.sash.data.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Functions with OVER whose partitions are parts of a window: when the window closes all rows are
 * there, so they may go in any order, or look at the whole partition.
 *
 * <pre>
 *   SUM(v) OVER (PARTITION BY window_start, window_end)
 *   input:  (a, 5, [0 s, 10 s)) (b, 7, [0 s, 10 s))
 *   output: (a, 5, [0 s, 10 s), 12) (b, 7, [0 s, 10 s), 12)    when the window closes
 * </pre>
 */
public final class WindowOverOperator extends WindowCloseOperator implements RowConsumer {
  private final Function<StateBudget, OverStep> steps;

  /** By partition, then in the order asked for, then by all columns: no two orders are possible. */
  private final RowOrder order;

  private final RowOrder partition;

  /**
   * An operator without rows.
   *
   * @param steps gives the functions, anew for each window
   */
  public WindowOverOperator(
      WindowRowsInput input,
      OverForm form,
      Function<StateBudget, OverStep> steps,
      OverOperator.Surroundings around) {
    super(List.of(input), around.once(), around.time(), around.limits(), around.next());
    this.steps = steps;
    Schema schema = input.schema();
    partition = new RowOrder(schema, form.partition());
    List<RowOrder.Key> keys = new ArrayList<>();
    form.partition().forEach(column -> keys.add(new RowOrder.Key(column, false, false)));
    keys.addAll(form.order());
    keys.addAll(WindowTopNOperator.allColumns(schema.size(), false));
    order = RowOrder.of(schema, keys);
  }

  @Override
  public void rows(Rows rows) {
    take(0, rows);
  }

  @Override
  void close(List<ColumnBatch> inputs) {
    ColumnBatch unsorted = inputs.get(0);
    ColumnBatch rows = unsorted.gather(order.rows(unsorted), unsorted.rowCount());
    int[] ids = new int[rows.rowCount()];
    for (int row = 1; row < ids.length; row++) {
      ids[row] = ids[row - 1] + (partition.same(rows, row - 1, rows, row) ? 0 : 1);
    }
    OverStep step = steps.apply(new StateBudget(budget.maxBytes() - budget.usedBytes()));
    step.reserve(ids[ids.length - 1] + 1);
    send(step.workOff(rows, ids));
    send(step.passed(WatermarkGenerator.END));
  }
}
