package dev.sash.plan;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexFieldCollation;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.rex.RexVisitorImpl;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.jspecify.annotations.Nullable;

/**
 * Takes functions with OVER out of projections: each becomes a column of an {@link OverRows} below
 * the projection. Those of one partition and order share a node. Where they are all numbers of rows
 * they are left to {@link Rankings}.
 */
final class OverCalls extends RelHomogeneousShuttle {
  private static final Set<String> WINDOW_COLUMNS = Set.of("window_start", "window_end");

  /** A query in which OVER only numbers rows. */
  static RelNode rewrite(RelNode query) {
    return query.accept(new OverCalls());
  }

  @Override
  public RelNode visit(RelNode node) {
    RelNode visited = super.visit(node);
    return visited instanceof Project project && project.containsOver() ? taken(project) : visited;
  }

  /** What is taken out of an expression: a call, and what is written around it for its sake. */
  private record Taken(RexNode whole, RexOver call) {}

  /** What calls of one node have in common. */
  private record Shared(
      List<RexNode> partition, List<RexFieldCollation> order, OverRows.Reach reach) {}

  private static RelNode taken(Project project) {
    Map<Shared, List<Taken>> shared = found(project);
    shared.values().removeIf(group -> group.stream().allMatch(taken -> isRank(taken.call)));
    if (shared.isEmpty()) {
      return project;
    }
    RelNode input = project.getInput();
    Map<RexNode, RexNode> columns = new LinkedHashMap<>();
    List<Map.Entry<Shared, List<Taken>>> groups = new ArrayList<>(shared.entrySet());
    groups.sort(
        Comparator.<Map.Entry<Shared, List<Taken>>>comparingInt(
                group -> delay(group.getKey(), project.getInput()))
            .thenComparing(group -> group.getKey().reach));
    for (Map.Entry<Shared, List<Taken>> group : groups) {
      input = over(input, group.getKey(), group.getValue(), columns);
    }
    return LogicalProject.create(
        input,
        List.of(),
        new Replacing(columns).visitList(project.getProjects()),
        project.getRowType().getFieldNames(),
        Set.of());
  }

  /** The calls in a projection, by what they have in common. */
  private static Map<Shared, List<Taken>> found(Project project) {
    Map<Shared, List<Taken>> shared = new LinkedHashMap<>();
    for (RexNode expression : project.getProjects()) {
      expression.accept(
          new RexVisitorImpl<Void>(true) {
            @Override
            public Void visitOver(RexOver over) {
              note(over, over, shared);
              return null;
            }

            @Override
            public Void visitCall(RexCall call) {
              RexOver sum = guardedSum(call);
              if (sum == null) {
                return super.visitCall(call);
              }
              note(call, sum, shared);
              return null;
            }
          });
    }
    return shared;
  }

  /**
   * How long rows take: those that have waited for their window to close, or for rows behind them,
   * have no time of their own any more, which other functions may need.
   */
  private static int delay(Shared shared, RelNode input) {
    List<String> names = input.getRowType().getFieldNames();
    boolean byWindow =
        shared.partition.stream()
            .anyMatch(
                key ->
                    key instanceof RexInputRef column
                        && WINDOW_COLUMNS.contains(
                            names.get(column.getIndex()).toLowerCase(Locale.ROOT)));
    return byWindow ? 1 : shared.reach.waits() ? 2 : 0;
  }

  private static void note(RexNode whole, RexOver call, Map<Shared, List<Taken>> shared) {
    Taken taken = new Taken(whole, call);
    boolean isWhole = !isRank(call) && !isShift(call) && OverRows.Reach.isWhole(call);
    Shared key =
        new Shared(
            call.getWindow().partitionKeys,
            isWhole ? List.of() : call.getWindow().orderKeys,
            isRank(call) ? OverRows.Reach.BACK : OverRows.Reach.of(call));
    List<Taken> same = shared.computeIfAbsent(key, k -> new ArrayList<>());
    if (!same.contains(taken)) {
      same.add(taken);
    }
  }

  private static boolean isRank(RexOver call) {
    return switch (call.getKind()) {
      case ROW_NUMBER, RANK, DENSE_RANK -> true;
      default -> false;
    };
  }

