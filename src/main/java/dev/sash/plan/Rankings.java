package dev.sash.plan;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexFieldCollation;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexVisitorImpl;
import org.apache.calcite.rex.RexWindow;

/**
 * Takes numbers of rows out of projections: each {@code ROW_NUMBER() OVER (...)} becomes a column
 * of a {@link RankedRows} below the projection. Those of one partition and order share a node.
 */
final class Rankings extends RelHomogeneousShuttle {

  /** A query without OVER. */
  static RelNode rewrite(RelNode query) {
    return query.accept(new Rankings());
  }

  @Override
  public RelNode visit(RelNode node) {
    RelNode visited = super.visit(node);
    return visited instanceof Project project && project.containsOver() ? taken(project) : visited;
  }

  private static RelNode taken(Project project) {
    Map<RexWindow, List<RexOver>> windows = new LinkedHashMap<>();
    for (RexNode expression : project.getProjects()) {
      expression.accept(
          new RexVisitorImpl<Void>(true) {
            @Override
            public Void visitOver(RexOver over) {
              List<RexOver> same =
                  windows.computeIfAbsent(over.getWindow(), w -> new ArrayList<>());
              if (!same.contains(over)) {
                same.add(over);
              }
              return null;
            }
          });
    }
    RelNode input = project.getInput();
    Map<RexOver, RexNode> columns = new LinkedHashMap<>();
    for (Map.Entry<RexWindow, List<RexOver>> window : windows.entrySet()) {
      input = ranked(input, window.getKey(), window.getValue(), columns);
    }
    RexShuttle replacing =
        new RexShuttle() {
          @Override
          public RexNode visitOver(RexOver over) {
            RexNode column = columns.get(over);
            return column == null ? over : column;
          }
        };
    return LogicalProject.create(
        input,
        List.of(),
        replacing.visitList(project.getProjects()),
        project.getRowType().getFieldNames(),
        Set.of());
  }

  private static RelNode ranked(
      RelNode input, RexWindow window, List<RexOver> calls, Map<RexOver, RexNode> columns) {
    RexBuilder builder = input.getCluster().getRexBuilder();
    List<RexNode> computed = new ArrayList<>(builder.identityProjects(input.getRowType()));
    List<Integer> partition = new ArrayList<>();
    for (RexNode key : window.partitionKeys) {
      partition.add(column(key, computed));
    }
    List<RelFieldCollation> order = new ArrayList<>();
    for (RexFieldCollation key : window.orderKeys) {
      order.add(
          new RelFieldCollation(
              column(key.left, computed), key.getDirection(), key.getNullDirection()));
    }
    RelNode below =
        computed.size() == input.getRowType().getFieldCount()
            ? input
            : LogicalProject.create(input, List.of(), computed, (List<String>) null, Set.of());
    List<String> functions = calls.stream().map(call -> call.getAggOperator().getName()).toList();
    List<RelDataType> types = calls.stream().map(RexNode::getType).toList();
    RankedRows ranked =
        RankedRows.create(below, new RankedRows.Ranking(partition, order, functions), types);
    for (int i = 0; i < calls.size(); i++) {
      columns.put(calls.get(i), builder.makeInputRef(ranked, ranked.firstNumber() + i));
    }
    return ranked;
  }

  /** The column of an expression, which is added where it is none. */
  private static int column(RexNode expression, List<RexNode> computed) {
    if (expression instanceof RexInputRef reference) {
      return reference.getIndex();
    }
    computed.add(expression);
    return computed.size() - 1;
  }
}
