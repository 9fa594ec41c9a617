package dev.sash.sql;

import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import dev.sash.error.Suggestion;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/** Reads the arguments of a window function: positional, named, or mixed. */
final class WindowArguments {
  private static final Map<String, String> SYNONYMS =
      Map.of("TIME_ZONE", "ZONE", "SESSION_GAP", "GAP");

  private final WindowKind function;
  private final SqlParserPos position;
  private final WindowForm form;
  private final Map<String, SqlNode> values = new HashMap<>();

  private WindowArguments(WindowKind function, SqlCall call, WindowForm form) {
    this.function = function;
    this.position = call.getParserPosition();
    this.form = form;
    assign(call.getOperandList());
  }

  /**
   * Understands a call.
   *
   * @throws SashException with the place of the argument that cannot be used
   */
  static WindowCall read(WindowKind function, SqlCall call, WindowForm form) {
    return new WindowArguments(function, call, form).window();
  }

  /** Whether the first argument says that a table comes first. */
  static boolean startsWithTable(SqlCall call) {
    for (SqlNode operand : call.getOperandList()) {
      if (isDescriptor(operand)
          || operand.getKind() == SqlKind.EXPLICIT_TABLE
          || operand.getKind() == SqlKind.SET_SEMANTICS_TABLE
          || (operand.getKind() == SqlKind.ARGUMENT_ASSIGNMENT
              && (name(operand).equals(WindowKind.DATA) || isDescriptor(value(operand))))) {
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

  private void assign(List<SqlNode> operands) {
    List<String> parameters = function.parameters(form == WindowForm.TABLE);
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
      if (WindowLengths.isText(operand)
          && parameters.contains("ZONE")
          && values.putIfAbsent("ZONE", operand) == null) {
        continue;
      }
      while (next < parameters.size() && !takes(parameters.get(next), operand)) {
        next++;
      }
      if (next == parameters.size()) {
        throw WindowLengths.wrong(
                operand, function + " has one argument too many: " + SqlText.of(operand))
            .hint(signature());
      }
      values.put(parameters.get(next), operand);
    }
  }

  /**
   * Whether a positional argument is for a parameter: the key of a session is a DESCRIPTOR, a zone
   * a text.
   */
  private boolean takes(String parameter, SqlNode operand) {
    return !values.containsKey(parameter)
        && (!parameter.equals(WindowKind.KEY) || isDescriptor(operand))
        && !parameter.equals("ZONE");
  }

  private void assignNamed(SqlNode operand, List<String> parameters) {
    String name = name(operand);
    if (!parameters.contains(name)) {
      String meant = Suggestion.didYouMean(name, parameters);
      throw WindowLengths.wrong(operand, function + " has no argument \"" + name + "\"")
          .hint(meant != null ? meant : "arguments are " + String.join(", ", parameters));
    }
    if (values.put(name, value(operand)) != null) {
      throw WindowLengths.wrong(
          operand, "argument \"" + name + "\" of " + function + " is given twice");
    }
  }

  private static String name(SqlNode assignment) {
    SqlIdentifier name = ((SqlCall) assignment).operand(1);
    String written = name.getSimple().toUpperCase(Locale.ROOT);
    return SYNONYMS.getOrDefault(written, written);
  }

  private static SqlNode value(SqlNode assignment) {
    return ((SqlCall) assignment).operand(0);
  }

  private WindowCall window() {
    SqlNode time = function.isTimed() ? time() : null;
    WindowShape shape = new WindowShape(function, values, this::required);
    return new WindowCall(source(), time, keys(), shape.spec(), form, position);
  }

  /** The table, null in the spellings that have none. */
  private @Nullable SqlNode source() {
    SqlNode data = values.get(WindowKind.DATA);
    if (form != WindowForm.TABLE) {
      return null;
    }
    if (data == null) {
      throw SashException.at(
              Positions.span(position),
              ErrorCode.WINDOW_ARGUMENT,
              "a window function in FROM needs a table")
          .hint(signature());
    }
    if (data.getKind() != SqlKind.SET_SEMANTICS_TABLE) {
      return data;
    }
    SqlNodeList order = ((SqlCall) data).operand(2);
    if (!order.isEmpty()) {
      throw WindowLengths.wrong(order.get(0), function + " windows take no ORDER BY")
          .hint("leave it out: rows are ordered by their time");
    }
    if (!function.isKeyed()) {
      throw WindowLengths.wrong(data, function + " windows take no PARTITION BY")
          .hint("name the key in GROUP BY");
    }
    return ((SqlCall) data).operand(0);
  }

  /** The columns of PARTITION BY, or of the second DESCRIPTOR. */
  private List<SqlNode> keys() {
    SqlNode data = values.get(WindowKind.DATA);
    SqlNode key = values.get(WindowKind.KEY);
    if (data != null && data.getKind() == SqlKind.SET_SEMANTICS_TABLE) {
      SqlNodeList partition = ((SqlCall) data).operand(1);
      if (key != null && !partition.isEmpty()) {
        throw WindowLengths.wrong(key, "the key of " + function + " is given twice")
            .hint("write either PARTITION BY or a second DESCRIPTOR");
      }
      if (key == null) {
        return partition.getList().stream().<SqlNode>map(Objects::requireNonNull).toList();
      }
    }
    if (key == null) {
      return List.of();
    }
    List<SqlNode> columns = ((SqlCall) key).getOperandList();
    columns.forEach(this::checkPlain);
    return columns;
  }

  private void checkPlain(SqlNode described) {
    if (form == WindowForm.TABLE
        && described instanceof SqlIdentifier column
        && column.names.size() > 1) {
      throw WindowLengths.wrong(column, "DESCRIPTOR takes the name of a column alone")
          .hint("write DESCRIPTOR(" + column.names.get(column.names.size() - 1) + ")");
    }
  }

  private @Nullable SqlNode time() {
    SqlNode time = required(WindowKind.TIME, "a time column");
    boolean descriptor = isDescriptor(time);
    if (form == WindowForm.TABLE && !descriptor && !isProcessingTime(time)) {
      checkPartition(time);
      throw WindowLengths.wrong(
              time, "the time column of " + function + " must stand in DESCRIPTOR(...)")
          .hint(
              time instanceof SqlIdentifier
                  ? "write DESCRIPTOR(" + plain(time) + ")"
                  : signature());
    }
    if (descriptor) {
      SqlCall call = (SqlCall) time;
      if (call.operandCount() != 1) {
        throw WindowLengths.wrong(time, "DESCRIPTOR of " + function + " must name one column");
      }
      time = call.operand(0);
      checkPlain(time);
    }
    return isProcessingTime(time) ? null : time;
  }

  /** In {@code PARTITION BY a, b} the second column is already the next argument. */
  private void checkPartition(SqlNode time) {
    SqlNode data = values.get(WindowKind.DATA);
    if (time instanceof SqlIdentifier
        && values.containsKey(WindowKind.KEY)
        && data != null
        && data.getKind() == SqlKind.SET_SEMANTICS_TABLE
        && ((SqlCall) data).<SqlNodeList>operand(1).size() == 1) {
      SqlNode first = Objects.requireNonNull(((SqlCall) data).<SqlNodeList>operand(1).get(0));
      throw WindowLengths.wrong(
              time, "several columns of PARTITION BY must stand in parentheses, before the time")
          .hint("write PARTITION BY (" + plain(first) + ", " + plain(time) + ")");
    }
  }

  private static String plain(SqlNode name) {
    return SqlText.of(name).replace("\"", "");
  }

  private static boolean isProcessingTime(SqlNode node) {
    return node instanceof SqlCall call
        && call.operandCount() == 0
        && call.getOperator().getName().equalsIgnoreCase("PROCTIME");
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

  private String signature() {
    return "write " + function.signature(form == WindowForm.TABLE);
  }
}
