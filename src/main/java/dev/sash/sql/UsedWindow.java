package dev.sash.sql;

import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import dev.sash.error.Suggestion;
import dev.sash.window.WindowSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;

/**
 * The window function after USING. It has the arguments that it has in a query, without the time
 * column; one that is there nevertheless does no harm.
 */
final class UsedWindow {
  private static final String HINT =
      "write USING HOP(slide, size [, offset]) or TUMBLE(size [, offset]), with intervals";

  private static final List<String> FUNCTIONS = List.of("HOP", "TUMBLE", "CUMULATE");

  private UsedWindow() {}

  /**
   * The windows that a call means.
   *
   * @throws SashException with the place of what cannot be used
   */
  static WindowSpec of(SqlNode node) {
    if (!(node instanceof SqlCall call) || !isFunction(call)) {
      throw SashException.at(
              Positions.span(node.getParserPosition()),
              ErrorCode.WINDOW_ARGUMENT,
              "USING takes a window function, not " + SqlText.of(node))
          .hint(HINT);
    }
    String name = WindowRewriter.functionName(call).toUpperCase(Locale.ROOT);
    WindowKind kind = WindowKind.of(name);
    if (kind == null || kind.isKeyed()) {
      String meant = Suggestion.didYouMean(name, FUNCTIONS);
      throw SashException.at(
              Positions.span(node.getParserPosition()),
              ErrorCode.WINDOW_ARGUMENT,
              "USING takes " + functions() + ", not " + name)
          .hint(meant == null ? HINT : meant);
    }
    return WindowArguments.read(kind, withTimeColumn(call), WindowForm.GROUP).window();
  }

  private static boolean isFunction(SqlCall call) {
    return call.getKind() == SqlKind.OTHER_FUNCTION
        || WindowKind.of(WindowRewriter.functionName(call).toUpperCase(Locale.ROOT)) != null;
  }

  private static String functions() {
    return String.join(" or ", FUNCTIONS);
  }

  private static SqlCall withTimeColumn(SqlCall call) {
    List<SqlNode> operands = new ArrayList<>(call.getOperandList());
    boolean given = operands.stream().anyMatch(UsedWindow::isTimeColumn);
    if (!given) {
      operands.add(0, new SqlIdentifier("ts", SqlParserPos.ZERO));
    }
    return call.getOperator().createCall(call.getParserPosition(), operands);
  }

  /** A column, a DESCRIPTOR of one, or TIMECOL => column. */
  private static boolean isTimeColumn(SqlNode operand) {
    if (operand.getKind() == SqlKind.ARGUMENT_ASSIGNMENT) {
      SqlIdentifier name = ((SqlCall) operand).operand(1);
      return name.getSimple().equalsIgnoreCase("TIMECOL");
    }
    return operand instanceof SqlIdentifier || WindowArguments.isDescriptor(operand);
  }
}
