package dev.sash.plan;

import dev.sash.aggregate.AggregateEntry;
import dev.sash.aggregate.AggregateRequest.Order;
import dev.sash.aggregate.ArgumentKind;
import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import dev.sash.sql.Positions;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;

/** The arguments of one call: columns of the input, constants, and what it is ordered by. */
final class CallArguments {
  private static final BigDecimal COUNT_MAX = BigDecimal.valueOf(1_000_000);

  private final AggregateInput input;
  private final List<RexNode> expressions;
  private final AggregateEntry entry;
  private final List<Integer> columns = new ArrayList<>();
  private final List<Object> constants = new ArrayList<>();
  private final List<Order> orders = new ArrayList<>();
  private final List<String> texts = new ArrayList<>();
  private final List<String> orderTexts = new ArrayList<>();

  CallArguments(AggregateInput input, List<RexNode> expressions, AggregateEntry entry) {
    this.input = input;
    this.expressions = expressions;
    this.entry = entry;
  }

  /** Adds what the call says. */
  void addAll(AggregateCall call) {
    boolean ofOrder = entry.form() == AggregateEntry.Form.PERCENTILE;
    for (int i = 0; i < (ofOrder ? 1 : call.getArgList().size()); i++) {
      RexNode expression = expressions.get(call.getArgList().get(i));
      texts.add(input.text(expression));
      if (!entry.arguments().isEmpty() && entry.arguments().get(i).isConstant()) {
        constants.add(constant(call, entry.arguments().get(i), expression));
      } else {
        columns.add(input.add(expression));
      }
    }
    List<RelFieldCollation> keys = call.getCollation().getFieldCollations();
    if (ofOrder && keys.size() != 1) {
      throw wrong(call, "needs one ORDER BY expression, and not " + keys.size());
    }
    for (RelFieldCollation key : keys) {
      RexNode expression = expressions.get(key.getFieldIndex());
      boolean descending = key.getDirection().isDescending();
      boolean nullsFirst = key.nullDirection == RelFieldCollation.NullDirection.FIRST;
      order(expression, new Order(descending, nullsFirst));
      String nulls = nullsFirst != descending ? nullsFirst ? " NULLS FIRST" : " NULLS LAST" : "";
      orderTexts.add(input.text(expression) + (descending ? " DESC" : "") + nulls);
    }
  }

  private Object constant(AggregateCall call, ArgumentKind kind, RexNode expression) {
    Object value =
        expression instanceof RexLiteral literal && !literal.isNull()
            ? kind == ArgumentKind.CONSTANT_TEXT
                ? literal.getValueAs(String.class)
                : literal.getValueAs(BigDecimal.class)
            : null;
    if (value == null) {
      throw wrong(call, "needs a " + kind.words() + ", and not " + input.text(expression));
    } else if (kind == ArgumentKind.CONSTANT_COUNT) {
      if (!isCount((BigDecimal) value)) {
        throw wrong(call, "needs a number from 1 to 1000000, and not " + input.text(expression));
      }
    } else if (value instanceof BigDecimal share && !isShare(share)) {
      throw wrong(call, "needs a share from 0 to 1, and not " + input.text(expression));
    }
    return value;
  }

  private static boolean isCount(BigDecimal value) {
    return value.signum() > 0 && value.compareTo(COUNT_MAX) <= 0;
  }

  private static boolean isShare(BigDecimal value) {
    return value.signum() >= 0 && value.compareTo(BigDecimal.ONE) <= 0;
  }

  private SashException wrong(AggregateCall call, String message) {
    return SashException.at(
            Positions.span(call.getParserPosition()),
            ErrorCode.TYPE_MISMATCH,
            entry.name() + " " + message)
        .hint("write " + entry.example());
  }

  /** Adds what the rows are ordered by next. */
  void order(RexNode expression, Order order) {
    columns.add(input.add(expression));
    orders.add(order);
  }

  List<Integer> columns() {
    return columns;
  }

  List<Object> constants() {
    return constants;
  }

  List<Order> orders() {
    return orders;
  }

  /** The call as SQL, without FILTER. */
  String text(String function, boolean distinct) {
    return function
        + "("
        + (distinct ? "DISTINCT " : "")
        + (texts.isEmpty() ? "*" : String.join(", ", texts))
        + ")"
        + (orderTexts.isEmpty()
            ? ""
            : " WITHIN GROUP (ORDER BY " + String.join(", ", orderTexts) + ")");
  }
}
