package dev.sash.runtime;

import dev.sash.data.BatchBuilder;
import dev.sash.data.Column;
import dev.sash.data.ColumnBatch;
import dev.sash.data.Schema;
import org.jspecify.annotations.Nullable;

/**
 * Filter and projection of input rows.
 *
 * <p>A row whose condition or expression fails (a division by zero, a text that is no number) is a
 * bad row: it is kept aside and the others go on.
 *
 * <pre>
 *   WHERE v > 1, SELECT k, 10 / v
 *   input:  (a, 0) (b, 2) (c, 5)
 *   output: (b, 5) (c, 2)
 * </pre>
 */
public final class CalcOperator implements RowConsumer {
  private final Projection projection;
  private final @Nullable RowKernel kernel;
  private final BatchBuilder computed;
  private final RowFailures failures;
  private final RowConsumer next;
  private int[] selected = new int[ColumnBatch.MAX_ROWS];

  /**
   * An operator.
   *
   * @param projection where each output column comes from
   * @param kernel the condition and the computed columns, or null when columns only move
   * @param computedSchema the columns that the kernel appends
   */
  public CalcOperator(
      Projection projection,
      @Nullable RowKernel kernel,
      Schema computedSchema,
      RowFailures failures,
      RowConsumer next) {
    this.projection = projection;
    this.kernel = kernel;
    this.computed = new BatchBuilder(computedSchema);
    this.failures = failures;
    this.next = next;
  }

  @Override
  public void rows(Rows rows) {
    RowKernel compiled = kernel;
    if (compiled == null) {
      next.rows(rows.withColumns(projection.move(rows.batch())));
      return;
    }
    int count = evaluate(compiled, rows);
    Column[] columns = new Column[computed.schema().size()];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = computed.column(i).build();
    }
    if (count > 0) {
      ColumnBatch output = projection.gather(rows.batch(), selected, count, columns);
      boolean all = count == rows.batch().rowCount();
      next.rows(all ? rows.withColumns(output) : rows.derived(output, selected));
    }
  }

  private int evaluate(RowKernel compiled, Rows rows) {
    if (selected.length < rows.count()) {
      selected = new int[rows.count()];
    }
    compiled.count = 0;
    int from = rows.from();
    while (from < rows.to()) {
      try {
        compiled.run(rows.batch(), from, rows.to(), computed, selected);
        break;
      } catch (RuntimeException e) {
        computed.truncate(compiled.count);
        failures.failed(rows, compiled.row, e);
        from = compiled.row + 1;
      }
    }
    return compiled.count;
  }
}
