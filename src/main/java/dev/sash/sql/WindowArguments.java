package dev.sash.sql;

import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import dev.sash.error.Suggestion;
import dev.sash.window.WindowSpec;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlIntervalLiteral;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlUnknownLiteral;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeFamily;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.util.TimeString;
import org.jspecify.annotations.Nullable;

/** Reads the arguments of HOP and TUMBLE: positional, named, or mixed. */
final class WindowArguments {
  /** Window functions that exist. */
  static final Set<String> SUPPORTED = Set.of("HOP", "TUMBLE");

  /** Window functions that are understood, so that they can be refused by name. */
  static final Set<String> REFUSED =
      Set.of("SESSION", "CUMULATE", "HOP_ROWS", "TUMBLE_ROWS", "HOPPING", "SLIDING");

  private static final Pattern BELOW_A_MILLISECOND = Pattern.compile("\\.\\d{3}\\d*[1-9]");
  private static final String SLIDE = "SLIDE";
  private static final String SIZE = "SIZE";
  private static final String OFFSET = "OFFSET";
  private static final String TIME = "TIMECOL";
  private static final String DATA = "DATA";

  private final String function;
  private final SqlParserPos position;
  private final boolean table;
  private final Map<String, SqlNode> values = new HashMap<>();

  private WindowArguments(String function, SqlCall call, boolean table) {
    this.function = function;
    this.position = call.getParserPosition();
    this.table = table;
    assign(call.getOperandList());
  }

  /**
   * Understands a call.
   *
   * @param function HOP or TUMBLE
   * @param table whether its first argument is a table and its second a DESCRIPTOR
   * @throws SashException with the place of the argument that cannot be used
   */
  static WindowCall read(String function, SqlCall call, boolean table) {
    return new WindowArguments(function, call, table).window();
  }

  /** Whether the first argument says that a table comes first. */
  static boolean startsWithTable(SqlCall call) {
    for (SqlNode operand : call.getOperandList()) {
      if (isDescriptor(operand)
          || (operand.getKind() == SqlKind.ARGUMENT_ASSIGNMENT
              && (name(operand).equals(DATA) || isDescriptor(value(operand))))) {
        return true;
      }
    }
    return false;
  }

  /** The parser leaves DESCRIPTOR as a function to be looked up by name. */
  static boolean isDescriptor(SqlNode node) {
    return node instanceof SqlCall call
        && call.getOperator().getName().equalsIgnoreCase("DESCRIPTOR");
  }

  private List<String> parameters() {
    if (function.equals("HOP")) {
      return table ? List.of(DATA, TIME, SLIDE, SIZE, OFFSET) : List.of(TIME, SLIDE, SIZE, OFFSET);
    }
    return table ? List.of(DATA, TIME, SIZE, OFFSET) : List.of(TIME, SIZE, OFFSET);
  }

  private void assign(List<SqlNode> operands) {
    List<String> parameters = parameters();
    for (SqlNode operand : operands) {
      if (operand.getKind() == SqlKind.ARGUMENT_ASSIGNMENT) {
        assignNamed(operand, parameters);
      }
    }
    int next = 0;
    for (SqlNode operand : operands) {
      if (operand.getKind() == SqlKind.ARGUMENT_ASSIGNMENT) {
        continue;
      }
      while (next < parameters.size() && values.containsKey(parameters.get(next))) {
        next++;
      }
      if (next == parameters.size()) {
        throw wrong(operand, function + " has one argument too many: " + SqlText.of(operand))
            .hint(signature());
      }
      values.put(parameters.get(next), operand);
    }
  }

  private void assignNamed(SqlNode operand, List<String> parameters) {
    String name = name(operand);
    if (!parameters.contains(name)) {
      String meant = Suggestion.didYouMean(name, parameters);
      throw wrong(operand, function + " has no argument \"" + name + "\"")
          .hint(meant != null ? meant : "arguments are " + String.join(", ", parameters));
    }
    if (values.put(name, value(operand)) != null) {
      throw wrong(operand, "argument \"" + name + "\" of " + function + " is given twice");
    }
  }

  private static String name(SqlNode assignment) {
    SqlIdentifier name = ((SqlCall) assignment).operand(1);
    return name.getSimple().toUpperCase(Locale.ROOT);
  }

  private static SqlNode value(SqlNode assignment) {
    return ((SqlCall) assignment).operand(0);
  }

