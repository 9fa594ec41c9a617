package dev.sash.sql;

import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import dev.sash.window.WindowSpec;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/**
 * The keys of a GROUP BY with the bounds of a window in place of its function, also inside of
 * grouping sets, where the same function may stand in each:
 *
 * <pre>
 *   k, HOP(ts, a, b)                              k, window_start, window_end
 *   GROUPING SETS ((k, HOP(ts, a, b)), HOP(...))  GROUPING SETS ((k, window_start, window_end),
 *                                                     (window_start, window_end))
 * </pre>
 */
final class WindowKeys {
  private final String alias;
  private @Nullable GroupWindow window;

  /**
   * Keys without a window so far.
   *
   * @param alias names the relation that will give the bounds
   */
  WindowKeys(String alias) {
    this.alias = alias;
  }

  /** The window that {@link #expand} has met, or null. */
  @Nullable GroupWindow window() {
    return window;
  }

  /** The keys with bounds. */
  SqlNodeList expand(SqlNodeList group) {
    List<SqlNode> keys = new ArrayList<>();
    boolean plain = false;
    for (SqlNode key : group) {
      WindowKind function = kind(key);
      if (function == null) {
        keys.add(isSets(key) ? sets((SqlCall) key) : key);
        continue;
      }
      if (plain) {
        throw second(key);
      }
      plain = true;
      keys.addAll(bounds(function, (SqlCall) key));
    }
    return new SqlNodeList(keys, group.getParserPosition());
  }

  private static boolean isSets(SqlNode key) {
    return switch (key.getKind()) {
      case GROUPING_SETS, ROLLUP, CUBE -> true;
      default -> false;
    };
  }

  private static @Nullable WindowKind kind(SqlNode key) {
    return key instanceof SqlCall call ? WindowKind.of(WindowRewriter.functionName(call)) : null;
  }

  private SqlCall sets(SqlCall sets) {
    List<SqlNode> operands = new ArrayList<>();
    for (SqlNode operand : sets.getOperandList()) {
      if (isSets(operand)) {
        operands.add(sets((SqlCall) operand));
        continue;
      }
      List<SqlNode> set = new ArrayList<>();
      boolean isRow = operand.getKind() == SqlKind.ROW;
      for (SqlNode key : isRow ? ((SqlCall) operand).getOperandList() : List.of(operand)) {
        WindowKind function = kind(key);
        if (function == null) {
          set.add(key);
        } else {
          set.addAll(bounds(function, (SqlCall) key));
        }
      }
      operands.add(
          isRow || set.size() > 1
              ? SqlStdOperatorTable.ROW.createCall(operand.getParserPosition(), set)
              : operand);
    }
    return sets.getOperator().createCall(sets.getParserPosition(), operands);
  }

  private List<SqlNode> bounds(WindowKind function, SqlCall call) {
    GroupWindow found = new GroupWindow(function, call, alias);
    if (window != null && !window.isSame(found)) {
      throw second(call);
    }
    window = found;
    SqlParserPos position = call.getParserPosition();
    List<SqlNode> bounds = new ArrayList<>(List.of(found.start(position), found.end(position)));
    if (!(found.call().window() instanceof WindowSpec.RowCount)) {
      bounds.add(found.time(position));
    }
    return bounds;
  }

  private static SashException second(SqlNode call) {
    return SashException.at(
        Positions.span(call.getParserPosition()),
        ErrorCode.GROUPING,
        "GROUP BY can hold one window function only");
  }
}
