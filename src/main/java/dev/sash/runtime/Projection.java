package dev.sash.runtime;

import dev.sash.data.Column;
import dev.sash.data.ColumnBatch;
import dev.sash.data.Schema;

/**
 * Where the columns of an output come from.
 *
 * @param schema the output
 * @param inputColumns by output column: its ordinal in the input, or -1 when it is computed
 * @param computedColumns by output column: its ordinal among the computed ones, or -1
 */
public record Projection(Schema schema, int[] inputColumns, int[] computedColumns) {

  /** The output when nothing is computed: columns are shared, not copied. */
  ColumnBatch move(ColumnBatch input) {
    Column[] columns = new Column[inputColumns.length];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = input.column(inputColumns[i]);
    }
    return new ColumnBatch(schema, columns, input.rowCount());
  }

  /** The output of the selected rows of the input. */
  ColumnBatch gather(ColumnBatch input, int[] selected, int count, Column[] computed) {
    boolean all = count == input.rowCount();
    Column[] columns = new Column[inputColumns.length];
    for (int i = 0; i < columns.length; i++) {
      if (inputColumns[i] < 0) {
        columns[i] = computed[computedColumns[i]];
      } else {
        Column column = input.column(inputColumns[i]);
        columns[i] = all ? column : column.gather(selected, count);
      }
    }
    return new ColumnBatch(schema, columns, count);
  }
}
