package dev.sash.runtime;

import dev.sash.data.Column;
import dev.sash.data.ColumnBatch;
import dev.sash.data.LongColumn;
import dev.sash.data.Schema;

/**
 * Puts the engine clock at which each row arrived behind its columns: what windows by processing
 * time go by.
 *
 * <pre>
 *   input:  (a)            when the clock shows 12:17
 *   output: (a, 12:17)
 * </pre>
 */
public final class ArrivalTimeOperator implements RowConsumer {
  private final Schema schema;
  private final RowConsumer next;

  /** An operator whose output has the input's columns and one more. */
  public ArrivalTimeOperator(Schema schema, RowConsumer next) {
    this.schema = schema;
    this.next = next;
  }

  @Override
  public void rows(Rows rows) {
    ColumnBatch input = rows.batch();
    Column[] columns = new Column[schema.size()];
    for (int i = 0; i < columns.length - 1; i++) {
      columns[i] = input.column(i);
    }
    long[] times = new long[rows.to()];
    rows.arrival().processingTimes(rows, times);
    columns[columns.length - 1] = new LongColumn(times, null);
    next.rows(rows.withColumns(new ColumnBatch(schema, columns, input.rowCount())));
  }
}
