package dev.sash.runtime;

import dev.sash.data.BatchBuilder;
import dev.sash.data.Column;
import dev.sash.data.ColumnBatch;
import dev.sash.data.ColumnBuilder;
import dev.sash.data.Schema;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * HAVING and the select list over the result rows of an aggregate. A row that does not pass the
 * condition leaves the result: it goes on as removed, with its identity only, because it may have
 * passed before.
 *
 * <pre>
 *   HAVING n &lt; 3
 *   input:  EARLY (a, n=2)    EARLY (a, n=3)
 *   output: EARLY (a, n=2)    removed (a)
 * </pre>
 */
public final class ResultCalcOperator implements ResultConsumer {
  private final Projection projection;
  private final @Nullable RowKernel kernel;
  private final BatchBuilder computed;
  private final int[] identity;
  private final boolean passesIdentity;
  private final ResultConsumer next;

  /**
   * An operator.
   *
   * @param identity ordinals of the output columns that identify a row; they come from the input,
   *     or are constants and there is no condition
   */
  public ResultCalcOperator(
      Projection projection,
      @Nullable RowKernel kernel,
      Schema computedSchema,
      int[] identity,
      ResultConsumer next) {
    this.projection = projection;
    this.kernel = kernel;
    this.computed = new BatchBuilder(computedSchema);
    this.identity = identity;
    passesIdentity = Arrays.stream(identity).allMatch(i -> projection.inputColumns()[i] >= 0);
    this.next = next;
  }

  @Override
  public void emit(Emission emission) {
    ColumnBatch input = emission.rows();
    RowKernel compiled = kernel;
    if (compiled == null) {
      next.emit(emission.withRows(projection.move(input)));
    } else if (emission.removed() && passesIdentity) {
      int[] all = new int[input.rowCount()];
      Arrays.setAll(all, i -> i);
      remove(emission, all, all.length);
    } else {
      evaluate(compiled, emission);
    }
  }

  private void evaluate(RowKernel compiled, Emission emission) {
    ColumnBatch input = emission.rows();
    int[] selected = new int[input.rowCount()];
    compiled.count = 0;
    compiled.run(input, 0, input.rowCount(), computed, selected);
    Column[] columns = new Column[computed.schema().size()];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = computed.column(i).build();
    }
    int count = compiled.count;
    if (count > 0) {
      next.emit(emission.withRows(projection.gather(input, selected, count, columns)));
    }
    if (count < input.rowCount()) {
      int[] dropped = complement(selected, count, input.rowCount());
      remove(emission, dropped, dropped.length);
    }
  }

  private static int[] complement(int[] selected, int count, int rowCount) {
    int[] dropped = new int[rowCount - count];
    int next = 0;
    int kept = 0;
    for (int row = 0; row < rowCount; row++) {
      if (kept < count && selected[kept] == row) {
        kept++;
      } else {
        dropped[next++] = row;
      }
    }
    return dropped;
  }

  private void remove(Emission emission, int[] rows, int count) {
    Schema schema = projection.schema();
    Column[] columns = new Column[schema.size()];
    for (int i : identity) {
      columns[i] = emission.rows().column(projection.inputColumns()[i]).gather(rows, count);
    }
    for (int i = 0; i < columns.length; i++) {
      if (columns[i] == null) {
        ColumnBuilder nulls = ColumnBuilder.of(schema.type(i));
        for (int row = 0; row < count; row++) {
          nulls.appendNull();
        }
        columns[i] = nulls.build();
      }
    }
    next.emit(emission.removing(new ColumnBatch(schema, columns, count)));
  }
}
