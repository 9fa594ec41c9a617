package dev.sash.sql;

import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.jspecify.annotations.Nullable;

/** Finds window functions that are neither in FROM nor in GROUP BY, after those were rewritten. */
final class MisplacedWindows extends SqlBasicVisitor<@Nullable Void> {
  @Override
  public @Nullable Void visit(SqlCall call) {
    String name = WindowRewriter.functionName(call);
    String function = name.replaceFirst("_(START|END|LAST|LENGTH)$", "");
    if (WindowKind.of(function) == null || call.getOperator() instanceof WindowFunction) {
      return super.visit(call);
    }
    boolean alone = name.equals(function);
    throw SashException.at(
            Positions.span(call.getParserPosition()),
            ErrorCode.GROUPING,
            alone
                ? function + " can stand only in GROUP BY or in FROM TABLE(...)"
                : name + " needs " + function + " in GROUP BY")
        .hint(
            alone
                ? "write GROUP BY " + function + "(...)"
                : "write window_start or window_end beside TABLE(" + function + "(...))");
  }
}
