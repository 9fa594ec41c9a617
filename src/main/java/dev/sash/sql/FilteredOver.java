package dev.sash.sql;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.fun.SqlCase;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlShuttle;
import org.jspecify.annotations.Nullable;

/**
 * FILTER before OVER, which the validator does not know, as a condition on the arguments: what is
 * NULL does not count.
 *
 * <pre>
 *   SUM(x) FILTER (WHERE c) OVER w    SUM(CASE WHEN c THEN x END) OVER w
 *   COUNT(*) FILTER (WHERE c) OVER w  COUNT(CASE WHEN c THEN 1 END) OVER w
 * </pre>
 */
final class FilteredOver extends SqlShuttle {

  /** The query without FILTER before OVER. */
  static SqlNode rewrite(SqlNode query) {
    SqlNode rewritten = query.accept(new FilteredOver());
    return rewritten == null ? query : rewritten;
  }

  @Override
  public @Nullable SqlNode visit(SqlCall call) {
    SqlNode visited = super.visit(call);
    if (visited instanceof SqlCall over
        && over.getKind() == SqlKind.OVER
        && over.operand(0).getKind() == SqlKind.FILTER) {
      SqlCall filter = over.operand(0);
      SqlCall conditional = conditional(filter.operand(0), filter.operand(1));
      return over.getOperator().createCall(over.getParserPosition(), conditional, over.operand(1));
    }
    return visited;
  }

  private static SqlCall conditional(SqlCall aggregate, SqlNode condition) {
    List<SqlNode> arguments = new ArrayList<>();
    for (SqlNode argument : aggregate.getOperandList()) {
      boolean isStar = argument instanceof SqlIdentifier identifier && identifier.isStar();
      arguments.add(
          argument instanceof SqlLiteral
              ? argument
              : when(condition, isStar ? one(argument.getParserPosition()) : argument));
    }
    return aggregate
        .getOperator()
        .createCall(
            aggregate.getFunctionQuantifier(),
            aggregate.getParserPosition(),
            arguments.toArray(new SqlNode[0]));
  }

  private static SqlNode one(SqlParserPos place) {
    return SqlLiteral.createExactNumeric("1", place);
  }

  private static SqlNode when(SqlNode condition, SqlNode value) {
    SqlParserPos place = value.getParserPosition();
    return new SqlCase(
        place,
        null,
        new SqlNodeList(List.of(condition), place),
        new SqlNodeList(List.of(value), place),
        SqlLiteral.createNull(place));
  }
}
