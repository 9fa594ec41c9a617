package dev.sash.sql;

import dev.sash.error.SourceSpan;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.jspecify.annotations.Nullable;

/**
 * Where parts of a query stand in the text that the algebra does not know the place of: the first
 * join of two relations, by JOIN, IN or EXISTS, and the first OVER.
 */
public final class QueryPlaces {
  private static final Set<SqlKind> ASKING = Set.of(SqlKind.IN, SqlKind.NOT_IN, SqlKind.EXISTS);

  private @Nullable SourceSpan join;
  private @Nullable SourceSpan over;
  private final Map<String, SourceSpan> overByName = new HashMap<>();

  private QueryPlaces() {}

  /** The places in a query. */
  public static QueryPlaces of(SqlNode query) {
    QueryPlaces places = new QueryPlaces();
    query.accept(
        new SqlBasicVisitor<@Nullable Void>() {
          @Override
          public @Nullable Void visit(SqlCall call) {
            places.note(call);
            return super.visit(call);
          }
        });
    return places;
  }

  private void note(SqlCall call) {
    if (join == null && call instanceof SqlJoin node && !RelationCheck.isWindow(node.getRight())) {
      join = Positions.span(node.getRight());
    } else if (call.getKind() == SqlKind.OVER) {
      SourceSpan place = overPlace(call);
      over = over == null ? place : over;
      if (place != null) {
        overByName.putIfAbsent(SupportedQuery.functionOf(call), place);
      }
    } else if (join == null && ASKING.contains(call.getKind())) {
      SqlNode last = call.operand(call.operandCount() - 1);
      join = last.isA(SqlKind.QUERY) ? Positions.span(last) : null;
    }
  }

  /** From the function to the end of OVER, with IGNORE NULLS between them. */
  private static @Nullable SourceSpan overPlace(SqlCall over) {
    SqlNode function = over.operand(0);
    while (function.getKind() == SqlKind.IGNORE_NULLS
        || function.getKind() == SqlKind.RESPECT_NULLS) {
      function = ((SqlCall) function).operand(0);
    }
    return Positions.span(function.getParserPosition().plus(over.getParserPosition()));
  }

  /** The right side of the first join, or null. */
  public @Nullable SourceSpan join() {
    return join;
  }

  /** The first call of a function with OVER, by its name in upper case, or else of any. */
  public @Nullable SourceSpan over(String function) {
    SourceSpan known = overByName.get(function);
    return known == null ? over : known;
  }

  /** The first call with OVER, or null. */
  public @Nullable SourceSpan over() {
    return over;
  }
}
