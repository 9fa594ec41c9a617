package dev.sash.plan;

import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import dev.sash.sql.Positions;
import dev.sash.sql.WindowFunction;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.calcite.plan.RelOptRule;
import org.apache.calcite.plan.RelOptRuleCall;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.logical.LogicalCorrelate;
import org.apache.calcite.rel.logical.LogicalJoin;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.logical.LogicalTableFunctionScan;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexCorrelVariable;
import org.apache.calcite.rex.RexFieldAccess;
import org.apache.calcite.rex.RexNode;

/**
 * {@code Correlate(input, TableFunctionScan($HOP($cor0.ts)))} to {@code WindowAssign(input)}: the
 * lateral join of a row with its windows, which every spelling has become before validation.
 */
final class LateralWindowRule {
  /** The rule for windows over columns of the row. */
  static final RelOptRule RULE =
      new RewriteRule(
              "LateralWindow",
              join ->
                  join.operand(LogicalCorrelate.class)
                      .predicate(correlate -> correlate.getJoinType() == JoinRelType.INNER)
                      .inputs(
                          left -> left.operand(RelNode.class).anyInputs(),
                          right ->
                              right
                                  .operand(LogicalTableFunctionScan.class)
                                  .predicate(LateralWindowRule::isWindow)
                                  .noInputs()),
              LateralWindowRule::rewrite)
          .toRule();

  /** The rule for windows that look at no column: of rows, and by processing time. */
  static final RelOptRule WITHOUT_COLUMNS =
      new RewriteRule(
              "WindowWithoutColumns",
              join ->
                  join.operand(LogicalJoin.class)
                      .predicate(
                          node ->
                              node.getJoinType() == JoinRelType.INNER
                                  && node.getCondition().isAlwaysTrue())
                      .inputs(
                          left -> left.operand(RelNode.class).anyInputs(),
                          right ->
                              right
                                  .operand(LogicalTableFunctionScan.class)
                                  .predicate(LateralWindowRule::isWindow)
                                  .noInputs()),
              LateralWindowRule::rewrite)
          .toRule();

  private LateralWindowRule() {}

  private static boolean isWindow(LogicalTableFunctionScan scan) {
    return scan.getCall() instanceof RexCall call && call.getOperator() instanceof WindowFunction;
  }

  private static void rewrite(RelOptRuleCall match) {
    LogicalTableFunctionScan scan = match.rel(2);
    RexCall call = (RexCall) scan.getCall();
    WindowFunction function = (WindowFunction) call.getOperator();
    List<Integer> columns = new ArrayList<>();
    for (RexNode operand : call.getOperands()) {
      columns.add(column(match.rel(0), operand, function, columns.isEmpty()));
    }
    boolean timed = function.isTimed();
    WindowAssign.Assignment assignment =
        new WindowAssign.Assignment(
            function.window(),
            timed ? columns.get(0) : -1,
            List.copyOf(columns.subList(timed ? 1 : 0, columns.size())),
            function.form(),
            Positions.span(function.timePosition()));
    RelNode join = match.rel(0);
    RelDataType bounds =
        join.getCluster()
            .getTypeFactory()
            .createStructType(scan.getRowType().getFieldList().subList(0, 2));
    match.transformTo(withTime(WindowAssign.create(match.rel(1), assignment, bounds), join));
  }

  /** window_time follows from window_end, so that no operator has to know of it. */
  private static RelNode withTime(WindowAssign window, RelNode join) {
    if (window.getRowType().getFieldCount() == join.getRowType().getFieldCount()) {
      return window;
    }
    RexBuilder builder = window.getCluster().getRexBuilder();
    List<RexNode> columns = new ArrayList<>(builder.identityProjects(window.getRowType()));
    columns.add(WindowTime.of(builder.makeInputRef(window, window.startColumn() + 1), builder));
    return LogicalProject.create(
        window, List.of(), columns, join.getRowType().getFieldNames(), Set.of());
  }

  private static int column(RelNode join, RexNode operand, WindowFunction function, boolean first) {
    if (operand instanceof RexFieldAccess access
        && access.getReferenceExpr() instanceof RexCorrelVariable row
        && join instanceof LogicalCorrelate correlate
        && row.id.equals(correlate.getCorrelationId())) {
      return access.getField().getIndex();
    }
    if (!function.isTimed() || !first) {
      throw SashException.at(
              Positions.span(function.timePosition()),
              ErrorCode.WINDOW_ARGUMENT,
              "PARTITION BY of a window must name columns, not expressions")
          .hint(
              "compute the column in a sub-query: TABLE(SESSION((SELECT ...) PARTITION BY k, ...))");
    }
    throw SashException.at(
            Positions.span(function.timePosition()),
            ErrorCode.WINDOW_ARGUMENT,
            "the time of a window must be the event-time column itself, not an expression")
        .hint("declare the column in CREATE STREAM: WATERMARK FOR ts AS ts - INTERVAL '5' SECOND");
  }
}