  /**
   * The sum in {@code CASE WHEN COUNT(x) OVER w > 0 THEN CAST(SUM(x) OVER w) ELSE NULL END}, as the
   * planner writes {@code SUM(x) OVER w}; else null.
   */
  private static @Nullable RexOver guardedSum(RexCall call) {
    if (call.getKind() != SqlKind.CASE
        || call.getOperands().size() != 3
        || !RexUtil.isNullLiteral(call.getOperands().get(2), true)
        || call.getOperands().get(0).getKind() != SqlKind.GREATER_THAN) {
      return null;
    }
    RexNode counted = ((RexCall) call.getOperands().get(0)).getOperands().get(0);
    RexNode summed = RexUtil.removeCast(call.getOperands().get(1));
    boolean isGuarded =
        counted instanceof RexOver count
            && summed instanceof RexOver sum
            && count.getAggOperator().getKind() == SqlKind.COUNT
            && count.getWindow().equals(sum.getWindow())
            && count.getOperands().equals(sum.getOperands());
    return isGuarded ? (RexOver) summed : null;
  }

  private static RelNode over(
      RelNode input, Shared shared, List<Taken> group, Map<RexNode, RexNode> columns) {
    RexBuilder builder = input.getCluster().getRexBuilder();
    List<RexNode> computed = new ArrayList<>(builder.identityProjects(input.getRowType()));
    List<Integer> partition = new ArrayList<>();
    for (RexNode key : shared.partition) {
      partition.add(column(key, computed));
    }
    List<RelFieldCollation> order = new ArrayList<>();
    for (RexFieldCollation key : shared.order) {
      order.add(
          new RelFieldCollation(
              column(key.left, computed), key.getDirection(), key.getNullDirection()));
    }
    List<OverRows.Call> calls = new ArrayList<>();
    for (Taken taken : group) {
      calls.add(call(taken, computed, builder));
    }
    RelNode below =
        computed.size() == input.getRowType().getFieldCount()
            ? input
            : LogicalProject.create(input, List.of(), computed, names(input, computed), Set.of());
    OverRows rows =
        OverRows.create(below, new OverRows.Place(partition, order, shared.reach), calls);
    for (int i = 0; i < calls.size(); i++) {
      columns.put(group.get(i).whole, builder.makeInputRef(rows, rows.firstResult() + i));
    }
    return rows;
  }

  private static List<String> names(RelNode input, List<RexNode> computed) {
    List<String> names = new ArrayList<>(input.getRowType().getFieldNames());
    for (int i = names.size(); i < computed.size(); i++) {
      names.add("$" + i);
    }
    return names;
  }

  private static OverRows.Call call(Taken taken, List<RexNode> computed, RexBuilder builder) {
    RexOver call = taken.call;
    RelDataType type = taken.whole.getType();
    List<OverRows.Argument> arguments = new ArrayList<>();
    for (int i = 0; i < call.getOperands().size(); i++) {
      RexNode operand = call.getOperands().get(i);
      RexLiteral literal = operand instanceof RexLiteral constant ? constant : null;
      if (i == 1 && counts(call)) {
        arguments.add(new OverRows.Argument(-1, literal));
      } else {
        RexNode value = isShift(call) ? cast(operand, type, builder) : operand;
        arguments.add(new OverRows.Argument(column(value, computed), literal));
      }
    }
    return new OverRows.Call(
        call.getAggOperator(),
        call.getWindow(),
        arguments,
        call.isDistinct(),
        call.ignoreNulls(),
        type);
  }

  /** Whether a call gives the value of another row, or a default in its place. */
  private static boolean isShift(RexOver call) {
    return call.getKind() == SqlKind.LAG || call.getKind() == SqlKind.LEAD;
  }

  /** Whether the second argument of a call says how many rows, and is no value of a row. */
  private static boolean counts(RexOver call) {
    return isShift(call) || call.getKind() == SqlKind.NTH_VALUE;
  }

  private static RexNode cast(RexNode value, RelDataType type, RexBuilder builder) {
    boolean same =
        SqlTypeUtil.equalSansNullability(builder.getTypeFactory(), value.getType(), type);
    return same ? value : builder.makeAbstractCast(type, value, false);
  }

  /** The column of an expression, which is added where it is none. */
  private static int column(RexNode expression, List<RexNode> computed) {
    int known = computed.indexOf(expression);
    if (known >= 0) {
      return known;
    }
    if (expression instanceof RexInputRef reference) {
      return reference.getIndex();
    }
    computed.add(expression);
    return computed.size() - 1;
  }

  /** Puts columns in the place of what was taken out. */
  private static final class Replacing extends RexShuttle {
    private final Map<RexNode, RexNode> columns;

    Replacing(Map<RexNode, RexNode> columns) {
      this.columns = columns;
    }

    @Override
    public RexNode visitOver(RexOver over) {
      RexNode column = columns.get(over);
      return column == null ? over : column;
    }

    @Override
    public RexNode visitCall(RexCall call) {
      RexNode column = columns.get(call);
      return column == null ? super.visitCall(call) : column;
    }
  }
}
