package dev.sash.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;

/**
 * Percentiles as the validator can type them. The grammar knows them by Calcite's operators, which
 * take numbers only, give the type of the values, and fail under FILTER. So they are replaced by
 * our own, which are given what they are ordered by as an argument too. Likewise ARRAY_AGG, which
 * gives an array there.
 *
 * <pre>
 *   PERCENTILE_DISC(0.9)    WITHIN GROUP (ORDER BY x DESC)
 *   PERCENTILE_DISC(0.9, x) WITHIN GROUP (ORDER BY x DESC)
 * </pre>
 */
final class PercentileCalls {
  private static final String PREFIX = "PERCENTILE_";
  private static final String ARRAY = "ARRAY_AGG";
  private static final Set<SqlKind> DIRECTIONS =
      Set.of(SqlKind.DESCENDING, SqlKind.NULLS_FIRST, SqlKind.NULLS_LAST);

  private PercentileCalls() {}

  /** The call in the form that is validated; another call as it is. */
  static SqlNode unify(SqlCall call) {
    if (call.getOperator().getName().startsWith(PREFIX)) {
      return own(call, call.getOperandList());
    }
    if (call.getKind() == SqlKind.WITHIN_GROUP
        && call.operand(0) instanceof SqlCall function
        && function.getOperator().getName().startsWith(PREFIX)
        && call.operand(1) instanceof SqlNodeList keys) {
      List<SqlNode> arguments = new ArrayList<>(function.getOperandList());
      arguments.add(withoutDirection(keys.get(0)));
      return SqlStdOperatorTable.WITHIN_GROUP.createCall(
          call.getParserPosition(), own(function, arguments), keys);
    }
    return call.getOperator().getName().equals(ARRAY) ? array(call) : call;
  }

  /** ARRAY_AGG(x ORDER BY y) with WITHIN GROUP; Calcite's has the order as an argument. */
  private static SqlNode array(SqlCall call) {
    List<SqlNode> arguments = new ArrayList<>(call.getOperandList());
    int last = arguments.size() - 1;
    if (last < 0 || !(arguments.get(last) instanceof SqlNodeList keys)) {
      return own(call, arguments);
    }
    arguments.remove(last);
    return SqlStdOperatorTable.WITHIN_GROUP.createCall(
        call.getParserPosition(), own(call, arguments), keys);
  }

  private static SqlNode own(SqlCall call, List<SqlNode> arguments) {
    SqlOperator own = AggregateOperators.find(call.getOperator().getName());
    return own == null
        ? call
        : own.createCall(call.getFunctionQuantifier(), call.getParserPosition(), arguments);
  }

  private static SqlNode withoutDirection(SqlNode key) {
    return key instanceof SqlCall call && DIRECTIONS.contains(call.getKind())
        ? withoutDirection(call.operand(0))
        : key;
  }
}
