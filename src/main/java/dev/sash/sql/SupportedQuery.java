package dev.sash.sql;

import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import dev.sash.error.Suggestion;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlSetOperator;
import org.apache.calcite.sql.SqlWith;
import org.apache.calcite.sql.SqlWithItem;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.jspecify.annotations.Nullable;

/**
 * Refuses what SQL has and queries over streams do not have yet, each with its place and what to
 * write today. Looks at a query after {@link WindowRewriter} and before validation, because only
 * the parse tree knows places.
 */
final class SupportedQuery {
  private static final Set<String> CLOCKS =
      Set.of("CURRENT_TIMESTAMP", "LOCALTIMESTAMP", "CURRENT_DATE", "CURRENT_TIME", "LOCALTIME");

  /** Functions with OVER that need the whole partition; the database has them. */
  private static final Set<String> OF_WHOLE =
      Set.of("PERCENT_RANK", "CUME_DIST", "NTILE", "RATIO_TO_REPORT");

  private final RelationCheck relations;
  private final boolean finite;
  private final Expressions expressions = new Expressions();

  private SupportedQuery(RelationCheck relations, boolean finite) {
    this.relations = relations;
    this.finite = finite;
  }

  /**
   * Checks a query.
   *
   * @param finite whether its result ends, so that it can be sorted and cut
   */
  static void check(SqlNode query, RelationCheck relations, boolean finite) {
    new SupportedQuery(relations, finite).query(query, Set.of(), true);
  }

  /**
   * Checks a query or a sub-query in FROM.
   *
   * @param names of WITH, in lower case
   */
  private void query(SqlNode node, Set<String> names, boolean top) {
    if (node instanceof SqlOrderBy order) {
      limits(order, top);
      order.orderList.forEach(term -> term.accept(expressions));
      query(order.query, names, top);
    } else if (node instanceof SqlWith with) {
      Set<String> known = new HashSet<>(names);
      for (SqlNode element : with.withList) {
        SqlWithItem item = (SqlWithItem) element;
        query(item.query, known, false);
        known.add(item.name.getSimple().toLowerCase(Locale.ROOT));
      }
      query(with.body, known, top);
    } else if (node instanceof SqlSelect select) {
      select(select, names);
    } else if (node instanceof SqlCall call && call.getOperator() instanceof SqlSetOperator set) {
      if (call.getKind() != SqlKind.UNION && set.isAll()) {
        throw refuse(
            call,
            call.getKind() + " ALL is not supported yet",
            "write " + call.getKind() + ", which gives each row once");
      }
      call.getOperandList().forEach(branch -> query(branch, names, false));
    } else if (node.getKind() == SqlKind.VALUES) {
      node.accept(expressions);
    } else {
      from(node, names);
    }
  }

  /** At the end of a query its first rows may be any. */
  private void limits(SqlOrderBy order, boolean top) {
    SqlNode limit = order.fetch == null ? order.offset : order.fetch;
    if (limit != null && order.orderList.isEmpty() && !top) {
      throw refuse(
          limit,
          "LIMIT without ORDER BY would keep any rows at all",
          "say which come first: ORDER BY ... LIMIT ...");
    }
  }

  private void select(SqlSelect select, Set<String> names) {
    if (select.getFrom() != null) {
      from(select.getFrom(), names);
    }
    if (select.isDistinct() && select.getGroup() != null) {
      throw refuse(
          select.getGroup(),
          "SELECT DISTINCT with GROUP BY is not supported yet",
          "leave DISTINCT out: each group is one row");
    }
    if (!finite) {
      clocks(select.getWhere());
      clocks(select.getHaving());
    }
    for (SqlNode operand : select.getOperandList()) {
      if (operand != null && operand != select.getFrom()) {
        operand.accept(operand == select.getWhere() ? new Condition(names) : expressions);
      }
    }
  }

  /** A row that passed would have to be taken back as time goes on. */
  private static void clocks(@Nullable SqlNode condition) {
    if (condition == null) {
      return;
    }
    condition.accept(
        new SqlBasicVisitor<@Nullable Void>() {
          @Override
          public @Nullable Void visit(SqlIdentifier identifier) {
            check(identifier, identifier.isSimple() ? identifier.getSimple() : "");
            return null;
          }

          @Override
          public @Nullable Void visit(SqlCall call) {
            check(call, call.getOperator().getName());
            return super.visit(call);
          }

          private void check(SqlNode node, String name) {
            if (CLOCKS.contains(name.toUpperCase(Locale.ROOT))) {
              throw refuse(
                  node,
                  "a condition that changes with "
                      + name.toUpperCase(Locale.ROOT)
                      + " is not supported yet in a continuous query",
                  "write a window: HOP(ts, slide, size) EMIT EVERY slide keeps the last rows");
            }
          }
        });
  }

