package dev.sash.sql;

import dev.sash.window.WindowSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.calcite.sql.SqlBasicCall;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.util.Litmus;
import org.jspecify.annotations.Nullable;

/**
 * A window function as written, its arguments understood.
 *
 * @param data the table argument, or null in the spellings that have none
 * @param time the time column, or null for windows of rows and by processing time
 * @param keys the columns of PARTITION BY
 */
record WindowCall(
    @Nullable SqlNode data,
    @Nullable SqlNode time,
    List<SqlNode> keys,
    WindowSpec window,
    WindowForm form,
    SqlParserPos position) {

  /** {@code LATERAL TABLE($HOP(time, keys))}. */
  SqlNode lateral() {
    SqlParserPos timePosition = time == null ? position : time.getParserPosition();
    WindowFunction function = new WindowFunction(window, form, time != null, timePosition);
    List<SqlNode> operands = new ArrayList<>(keys);
    if (time != null) {
      operands.add(0, time);
    }
    SqlCall call = new SqlBasicCall(function, operands, position);
    return SqlStdOperatorTable.LATERAL.createCall(
        position, SqlStdOperatorTable.COLLECTION_TABLE.createCall(position, call));
  }

  /** The same with the time column of the named relation, where the window has one of that name. */
  WindowCall of(@Nullable String relation) {
    if (relation == null
        || !(time instanceof SqlIdentifier column)
        || !column.isSimple()
        || !WindowFunction.COLUMNS.contains(column.getSimple().toLowerCase(Locale.ROOT))) {
      return this;
    }
    SqlIdentifier qualified =
        new SqlIdentifier(List.of(relation, column.getSimple()), column.getParserPosition());
    return new WindowCall(data, qualified, keys, window, form, position);
  }

  /** Whether both mean the same windows over the same column: {@code ts} is {@code s.ts}. */
  boolean matches(WindowCall other) {
    return window.equals(other.window) && sameColumn(time, other.time);
  }

  private static boolean sameColumn(@Nullable SqlNode a, @Nullable SqlNode b) {
    if (a == null || b == null) {
      return a == b;
    }
    if (!(a instanceof SqlIdentifier one) || !(b instanceof SqlIdentifier two)) {
      return a.equalsDeep(b, Litmus.IGNORE);
    }
    int common = Math.min(one.names.size(), two.names.size());
    for (int i = 1; i <= common; i++) {
      String name = one.names.get(one.names.size() - i);
      if (!name.equalsIgnoreCase(two.names.get(two.names.size() - i))) {
        return false;
      }
    }
    return true;
  }
}
