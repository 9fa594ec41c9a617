package dev.sash.plan;

import dev.sash.aggregate.AggregateEntry;
import dev.sash.aggregate.AggregateEntry.Distinct;
import dev.sash.aggregate.AggregateEntry.Form;
import dev.sash.aggregate.AggregateFunctions;
import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import dev.sash.sql.OwnAggregateOperator;
import dev.sash.sql.Positions;
import dev.sash.sql.TypeMapping;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.jspecify.annotations.Nullable;

/** Aggregates of the algebra as {@link AggregateCall}s over an {@link AggregateInput}. */
final class AggregateCalls {
  private final AggregateInput input;
  private final List<RexNode> expressions;
  private final @Nullable RexNode time;

  /**
   * Calls over an input.
   *
   * @param expressions what the arguments of the calls mean
   * @param time the event time of a row, or null where only the order of the input tells rows apart
   */
  AggregateCalls(AggregateInput input, List<RexNode> expressions, @Nullable RexNode time) {
    this.input = input;
    this.expressions = expressions;
    this.time = time;
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
    AggregateEntry entry = entry(call, function);
    CallArguments arguments = new CallArguments(input, expressions, entry);
    arguments.addAll(call);
    boolean byInput =
        !call.hasCollation() && (entry.form() == Form.BY_TIME || entry.form() == Form.ORDERED);
    if (byInput && time != null) {
      arguments.order(time, AggregateCall.ASCENDING);
    }
    boolean distinct = call.isDistinct() && entry.distinct() == Distinct.COUNTS_ONCE;
    String text = arguments.text(function, distinct);
    int filter = -1;
    if (call.filterArg >= 0) {
      RexNode condition = withoutIsTrue(expressions.get(call.filterArg));
      filter = input.add(condition);
      text += " FILTER (WHERE " + input.text(condition) + ")";
    }
    return new AggregateCall(
        entry,
        arguments.columns(),
        arguments.constants(),
        arguments.orders(),
        byInput,
        distinct,
        filter,
        TypeMapping.dataType(call.getType()),
        text);
  }

  /** Only TRUE counts anyway. */
  private static RexNode withoutIsTrue(RexNode condition) {
    return condition.getKind() == SqlKind.IS_TRUE
        ? ((RexCall) condition).getOperands().get(0)
        : condition;
  }

  private static AggregateEntry entry(
      org.apache.calcite.rel.core.AggregateCall call, String function) {
    AggregateEntry entry =
        call.getAggregation() instanceof OwnAggregateOperator own
            ? own.entry()
            : AggregateFunctions.find(function);
    if (entry == null) {
      throw refused(
          call,
          "aggregate " + function + " is not supported yet",
          AggregateFunctions.hint(function));
    } else if (entry.arguments().isEmpty() && call.getArgList().size() > 1) {
      throw refused(
          call,
          function + " of several columns is not supported yet",
          "join them into one text: a || ',' || b");
    } else if (call.isDistinct() && entry.distinct() == Distinct.REFUSED) {
      throw refused(
          call,
          function + " takes no DISTINCT",
          "leave it out, or aggregate a sub-query with SELECT DISTINCT");
    }
    return entry;
  }

  private static SashException refused(
      org.apache.calcite.rel.core.AggregateCall call, String message, String hint) {
    return SashException.at(
            Positions.span(call.getParserPosition()), ErrorCode.NOT_SUPPORTED, message)
        .hint(hint);
  }
}