  private WindowCall window() {
    SqlNode time = time();
    long size = length(SIZE);
    long slide = function.equals("HOP") ? length(SLIDE) : size;
    long offset = values.containsKey(OFFSET) ? offset(values.get(OFFSET)) : 0;
    return new WindowCall(
        values.get(DATA), time, new WindowSpec.Hop(slide, size, offset), position);
  }

  private SqlNode time() {
    SqlNode time = required(TIME, "a time column");
    boolean descriptor = isDescriptor(time);
    if (table && !descriptor) {
      throw wrong(time, "the time column of " + function + " must stand in DESCRIPTOR(...)")
          .hint("write DESCRIPTOR(" + SqlText.of(time).replace("\"", "") + ")");
    }
    if (!descriptor) {
      return time;
    }
    SqlCall call = (SqlCall) time;
    if (call.operandCount() != 1) {
      throw wrong(time, "DESCRIPTOR of " + function + " must name one column");
    }
    return call.operand(0);
  }

  private SqlNode required(String parameter, String what) {
    SqlNode value = values.get(parameter);
    if (value == null) {
      throw SashException.at(
              Positions.span(position), ErrorCode.WINDOW_ARGUMENT, function + " needs " + what)
          .hint(signature());
    }
    return value;
  }

  private long length(String parameter) {
    String word = parameter.toLowerCase(Locale.ROOT);
    SqlNode node = required(parameter, "a " + word);
    refuseZone(node);
    Long millis = millis(node);
    if (millis == null) {
      throw notConstant(node, word);
    }
    if (millis <= 0) {
      throw wrong(node, word + " of " + function + " must be above 0, not " + SqlText.of(node))
          .hint("write an interval such as INTERVAL '5' MINUTE");
    }
    return millis;
  }

  private long offset(SqlNode node) {
    refuseZone(node);
    Long millis = timeOfDay(node);
    if (millis == null) {
      millis = millis(node);
    }
    if (millis == null) {
      throw notConstant(node, "offset");
    }
    return millis;
  }

  /** The length of an interval literal, with any sign in front of it; null for anything else. */
  private static @Nullable Long millis(SqlNode node) {
    if (node instanceof SqlCall call && call.operandCount() == 1) {
      Long inner = millis(call.operand(0));
      if (call.getKind() == SqlKind.MINUS_PREFIX && inner != null) {
        return -inner;
      }
      return call.getKind() == SqlKind.PLUS_PREFIX ? inner : null;
    }
    if (!(node instanceof SqlIntervalLiteral literal)) {
      return null;
    }
    String text = literal.getValueAs(SqlIntervalLiteral.IntervalValue.class).getIntervalLiteral();
    if (BELOW_A_MILLISECOND.matcher(text).find()) {
      throw wrong(node, SqlText.of(node) + " is no whole number of milliseconds")
          .hint("write at most three digits behind the point");
    }
    if (literal.getTypeName().getFamily() == SqlTypeFamily.INTERVAL_YEAR_MONTH) {
      throw wrong(node, SqlText.of(node) + " counts months, whose length varies")
          .hint("write days, such as INTERVAL '30' DAY");
    }
    return Intervals.millis(literal);
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

  private void refuseZone(SqlNode node) {
    if (node instanceof SqlLiteral literal && literal.getTypeName() == SqlTypeName.CHAR) {
      throw SashException.at(
              Positions.span(node.getParserPosition()),
              ErrorCode.NOT_SUPPORTED,
              "windows in a time zone are not supported yet")
          .hint("give an offset, such as INTERVAL '-1' HOUR for a zone one hour ahead of UTC");
    }
  }

  private SashException notConstant(SqlNode node, String word) {
    return wrong(
            node,
            word + " of " + function + " must be an interval literal, not " + SqlText.of(node))
        .hint("write an interval such as INTERVAL '5' MINUTE");
  }

  private String signature() {
    String tail = function.equals("HOP") ? "slide, size [, offset])" : "size [, offset])";
    return "write " + function + (table ? "(TABLE stream, DESCRIPTOR(ts), " : "(ts, ") + tail;
  }

  private static SashException wrong(SqlNode node, String message) {
    return SashException.at(
        Positions.span(node.getParserPosition()), ErrorCode.WINDOW_ARGUMENT, message);
  }
}
