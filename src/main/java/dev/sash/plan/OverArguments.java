package dev.sash.plan;

import dev.sash.aggregate.AggregateEntry;
import dev.sash.aggregate.AggregateEntry.Distinct;
import dev.sash.aggregate.AggregateEntry.Form;
import dev.sash.aggregate.AggregateFunctions;
import dev.sash.aggregate.ArgumentKind;
import dev.sash.data.DataType;
import dev.sash.data.Schema;
import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import dev.sash.error.SourceSpan;
import dev.sash.runtime.FrameValues;
import dev.sash.runtime.OverFrame;
import dev.sash.sql.OwnAggregateOperator;
import dev.sash.sql.TypeMapping;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexWindow;
import org.apache.calcite.sql.SqlKind;
import org.jspecify.annotations.Nullable;

/** One function with OVER of the algebra as an {@link OverCall}. */
final class OverArguments {
  /** Rows before, and places in a frame: each is a row that is kept for every key. */
  private static final BigDecimal NUMBER_MAX = BigDecimal.valueOf(1_000_000);

  private final OverRows.Call call;
  private final Schema input;
  private final boolean isOrdered;
  private final DataType type;
  private final @Nullable SourceSpan place;

  /**
   * For a function.
   *
   * @param isOrdered whether its rows have an order
   */
  OverArguments(
      PhysicalTranslator translator, OverRows.Call call, Schema input, boolean isOrdered) {
    this.isOrdered = isOrdered;
    this.call = call;
    this.input = input;
    type = TypeMapping.dataType(call.type());
    place = translator.places().over(call.name());
  }

  OverCall call() {
    return switch (call.function().getKind()) {
      case ROW_NUMBER -> rank(OverCall.Kind.ROW_NUMBER);
      case RANK -> rank(OverCall.Kind.RANK);
      case DENSE_RANK -> rank(OverCall.Kind.DENSE_RANK);
      case LAG -> lag();
      case LEAD -> lead();
      default ->
          call.name().equals("FIRST_VALUE")
              ? value(1)
              : call.name().equals("LAST_VALUE")
                  ? value(FrameValues.Form.LAST)
                  : call.function().getKind() == SqlKind.NTH_VALUE
                      ? value(number(1, 1))
                      : aggregate();
    };
  }

  private OverCall rank(OverCall.Kind kind) {
    OverFrame all = new OverFrame(true, OverFrame.UNBOUNDED);
    return new OverCall(kind, all, null, -1, 0, -1, false, type, call.name() + "()");
  }

  private OverCall lag() {
    return shift(OverCall.Kind.LAG, 1);
  }

  private OverCall lead() {
    if (call.ignoresNulls()) {
      throw refused(
          "LEAD with IGNORE NULLS is not supported yet: a row could wait for ever",
          "write LAG with IGNORE NULLS, or leave rows without a value out in a sub-query");
    }
    return shift(OverCall.Kind.LEAD, -1);
  }

  private OverCall shift(OverCall.Kind kind, int direction) {
    int number = call.arguments().size() > 1 ? number(1, 0) : 1;
    int defaultColumn = call.arguments().size() > 2 ? call.arguments().get(2).column() : -1;
    OverFrame frame = new OverFrame(true, (long) direction * number, -(long) direction * number);
    return new OverCall(
        kind,
        frame,
        null,
        call.arguments().get(0).column(),
        number,
        defaultColumn,
        call.ignoresNulls(),
        type,
        text(number == 1 && defaultColumn < 0 ? "" : ", " + number));
  }

  private OverCall value(int number) {
    OverFrame frame = frame();
    if (frame.following() != 0 && (call.ignoresNulls() || frame.isUnbounded())) {
      throw refused(
          call.name()
              + (call.ignoresNulls() ? " with IGNORE NULLS" : " of a frame from the first row on")
              + " needs one that ends with CURRENT ROW",
          "write LAG(x, n), or take the value in a sub-query and LAG of it");
    }
    return new OverCall(
        OverCall.Kind.VALUE,
        frame,
        null,
        call.arguments().get(0).column(),
        number,
        -1,
        call.ignoresNulls(),
        type,
        text(number > 1 ? ", " + number : "") + OverFrames.text(frame));
  }

