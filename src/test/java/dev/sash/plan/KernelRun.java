package dev.sash.plan;

import dev.sash.data.BatchBuilder;
import dev.sash.data.Column;
import dev.sash.data.ColumnBatch;
import dev.sash.data.Schema;
import dev.sash.runtime.ExpressionCompiler;
import dev.sash.runtime.RowKernel;
import dev.sash.sql.SashParser;
import dev.sash.sql.Statement;
import dev.sash.time.EngineClock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Runs a query without aggregates over one batch, by the book of {@link PhysicalNode.Calc}. */
final class KernelRun {
  private KernelRun() {}

  /** The plan of a query that ends. */
  static QueryPlan plan(String sql) {
    Statement.Query query = (Statement.Query) new SashParser().parse(sql);
    return Planner.plan(query.query(), query.emit(), new PlanContext(new SampleCatalog(), false));
  }

  /** The plan of a view's query. */
  static QueryPlan view(String sql) {
    Statement.Query query = (Statement.Query) new SashParser().parse(sql);
    return Planner.plan(query.query(), query.emit(), new PlanContext(new SampleCatalog(), true));
  }

  /** The rows that the query gives for rows of {@code edits}. */
  static List<List<@Nullable Object>> rows(String sql, ColumnBatch edits, EngineClock clock) {
    PhysicalNode node = plan(sql).root();
    if (node instanceof PhysicalNode.Scan) {
      return values(edits);
    }
    return values(run((PhysicalNode.Calc) node, edits, clock));
  }

  private static ColumnBatch run(PhysicalNode.Calc calc, ColumnBatch input, EngineClock clock) {
    PhysicalNode.Kernel kernel = calc.kernel();
    int[] selected = new int[input.rowCount()];
    int count = input.rowCount();
    ColumnBatch computed = ColumnBatch.empty(new Schema(List.of()));
    if (kernel != null) {
      RowKernel compiled = ExpressionCompiler.compile(kernel.source());
      compiled.clock = clock;
      BatchBuilder output = new BatchBuilder(kernel.computed());
      compiled.run(input, 0, input.rowCount(), output, selected);
      count = compiled.count;
      computed = output.build();
    } else {
      Arrays.setAll(selected, i -> i);
    }
    Column[] columns = new Column[calc.outputs().size()];
    for (int i = 0; i < columns.length; i++) {
      PhysicalNode.Output output = calc.outputs().get(i);
      columns[i] =
          output.inputColumn() >= 0
              ? input.column(output.inputColumn()).gather(selected, count)
              : computed.column(output.computedColumn());
    }
    return new ColumnBatch(calc.schema(), columns, count);
  }

  private static List<List<@Nullable Object>> values(ColumnBatch batch) {
    List<List<@Nullable Object>> rows = new ArrayList<>();
    for (int row = 0; row < batch.rowCount(); row++) {
      List<@Nullable Object> values = new ArrayList<>();
      for (int column = 0; column < batch.schema().size(); column++) {
        values.add(batch.value(row, column));
      }
      rows.add(values);
    }
    return rows;
  }
}
