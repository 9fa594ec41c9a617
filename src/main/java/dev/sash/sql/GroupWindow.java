package dev.sash.sql;

import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import java.util.List;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlShuttle;
import org.jspecify.annotations.Nullable;

/** Replaces HOP_START and HOP_END by the columns of the group's window. */
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

  @Override
  public @Nullable SqlNode visit(SqlCall node) {
    String name = WindowRewriter.functionName(node);
    if (WindowKind.of(name.replaceFirst("_START$", "")) == function) {
      check(node);
      return start(node.getParserPosition());
    }
    if (name.endsWith("_END") && WindowKind.of(name.replaceFirst("_END$", "")) == function) {
      check(node);
      return end(node.getParserPosition());
    }
    // A nested query has a scope of its own.
    return node instanceof SqlSelect ? node : super.visit(node);
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