  /** What stands in FROM. */
  private void from(SqlNode node, Set<String> names) {
    switch (node.getKind()) {
      case AS -> from(((SqlCall) node).operand(0), names);
      case IDENTIFIER -> relations.check((SqlIdentifier) node, names);
      case EXPLICIT_TABLE -> from(((SqlCall) node).operand(0), names);
      case TABLE_REF -> from(((SqlCall) node).operand(0), names);
      case JOIN -> relations.join((SqlJoin) node, this::from, names);
      case SELECT, ORDER_BY, WITH, UNION, INTERSECT, EXCEPT, VALUES -> query(node, names, false);
      case COLLECTION_TABLE, LATERAL -> throw notWindow((SqlCall) node);
      default ->
          throw refuse(
              node,
              node.getKind().name().replace('_', ' ') + " in FROM is not supported yet",
              "read a stream, or a sub-query over one");
    }
  }

  /** What is left of {@code TABLE(...)} is no window function over a table. */
  private static SashException notWindow(SqlCall node) {
    SqlNode inner = node;
    while (inner.getKind() == SqlKind.COLLECTION_TABLE || inner.getKind() == SqlKind.LATERAL) {
      inner = ((SqlCall) inner).operand(0);
    }
    SqlOperator operator = ((SqlCall) inner).getOperator();
    if (operator instanceof WindowFunction) {
      return SashException.at(
              Positions.span(node),
              ErrorCode.WINDOW_ARGUMENT,
              "a window function in FROM needs a table and its time")
          .hint("write TABLE(HOP(TABLE stream, DESCRIPTOR(ts), slide, size))");
    }
    String name = operator.getName().toUpperCase(Locale.ROOT);
    String meant = Suggestion.didYouMean(name, WindowKind.names());
    return SashException.at(
            Positions.span(inner),
            ErrorCode.FUNCTION_NOT_FOUND,
            "table function \"" + operator.getName() + "\" not found")
        .hint(
            meant != null
                ? meant
                : "window functions such as HOP and TUMBLE can stand in FROM TABLE(...)");
  }

  /** The name of the function of a call with OVER, in upper case. */
  static String functionOf(SqlCall over) {
    SqlNode function = over.operand(0);
    while (function.getKind() == SqlKind.FILTER
        || function.getKind() == SqlKind.IGNORE_NULLS
        || function.getKind() == SqlKind.RESPECT_NULLS) {
      function = ((SqlCall) function).operand(0);
    }
    return ((SqlCall) function).getOperator().getName().toUpperCase(Locale.ROOT);
  }

  private static SashException over(SqlNode node, String function) {
    return refuse(
        node,
        function + " with OVER is not supported yet",
        "write an aggregate, ROW_NUMBER, RANK, DENSE_RANK, LAG, LEAD, FIRST_VALUE, LAST_VALUE or"
            + " NTH_VALUE; a view can be queried with the others");
  }

  private static SashException refuse(SqlNode node, String message, String hint) {
    return SashException.at(Positions.span(node), ErrorCode.NOT_SUPPORTED, message).hint(hint);
  }

  /** WHERE, in which IN and EXISTS may look at a query. */
  private final class Condition extends Expressions {
    private final Set<String> names;

    Condition(Set<String> names) {
      this.names = names;
    }

    @Override
    public @Nullable Void visit(SqlCall call) {
      boolean asks =
          switch (call.getKind()) {
            case IN, NOT_IN, EXISTS -> true;
            default -> false;
          };
      if (!asks) {
        return super.visit(call);
      }
      for (SqlNode operand : call.getOperandList()) {
        if (operand.isA(SqlKind.QUERY)) {
          relations.joined(() -> query(operand, names, false));
        } else {
          operand.accept(this);
        }
      }
      return null;
    }
  }

  /** Everything outside of FROM. */
  private static class Expressions extends SqlBasicVisitor<@Nullable Void> {
    private @Nullable SqlNode beforeOver;

    @Override
    public @Nullable Void visit(SqlCall call) {
      switch (call.getKind()) {
        case OVER -> {
          String function = functionOf(call);
          if (OF_WHOLE.contains(function)) {
            throw over(call, function);
          }
          beforeOver = call.operand(0);
          return super.visit(call);
        }
        case IGNORE_NULLS, RESPECT_NULLS -> {
          if (call != beforeOver) {
            throw refuse(
                call.operand(0),
                "function "
                    + ((SqlCall) call.operand(0)).getOperator().getName()
                    + " takes no IGNORE NULLS or RESPECT NULLS",
                "leave it out; FILTER (WHERE x IS NOT NULL) leaves NULL out of any aggregate");
          }
          return super.visit(call);
        }
        case SELECT, ORDER_BY, WITH, UNION, INTERSECT, EXCEPT, EXPLICIT_TABLE ->
            throw refuse(
                call,
                "a sub-query in an expression is not supported yet",
                "put sub-queries into FROM, or compare with constants");
        default -> {
          return super.visit(call);
        }
      }
    }

    @Override
    public @Nullable Void visit(SqlDynamicParam parameter) {
      throw refuse(
          parameter,
          "parameters in a query over a stream are not supported yet",
          "write the value into the query");
    }

    @Override
    public @Nullable Void visit(SqlDataTypeSpec type) {
      ColumnTypes.checkPrecision(type);
      return null;
    }
  }
}
