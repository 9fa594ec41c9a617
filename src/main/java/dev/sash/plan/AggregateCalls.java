package dev.sash.plan;

import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import dev.sash.sql.Positions;
import dev.sash.sql.TypeMapping;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;

/** Aggregates of the algebra as {@link AggregateCall}s over an {@link AggregateInput}. */
final class AggregateCalls {
  private static final Set<String> FUNCTIONS =
      Set.of("COUNT", "SUM", "AVG", "MIN", "MAX", "ANY_VALUE");

  private final AggregateInput input;
  private final List<RexNode> expressions;

  /**
   * Calls over an input.
   *
   * @param expressions what the arguments of the calls mean
   */
  AggregateCalls(AggregateInput input, List<RexNode> expressions) {
    this.input = input;
    this.expressions = expressions;
  }

  /** The calls in order. */
  List<AggregateCall> of(Aggregate aggregate) {
    List<AggregateCall> calls = new ArrayList<>();
    for (org.apache.calcite.rel.core.AggregateCall call : aggregate.getAggCallList()) {
      calls.add(call(call));
    }
    return calls;
  }

  private AggregateCall call(org.apache.calcite.rel.core.AggregateCall call) {
    String function = call.getAggregation().getName();
    refuseUnsupported(call, function);
    List<Integer> arguments = new ArrayList<>();
    List<String> texts = new ArrayList<>();
    for (int argument : call.getArgList()) {
      RexNode expression = expressions.get(argument);
      arguments.add(input.add(expression));
      texts.add(input.text(expression));
    }
    boolean distinct = call.isDistinct() && !function.equals("MIN") && !function.equals("MAX");
    String text =
        function
            + "("
            + (distinct ? "DISTINCT " : "")
            + (texts.isEmpty() ? "*" : String.join(", ", texts))
            + ")";
    int filter = -1;
    if (call.filterArg >= 0) {
      RexNode condition = withoutIsTrue(expressions.get(call.filterArg));
      filter = input.add(condition);
      text += " FILTER (WHERE " + input.text(condition) + ")";
    }
    return new AggregateCall(
        function, arguments, distinct, filter, TypeMapping.dataType(call.getType()), text);
  }

  /** Only TRUE counts anyway. */
  private static RexNode withoutIsTrue(RexNode condition) {
    return condition.getKind() == SqlKind.IS_TRUE
        ? ((RexCall) condition).getOperands().get(0)
        : condition;
  }

  private static void refuseUnsupported(
      org.apache.calcite.rel.core.AggregateCall call, String function) {
    String message = null;
    String hint = null;
    if (!FUNCTIONS.contains(function) || call.isApproximate()) {
      String name = call.isApproximate() ? "APPROX_COUNT_DISTINCT" : function;
      message = "aggregate " + name + " is not supported yet";
      hint = "aggregates are COUNT, SUM, AVG, MIN, MAX, each with DISTINCT and FILTER";
    } else if (call.getArgList().size() > 1) {
      message = function + " of several columns is not supported yet";
      hint = "join them into one text: a || ',' || b";
    } else if (call.hasCollation()) {
      message = "ORDER BY inside of " + function + " is not supported yet";
      hint = "leave it out";
    }
    if (message != null) {
      throw SashException.at(
              Positions.span(call.getParserPosition()), ErrorCode.NOT_SUPPORTED, message)
          .hint(hint);
    }
  }
}
