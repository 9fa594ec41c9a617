package dev.sash.sql;

import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.calcite.avatica.util.TimeUnit;
import org.apache.calcite.sql.SqlBasicTypeNameSpec;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlIntervalQualifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.util.SqlShuttle;
import org.jspecify.annotations.Nullable;

/** Replaces HOP_START and HOP_END by the columns of the group's window, and its like. */
final class GroupWindow extends SqlShuttle {
  private final WindowKind function;
  private final WindowCall call;
  private final String alias;

  GroupWindow(WindowKind function, SqlCall call, String alias) {
    this.function = function;
    this.call = WindowArguments.read(function, call, WindowForm.GROUP);
    this.alias = alias;
  }

  /** The window function of GROUP BY. */
  WindowCall call() {
    return call;
  }

  /** Whether another call means the same windows. */
  boolean isSame(GroupWindow other) {
    return function == other.function && call.matches(other.call);
  }

  /** The name of the relation that gives its bounds. */
  String alias() {
    return alias;
  }

  SqlNode start(SqlParserPos position) {
    return new SqlIdentifier(List.of(alias, WindowFunction.WINDOW_START), position);
  }

  SqlNode end(SqlParserPos position) {
    return new SqlIdentifier(List.of(alias, WindowFunction.WINDOW_END), position);
  }

  SqlNode time(SqlParserPos position) {
    return new SqlIdentifier(List.of(alias, WindowFunction.WINDOW_TIME), position);
  }

  /** The columns of the window are meant, also where the rows have columns of these names. */
  @Override
  public SqlNode visit(SqlIdentifier identifier) {
    String name = identifier.isSimple() ? identifier.getSimple().toLowerCase(Locale.ROOT) : "";
    return WindowFunction.COLUMNS.contains(name)
        ? new SqlIdentifier(List.of(alias, name), identifier.getParserPosition())
        : identifier;
  }

  @Override
  public @Nullable SqlNode visit(SqlCall node) {
    if (node.getKind() == SqlKind.AS) {
      List<SqlNode> operands = new ArrayList<>(node.getOperandList());
      operands.set(0, operands.get(0).accept(this));
      return node.getOperator().createCall(node.getParserPosition(), operands);
    }
    String name = WindowRewriter.functionName(node);
    if (WindowKind.of(name.replaceFirst("_START$", "")) == function) {
      check(node);
      return start(node.getParserPosition());
    }
    if (name.endsWith("_END") && WindowKind.of(name.replaceFirst("_END$", "")) == function) {
      check(node);
      return end(node.getParserPosition());
    }
    if (function == WindowKind.SESSION
        && (name.equals("SESSION_LAST") || name.equals("SESSION_LENGTH"))) {
      return ofRows(name.equals("SESSION_LENGTH"), node);
    }
    // A nested query has a scope of its own.
    return node instanceof SqlSelect ? node : super.visit(node);
  }

  /** The time of the session's last row, or how long after its first that is, in milliseconds. */
  private SqlNode ofRows(boolean length, SqlCall node) {
    if (node.operandCount() > 0) {
      check(node);
    }
    SqlParserPos position = node.getParserPosition();
    SqlNode time = call.time();
    if (time == null) {
      throw SashException.at(
              Positions.span(position),
              ErrorCode.GROUPING,
              WindowRewriter.functionName(node) + " needs a time column, not PROCTIME()")
          .hint("write window_start and window_end");
    }
    SqlNode last = SqlStdOperatorTable.MAX.createCall(position, time);
    if (!length) {
      return last;
    }
    SqlNode first = SqlStdOperatorTable.MIN.createCall(position, time.clone(position));
    SqlNode millis =
        SqlStdOperatorTable.TIMESTAMP_DIFF.createCall(
            position, new SqlIntervalQualifier(TimeUnit.MILLISECOND, null, position), first, last);
    SqlDataTypeSpec type =
        new SqlDataTypeSpec(new SqlBasicTypeNameSpec(SqlTypeName.BIGINT, position), position);
    return SqlStdOperatorTable.CAST.createCall(position, millis, type);
  }

  private void check(SqlCall node) {
    if (!call.matches(WindowArguments.read(function, node, WindowForm.GROUP))) {
      throw SashException.at(
              Positions.span(node.getParserPosition()),
              ErrorCode.GROUPING,
              WindowRewriter.functionName(node)
                  + " must have the arguments of "
                  + function
                  + " in GROUP BY")
          .hint("write window_start or window_end");
    }
  }
}
