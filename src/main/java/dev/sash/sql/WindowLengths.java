package dev.sash.sql;

import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import dev.sash.time.ZoneNames;
import dev.sash.window.CivilLength;
import java.math.BigDecimal;
import java.time.ZoneId;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIntervalLiteral;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNumericLiteral;
import org.apache.calcite.sql.SqlUnknownLiteral;
import org.apache.calcite.sql.type.SqlTypeFamily;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.util.TimeString;
import org.jspecify.annotations.Nullable;

/** Reads the constants of a window function: lengths of time, numbers of rows, time zones. */
final class WindowLengths {
  private static final BigDecimal MOST_ROWS = BigDecimal.valueOf(1_000_000_000);

  private final WindowKind function;

  WindowLengths(WindowKind function) {
    this.function = function;
  }

  /** A length above 0. */
  CivilLength length(SqlNode node, String word) {
    CivilLength length = signed(node, word);
    if (length.months() < 0 || length.millis() < 0 || length.equals(CivilLength.ZERO)) {
      throw wrong(node, word + " of " + function + " must be above 0, not " + SqlText.of(node))
          .hint("write an interval such as INTERVAL '5' MINUTE");
    }
    return length;
  }

  /** A length above 0 that is the same everywhere. */
  long millis(SqlNode node, String word) {
    CivilLength length = length(node, word);
    if (length.isMonths()) {
      throw wrong(node, SqlText.of(node) + " counts months, whose length varies")
          .hint("write days, such as INTERVAL '30' DAY");
    }
    return length.millis();
  }

  /** An offset: a length of any sign, or a time of the day. */
  CivilLength offset(SqlNode node) {
    Long time = timeOfDay(node);
    return time != null ? new CivilLength(0, time) : signed(node, "offset");
  }

  private CivilLength signed(SqlNode node, String word) {
    CivilLength length = interval(node);
    if (length == null) {
      throw wrong(
              node,
              word + " of " + function + " must be an interval literal, not " + SqlText.of(node))
          .hint("write an interval such as INTERVAL '5' MINUTE");
    }
    return length;
  }

  /** An interval literal, with any sign in front of it; null for anything else. */
  private static @Nullable CivilLength interval(SqlNode node) {
    if (node instanceof SqlCall call && call.operandCount() == 1) {
      CivilLength inner = interval(call.operand(0));
      if (call.getKind() == SqlKind.MINUS_PREFIX && inner != null) {
        return new CivilLength(-inner.months(), -inner.millis());
      }
      return call.getKind() == SqlKind.PLUS_PREFIX ? inner : null;
    }
    if (!(node instanceof SqlIntervalLiteral literal)) {
      return null;
    }
    if (Intervals.isFinerThanMillis(literal.getValueAs(SqlIntervalLiteral.IntervalValue.class))) {
      throw wrong(node, SqlText.of(node) + " is no whole number of milliseconds")
          .hint("write at most three digits behind the point");
    }
    return literal.getTypeName().getFamily() == SqlTypeFamily.INTERVAL_YEAR_MONTH
        ? new CivilLength(Intervals.months(literal), 0)
        : new CivilLength(0, Intervals.millis(literal));
  }

  private static @Nullable Long timeOfDay(SqlNode node) {
    SqlNode literal =
        node instanceof SqlUnknownLiteral unknown && unknown.tag.equals("TIME")
            ? unknown.resolve(SqlTypeName.TIME)
            : node;
    return literal instanceof SqlLiteral time && time.getValue() instanceof TimeString text
        ? (long) text.getMillisOfDay()
        : null;
  }

  /** A number of rows above 0. */
  long rows(SqlNode node, String word) {
    if (!(node instanceof SqlNumericLiteral number) || !number.isInteger()) {
      boolean negative = node.getKind() == SqlKind.MINUS_PREFIX;
      throw wrong(
              node,
              word
                  + " of "
                  + function
                  + (negative ? " must be above 0" : " must be a whole number of rows")
                  + ", not "
                  + SqlText.of(node))
          .hint("write a number such as 100");
    }
    BigDecimal written = number.bigDecimalValue();
    if (written.compareTo(MOST_ROWS) > 0) {
      throw wrong(node, word + " of " + function + " must be at most " + MOST_ROWS + " rows")
          .hint("write a number such as 100");
    }
    long rows = written.longValue();
    if (rows <= 0) {
      throw wrong(node, word + " of " + function + " must be above 0, not " + SqlText.of(node))
          .hint("write a number such as 100");
    }
    return rows;
  }

  /** Whether this can only be a time zone. */
  static boolean isText(SqlNode node) {
    return node instanceof SqlLiteral literal && literal.getTypeName() == SqlTypeName.CHAR;
  }

  /** A time zone by its name or its distance from UTC. */
  ZoneId zone(SqlNode node) {
    if (!isText(node)) {
      throw wrong(node, "time zone of " + function + " must be a text, not " + SqlText.of(node))
          .hint("write a name such as 'Europe/Berlin'");
    }
    String name = String.valueOf(((SqlLiteral) node).toValue());
    ZoneId zone = ZoneNames.find(name);
    if (zone == null) {
      throw wrong(node, "time zone '" + name + "' is not known").hint(ZoneNames.suggestion(name));
    }
    return zone;
  }

  static SashException wrong(SqlNode node, String message) {
    return SashException.at(
        Positions.span(node.getParserPosition()), ErrorCode.WINDOW_ARGUMENT, message);
  }
}
