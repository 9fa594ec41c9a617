package dev.sash.plan;

import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.calcite.rel.RelCollations;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.logical.LogicalAggregate;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexProgram;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.tools.RelBuilder;

/**
 * GROUP BY over windows that depend on the rows of a key: sessions, and windows of rows.
 *
 * <p>WHERE beside {@code TABLE(SESSION(...))} filters after the sessions are made. So all rows go
 * into the aggregate, those that pass count, and sessions in which none passes are not shown:
 *
 * <pre>
 *   SELECT k, SUM(x) FROM TABLE(SESSION(TABLE s PARTITION BY k, ...)) WHERE c GROUP BY k, window_end
 *
 *   SUM(x) FILTER (WHERE c)   HAVING COUNT(*) FILTER (WHERE c) > 0
 * </pre>
 */
final class KeyedWindows {
  private final WindowAssign window;
  private final Aggregate aggregate;
  private final List<RexNode> expressions;
  private final RexBuilder builder;

  /**
   * An aggregate right above windows.
   *
   * @param expressions the columns of its input, over those of the window
   */
  KeyedWindows(WindowAssign window, Aggregate aggregate, List<RexNode> expressions) {
    this.window = window;
    this.aggregate = aggregate;
    this.expressions = expressions;
    builder = window.getCluster().getRexBuilder();
  }

  /**
   * Fails unless the group's key is the key of the windows.
   *
   * @param ofWindow expressions that look at the bounds
   */
  void checkKeys(List<RexNode> ofWindow) {
    if (window.isPerGroup()) {
      return;
    }
    Set<Integer> keys = new TreeSet<>();
    boolean computed = false;
    for (int key : aggregate.getGroupSet()) {
      RexNode expression = expressions.get(key);
      if (expression instanceof RexInputRef ref && ref.getIndex() < window.startColumn()) {
        keys.add(ref.getIndex());
      } else if (!ofWindow.contains(expression) && !RexUtil.isConstant(expression)) {
        computed = true;
      }
    }
    if (computed || !keys.equals(new TreeSet<>(window.keyColumns()))) {
      List<String> names =
          window.keyColumns().stream()
              .map(column -> window.getRowType().getFieldNames().get(column))
              .toList();
      throw SashException.at(
              window.timePlace(),
              ErrorCode.GROUPING,
              names.isEmpty()
                  ? "these windows have no key: without PARTITION BY, GROUP BY can only name"
                      + " window_start and window_end"
                  : "GROUP BY must have the columns of PARTITION BY beside the window: "
                      + String.join(", ", names))
          .hint("write the same columns in PARTITION BY and in GROUP BY");
    }
  }

  /** The same aggregate over all rows, with a column more: how many of them pass. */
  Aggregate counting(List<RexNode> ofRow, List<RexNode> ofWindow) {
    RexNode passes = RexUtil.composeConjunction(builder, ofRow);
    List<RexNode> columns = new ArrayList<>(expressions);
    List<AggregateCall> calls = new ArrayList<>();
    for (AggregateCall call : aggregate.getAggCallList()) {
      RexNode both =
          call.filterArg < 0
              ? passes
              : RexUtil.composeConjunction(
                  builder, List.of(expressions.get(call.filterArg), passes));
      calls.add(call.withFilter(filter(columns, both)));
    }
    calls.add(
        AggregateCall.create(
            SqlParserPos.ZERO,
            SqlStdOperatorTable.COUNT,
            false,
            false,
            false,
            List.of(),
            List.of(),
            filter(columns, passes),
            null,
            RelCollations.EMPTY,
            window.getCluster().getTypeFactory().createSqlType(SqlTypeName.BIGINT),
            "$passing"));
    RelBuilder rows = RuleBook.builder(window.getCluster()).push(window);
    if (!ofWindow.isEmpty()) {
      rows.filter(ofWindow);
    }
    RelNode input =
        LogicalProject.create(rows.build(), List.of(), columns, (List<String>) null, Set.of());
    return LogicalAggregate.create(
        input, List.of(), aggregate.getGroupSet(), aggregate.getGroupSets(), calls);
  }

  private int filter(List<RexNode> columns, RexNode condition) {
    RexNode known = builder.makeCall(SqlStdOperatorTable.IS_TRUE, condition);
    RexNode column = condition.getType().isNullable() ? known : condition;
    int at = columns.indexOf(column);
    if (at < 0) {
      columns.add(column);
      return columns.size() - 1;
    }
    return at;
  }

  /** What is above {@link #counting}: the sessions in which a row passes, without the number. */
  RexProgram counted(Aggregate counting) {
    int last = counting.getRowType().getFieldCount() - 1;
    List<RexNode> columns =
        new ArrayList<>(builder.identityProjects(counting.getRowType()).subList(0, last));
    RexNode any =
        builder.makeCall(
            SqlStdOperatorTable.GREATER_THAN,
            RexInputRef.of(last, counting.getRowType()),
            builder.makeZeroLiteral(counting.getRowType().getFieldList().get(last).getType()));
    return RexProgram.create(counting.getRowType(), columns, any, aggregate.getRowType(), builder);
  }
}
