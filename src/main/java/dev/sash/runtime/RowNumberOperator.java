package dev.sash.runtime;

import dev.sash.data.Column;
import dev.sash.data.ColumnBatch;
import dev.sash.data.LongColumn;
import dev.sash.data.Schema;

/**
 * Puts a number behind the columns of each row, in the order in which rows come: what functions go
 * by that look at the order of the input, so that they need not know how rows are spread over
 * batches, shards and panes.
 *
 * <pre>
 *   input:  (a) (b)            the first rows of the query
 *   output: (a, 0) (b, 1)
 * </pre>
 */
public final class RowNumberOperator implements RowConsumer {
  private final Schema schema;
  private final RowConsumer next;
  private long rowsSeen;

  /** An operator whose output has the input's columns and one more. */
  public RowNumberOperator(Schema schema, RowConsumer next) {
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
    long[] numbers = new long[rows.to()];
    for (int row = rows.from(); row < rows.to(); row++) {
      numbers[row] = rowsSeen++;
    }
    columns[columns.length - 1] = new LongColumn(numbers, null);
    next.rows(rows.withColumns(new ColumnBatch(schema, columns, input.rowCount())));
  }
}
