package dev.sash.plan;

import dev.sash.data.DataType;
import dev.sash.data.Field;
import dev.sash.data.RowOrder;
import dev.sash.data.Schema;
import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import dev.sash.runtime.WindowTopNOperator;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexLocalRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexProgram;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;

/**
 * Rows that are numbered within their window to a {@link PhysicalNode.WindowTopN}, and those that
 * are numbered over all time to a {@link PhysicalNode.RunningTopN}: the condition on the number,
 * which stands above, says how many are worth keeping.
 */
final class TopNTranslator {
  private TopNTranslator() {}

  /**
   * The numbered rows.
   *
   * @param above what is computed of them; its condition stays where it is
   */
  static PlannedRows translate(PhysicalTranslator translator, RankedRows ranked, RexProgram above) {
    WindowColumns windows = WindowColumns.of(ranked.getInput());
    RankedRows.Ranking ranking = ranked.ranking();
    PhysicalNode input = translator.rows(Programs.chain(ranked.getInput()));
    if (!ranked.isByWindow()) {
      return running(translator, ranked, input, above);
    }
    WindowInputs.check(input);
    long limit =
        ranking.functions().size() > 1 ? Long.MAX_VALUE : limit(above, ranked.firstNumber());
    return new PlannedRows(
        new PhysicalNode.WindowTopN(
            input,
            windows.end(),
            WindowInputs.timeColumn(ranked.getInput(), windows),
            form(ranking, input, ranking.functions(), limit),
            translator.emit().windowed().once()),
        null);
  }

  /** The first rows over all time. */
  private static PlannedRows running(
      PhysicalTranslator translator, RankedRows ranked, PhysicalNode input, RexProgram above) {
    RankedRows.Ranking ranking = ranked.ranking();
    long limit = limit(above, ranked.firstNumber());
    if (limit == Long.MAX_VALUE) {
      throw SashException.at(
              translator.places().over(),
              ErrorCode.NOT_SUPPORTED,
              ranking.functions().get(0)
                  + " needs a window in its PARTITION BY, in which it can be known when all rows"
                  + " have come, or a condition that keeps the first rows")
          .hint(
              "number rows of windows: OVER (PARTITION BY window_start, window_end ORDER BY ...);"
                  + " or keep the first ones: QUALIFY ROW_NUMBER() OVER (PARTITION BY k ORDER BY ts"
                  + " DESC) = 1");
    }
    List<String> functions = new ArrayList<>(ranking.functions());
    functions.add(WindowTopNOperator.Function.ROW_NUMBER.name());
    PhysicalNode.RunningTopN node =
        new PhysicalNode.RunningTopN(
            input, form(ranking, input, functions, limit), translator.emit().global());
    boolean isOne =
        limit == 1
            && ranking.functions().get(0).equals(WindowTopNOperator.Function.ROW_NUMBER.name());
    List<Integer> identity = new ArrayList<>(ranking.partition());
    if (!isOne) {
      identity.add(node.schema().size() - 1);
    }
    return new PlannedRows(node, new PlannedRows.Identity(identity, -1, -1));
  }

  private static WindowTopNOperator.Form form(
      RankedRows.Ranking ranking, PhysicalNode input, List<String> functions, long limit) {
    List<Field> fields = new ArrayList<>(input.schema().fields());
    for (String function : functions) {
      fields.add(new Field("$" + function, DataType.of(DataType.Kind.BIGINT).nullable(false)));
    }
    List<RowOrder.Key> order = ranking.order().stream().map(SortKeys::of).toList();
    return new WindowTopNOperator.Form(
        ranking.partition(),
        order,
        WindowTopNOperator.allColumns(input.schema().size(), isLastFirst(order, input)),
        functions.stream().map(WindowTopNOperator.Function::valueOf).toList(),
        limit,
        new Schema(fields));
  }

  /** Whoever asks for the newest row means the last one of those that came at its time. */
  private static boolean isLastFirst(List<RowOrder.Key> order, PhysicalNode input) {
    return !order.isEmpty()
        && order.stream()
            .allMatch(key -> key.descending() && input.schema().type(key.column()).isTimestamp());
  }

  /** The greatest number that can pass the condition of a program. */
  private static long limit(RexProgram above, int number) {
    long limit = Long.MAX_VALUE;
    RexLocalRef condition = above.getCondition();
    if (condition == null) {
      return limit;
    }
    for (RexNode term : RelOptUtil.conjunctions(above.expandLocalRef(condition))) {
      if (term instanceof RexCall call && call.getOperands().size() == 2) {
        limit = Math.min(limit, limit(call, number));
      }
    }
    return limit;
  }

  private static long limit(RexCall comparison, int number) {
    RexNode left = RexUtil.removeCast(comparison.getOperands().get(0));
    RexNode right = RexUtil.removeCast(comparison.getOperands().get(1));
    boolean isNumberLeft = left instanceof RexInputRef ref && ref.getIndex() == number;
    boolean isNumberRight = right instanceof RexInputRef ref && ref.getIndex() == number;
    RexNode bound = isNumberLeft ? right : left;
    if (isNumberLeft == isNumberRight || !(bound instanceof RexLiteral literal)) {
      return Long.MAX_VALUE;
    }
    BigDecimal value = literal.getValueAs(BigDecimal.class);
    SqlKind kind = isNumberLeft ? comparison.getKind() : comparison.getKind().reverse();
    boolean bounds =
        kind == SqlKind.LESS_THAN || kind == SqlKind.LESS_THAN_OR_EQUAL || kind == SqlKind.EQUALS;
    if (!bounds || value == null || value.precision() - value.scale() > 18) {
      return Long.MAX_VALUE;
    }
    return Math.max(0, value.longValue());
  }
}