  private OverFrame frame() {
    RexWindow window = call.window();
    if (window == null) {
      throw new AssertionError(call);
    }
    return new OverFrames(call.name(), !isOrdered, place).of(window);
  }

  private String text(String rest) {
    return call.name() + "(" + name(0) + rest + ")" + (call.ignoresNulls() ? " IGNORE NULLS" : "");
  }

  private String name(int argument) {
    OverRows.Argument own = call.arguments().get(argument);
    return own.literal() == null ? input.field(own.column()).name() : own.literal().toString();
  }

  /** A number that is written in the query. */
  private int number(int argument, int least) {
    RexLiteral literal = call.arguments().get(argument).literal();
    BigDecimal value = literal == null ? null : literal.getValueAs(BigDecimal.class);
    if (value == null
        || value.compareTo(BigDecimal.valueOf(least)) < 0
        || value.compareTo(NUMBER_MAX) > 0
        || value.stripTrailingZeros().scale() > 0) {
      throw refused(
          call.name()
              + " OVER needs a whole number from "
              + least
              + " to 1000000 as its second"
              + " argument",
          "write " + call.name() + "(x, 2)");
    }
    return value.intValue();
  }

  private OverCall aggregate() {
    AggregateEntry entry =
        call.function() instanceof OwnAggregateOperator own
            ? own.entry()
            : AggregateFunctions.find(call.name());
    if (entry == null || entry.form() != Form.PLAIN) {
      throw refused(
          call.name() + " with OVER is not supported yet",
          "aggregate with GROUP BY and HOP or TUMBLE");
    }
    if (call.ignoresNulls()) {
      throw refused(call.name() + " ignores NULL as it is", "leave IGNORE NULLS out");
    }
    if (entry.arguments().isEmpty() && call.arguments().size() > 1) {
      throw refused(
          call.name() + " of several columns is not supported yet",
          "join them into one text: a || ',' || b");
    }
    if (call.distinct() && entry.distinct() == Distinct.REFUSED) {
      throw refused(call.name() + " takes no DISTINCT", "leave it out");
    }
    OverFrame frame = frame();
    String text = aggregateText() + OverFrames.text(frame);
    return new OverCall(
        OverCall.Kind.AGGREGATE, frame, aggregate(entry, text), -1, 0, -1, false, type, text);
  }

  private AggregateCall aggregate(AggregateEntry entry, String text) {
    List<Integer> columns = new ArrayList<>();
    List<Object> constants = new ArrayList<>();
    for (int i = 0; i < call.arguments().size(); i++) {
      OverRows.Argument argument = call.arguments().get(i);
      if (!entry.arguments().isEmpty() && entry.arguments().get(i).isConstant()) {
        constants.add(constant(entry.arguments().get(i), argument));
      } else {
        columns.add(argument.column());
      }
    }
    boolean distinct = call.distinct() && entry.distinct() == Distinct.COUNTS_ONCE;
    return new AggregateCall(entry, columns, constants, List.of(), false, distinct, -1, type, text);
  }

  private Object constant(ArgumentKind kind, OverRows.Argument argument) {
    RexLiteral literal = argument.literal();
    Object value =
        literal == null || literal.isNull()
            ? null
            : kind == ArgumentKind.CONSTANT_TEXT
                ? literal.getValueAs(String.class)
                : literal.getValueAs(BigDecimal.class);
    if (value == null) {
      throw refused(call.name() + " OVER needs a " + kind.words(), "write it into the query");
    }
    return value;
  }

  private String aggregateText() {
    List<String> names = new ArrayList<>();
    for (int i = 0; i < call.arguments().size(); i++) {
      names.add(name(i));
    }
    return call.name()
        + "("
        + (call.distinct() ? "DISTINCT " : "")
        + (names.isEmpty() ? "*" : String.join(", ", names))
        + ")";
  }

  private SashException refused(String message, String hint) {
    return SashException.at(place, ErrorCode.NOT_SUPPORTED, message).hint(hint);
  }
}
