package dev.sash.plan;

import dev.sash.data.Schema;
import dev.sash.runtime.EmitSpec;
import dev.sash.runtime.SharedInput;
import dev.sash.window.WindowSpec;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Which queries may share panes: those whose rows go from one stream into hopping windows. */
public final class PaneSharing {
  private PaneSharing() {}

  /**
   * How the rows of a query come to its windows, or null when it cannot share the work: it looks at
   * each batch, its windows have gaps or no grid, it reads more than one stream, or results.
   */
  public static @Nullable SharedInput of(QueryPlan plan) {
    PhysicalNode node = plan.root();
    while (node instanceof PhysicalNode.ResultCalc calc) {
      node = calc.input();
    }
    return node instanceof PhysicalNode.WindowAggregate aggregate ? of(aggregate) : null;
  }

  private static @Nullable SharedInput of(PhysicalNode.WindowAggregate aggregate) {
    EmitSpec emit = aggregate.emit();
    if (!(aggregate.window() instanceof WindowSpec.Hop window)
        || window.slideMillis() > window.sizeMillis()
        || emit.onChange()
        || emit.once()) {
      return null;
    }
    if (aggregate.input() instanceof PhysicalNode.Scan scan) {
      List<SharedInput.Origin> columns = new ArrayList<>();
      for (int i = 0; i < scan.schema().size(); i++) {
        columns.add(new SharedInput.Origin(i, -1));
      }
      return of(aggregate, columns, null, window);
    }
    if (aggregate.input() instanceof PhysicalNode.Calc calc
        && calc.input() instanceof PhysicalNode.Scan) {
      List<SharedInput.Origin> columns =
          calc.outputs().stream()
              .map(out -> new SharedInput.Origin(out.inputColumn(), out.computedColumn()))
              .toList();
      return of(aggregate, columns, calc.kernel(), window);
    }
    return null;
  }

  private static SharedInput of(
      PhysicalNode.WindowAggregate aggregate,
      List<SharedInput.Origin> columns,
      PhysicalNode.@Nullable Kernel kernel,
      WindowSpec.Hop window) {
    return new SharedInput(
        aggregate.input().schema(),
        columns,
        kernel == null ? null : kernel.source(),
        kernel == null ? Schema.of() : kernel.computed(),
        aggregate.keyColumns(),
        aggregate.timeColumn(),
        window);
  }
}
