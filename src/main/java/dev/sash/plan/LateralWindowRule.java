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
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.logical.LogicalTableFunctionScan;
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
  /** The rule. */
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

  private LateralWindowRule() {}

  private static boolean isWindow(LogicalTableFunctionScan scan) {
    return scan.getCall() instanceof RexCall call && call.getOperator() instanceof WindowFunction;
  }

  private static void rewrite(RelOptRuleCall match) {
    LogicalCorrelate correlate = match.rel(0);
    LogicalTableFunctionScan scan = match.rel(2);
    RexCall call = (RexCall) scan.getCall();
    WindowFunction function = (WindowFunction) call.getOperator();
    WindowAssign.Assignment assignment =
        new WindowAssign.Assignment(
            timeColumn(correlate, call.getOperands().get(0), function),
            function.window(),
            Positions.span(function.timePosition()));
    match.transformTo(withTime(WindowAssign.create(match.rel(1), assignment), correlate));
  }

  /** window_time follows from window_end, so that no operator has to know of it. */
  private static RelNode withTime(WindowAssign window, RelNode correlate) {
    RexBuilder builder = window.getCluster().getRexBuilder();
    List<RexNode> columns = new ArrayList<>(builder.identityProjects(window.getRowType()));
    columns.add(WindowTime.of(builder.makeInputRef(window, window.startColumn() + 1), builder));
    return LogicalProject.create(
        window, List.of(), columns, correlate.getRowType().getFieldNames(), Set.of());
  }

  private static int timeColumn(LogicalCorrelate correlate, RexNode time, WindowFunction function) {
    if (time instanceof RexFieldAccess access
        && access.getReferenceExpr() instanceof RexCorrelVariable row
        && row.id.equals(correlate.getCorrelationId())) {
      return access.getField().getIndex();
    }
    throw SashException.at(
            Positions.span(function.timePosition()),
            ErrorCode.WINDOW_ARGUMENT,
            "the time of a window must be the event-time column itself, not an expression")
        .hint("declare the column in CREATE STREAM: WATERMARK FOR ts AS ts - INTERVAL '5' SECOND");
  }
}
