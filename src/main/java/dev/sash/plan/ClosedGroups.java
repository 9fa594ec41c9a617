package dev.sash.plan;

import dev.sash.sql.WindowForm;
import dev.sash.window.WindowSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Aggregate.Group;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.Union;
import org.apache.calcite.rel.logical.LogicalAggregate;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.util.ImmutableBitSet;

/**
 * Aggregates of rows that were joined, numbered, united or aggregated by window, grouped by that
 * window: all rows of a group come until the window closes, and then the group is complete. So they
 * are in a window of their own, the last millisecond of the one that they come from, and it closes
 * with it.
 *
 * <pre>
 *   GROUP BY k, window_end    over a join by window
 *   GROUP BY k, TUMBLE(window_time, 1 ms)
 * </pre>
 */
final class ClosedGroups extends RelHomogeneousShuttle {

  /** A query in which such groups have a window. */
  static RelNode rewrite(RelNode query) {
    return query.accept(new ClosedGroups());
  }

  @Override
  public RelNode visit(RelNode node) {
    RelNode visited = super.visit(node);
    if (!(visited instanceof Aggregate aggregate) || aggregate.getGroupType() != Group.SIMPLE) {
      return visited;
    }
    RelNode base = Programs.base(aggregate.getInput());
    boolean comesClosed =
        base instanceof RankedRows || base instanceof Join || base instanceof Union;
    WindowColumns windows = comesClosed ? WindowColumns.of(aggregate.getInput()) : null;
    int end = windows == null ? -1 : windows.end(aggregate.getGroupSet().asList());
    return end < 0 ? overWindows(aggregate, base) : windowed(aggregate, end);
  }

  /** Windows of rows, and those by the clock, close without an event time: such groups stay. */
  private static RelNode overWindows(Aggregate aggregate, RelNode base) {
    RelNode input = aggregate.getInput();
    int end =
        base instanceof Aggregate
            ? WindowColumns.of(input).end(aggregate.getGroupSet().asList())
            : -1;
    return end >= 0 && EventTime.is(input, end) ? windowed(aggregate, end) : aggregate;
  }

  private static RelNode windowed(Aggregate aggregate, int end) {
    RelNode input = aggregate.getInput();
    RexBuilder builder = input.getCluster().getRexBuilder();
    int width = input.getRowType().getFieldCount();
    List<RexNode> timed = new ArrayList<>(builder.identityProjects(input.getRowType()));
    timed.add(WindowTime.of(builder.makeInputRef(input, end), builder));
    RelNode rows = LogicalProject.create(input, List.of(), timed, (List<String>) null, Set.of());
    RelDataType instant = input.getRowType().getFieldList().get(end).getType();
    RelDataType bounds =
        input
            .getCluster()
            .getTypeFactory()
            .builder()
            .add("window_start", instant)
            .add("window_end", instant)
            .build();
    WindowAssign window =
        WindowAssign.create(
            rows,
            new WindowAssign.Assignment(
                new WindowSpec.Hop(1, 1, 0), width, List.of(), WindowForm.GROUP, null),
            bounds);
    ImmutableBitSet keys =
        aggregate
            .getGroupSet()
            .clear(end)
            .union(ImmutableBitSet.range(window.startColumn(), window.startColumn() + 2));
    LogicalAggregate grouped =
        LogicalAggregate.create(window, List.of(), keys, List.of(keys), aggregate.getAggCallList());
    List<RexNode> columns = new ArrayList<>();
    for (int key : aggregate.getGroupSet()) {
      int source = key == end ? window.startColumn() + 1 : key;
      columns.add(builder.makeInputRef(grouped, keys.indexOf(source)));
    }
    for (int i = 0; i < aggregate.getAggCallList().size(); i++) {
      columns.add(builder.makeInputRef(grouped, keys.cardinality() + i));
    }
    return LogicalProject.create(
        grouped, List.of(), columns, aggregate.getRowType().getFieldNames(), Set.of());
  }
}
