package dev.sash.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.apache.calcite.sql.JoinConditionType;
import org.apache.calcite.sql.JoinType;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlShuttle;
import org.jspecify.annotations.Nullable;

/**
 * Brings every spelling of a window into one form, before validation and with all positions kept:
 *
 * <pre>
 *   GROUP BY HOP(ts, a, b), k              FROM s, LATERAL TABLE($HOP(ts)) AS $w0
 *                                          GROUP BY $w0.window_start, $w0.window_end, k
 *   FROM TABLE(HOP(TABLE s,                FROM (SELECT * FROM s AS $d0,
 *       DESCRIPTOR(ts), a, b))                 LATERAL TABLE($HOP(ts)))
 *   FROM s, LATERAL TABLE(HOP(s.ts, a, b)) FROM s, LATERAL TABLE($HOP(s.ts))
 * </pre>
 *
 * <p>The result is a deep copy: Calcite's validator writes into the tree that it is given, and a
 * view's query is planned more than once.
 */
final class WindowRewriter extends SqlShuttle {
  /** Begins the name of the rows that {@code TABLE(HOP(...))} gives windows to. */
  private static final String DATA = "$d";

  private int aliases;

  private WindowRewriter() {}

  /** The query in one form; the given tree stays as it is. */
  static SqlNode rewrite(SqlNode query) {
    SqlNode rewritten = query.accept(new WindowRewriter());
    if (rewritten == null) {
      throw new AssertionError(query);
    }
    rewritten.accept(new MisplacedWindows());
    return rewritten;
  }

  @Override
  public SqlNode visit(SqlIdentifier identifier) {
    return identifier.clone(identifier.getParserPosition());
  }

  @Override
  public SqlNode visit(SqlNodeList list) {
    List<@Nullable SqlNode> copies = new ArrayList<>(list.size());
    for (SqlNode node : list) {
      copies.add(node == null ? null : node.accept(this));
    }
    return new SqlNodeList(copies, list.getParserPosition());
  }

  @Override
  public SqlNode visit(SqlCall call) {
    if (call instanceof SqlOrderBy order) {
      return orderBy(order);
    }
    SqlNode copy = copy(call);
    if (copy instanceof SqlSelect select) {
      expandGroupWindow(select);
    } else if (copy.getKind() == SqlKind.COLLECTION_TABLE) {
      return windowInFrom((SqlCall) copy);
    } else if (copy.getKind() == SqlKind.LATERAL) {
      SqlNode inner = ((SqlCall) copy).operand(0);
      return inner.getKind() == SqlKind.COLLECTION_TABLE ? copy : inner;
    } else if (copy.getKind() == SqlKind.AS) {
      return withTimeNamed((SqlCall) copy);
    }
    return copy;
  }

  /** {@code AS w (ws, we)} names the columns of {@code *}; window_time keeps its name. */
  private static SqlNode withTimeNamed(SqlCall as) {
    SqlNode relation = as.operand(0);
    boolean window =
        relation instanceof SqlSelect select
            ? isWindowed(select.getFrom())
            : relation.getKind() == SqlKind.LATERAL;
    if (!window || as.operandCount() == 2) {
      return as;
    }
    List<SqlNode> operands = new ArrayList<>(as.getOperandList());
    operands.add(new SqlIdentifier(WindowFunction.WINDOW_TIME, as.getParserPosition()));
    return as.getOperator().createCall(as.getParserPosition(), operands);
  }

  private SqlNode copy(SqlCall call) {
    CallCopyingArgHandler handler = new CallCopyingArgHandler(call, true);
    call.getOperator().acceptCall(this, call, false, handler);
    return handler.result();
  }

  /** ORDER BY stands outside of its SELECT, yet sees the group's window. */
  private SqlNode orderBy(SqlOrderBy order) {
    if (!(order.query instanceof SqlSelect select)) {
      return copy(order);
    }
    SqlSelect query = (SqlSelect) copy(select);
    GroupWindow window = expandGroupWindow(query);
    SqlNodeList terms = (SqlNodeList) visit(order.orderList);
    if (window != null) {
      terms = (SqlNodeList) window.visit(terms);
    }
    return new SqlOrderBy(
        order.getParserPosition(),
        query,
        terms,
        order.offset == null ? null : order.offset.accept(this),
        order.fetch == null ? null : order.fetch.accept(this));
  }

  /** {@code TABLE(HOP(...))}, of a table or of a column of the row beside it. */
  private SqlNode windowInFrom(SqlCall collection) {
    if (!(collection.operand(0) instanceof SqlCall call)) {
      return collection;
    }
    WindowKind function = WindowKind.of(functionName(call));
    if (function == null) {
      return collection;
    }
    if (!WindowArguments.startsWithTable(call)) {
      return WindowArguments.read(function, call, WindowForm.LATERAL).lateral();
    }
    WindowCall window = WindowArguments.read(function, call, WindowForm.TABLE);
    SqlParserPos position = call.getParserPosition();
    String data = DATA + aliases++;
    SqlNode from =
        SqlStdOperatorTable.AS.createCall(
            position, source(window), new SqlIdentifier(data, position));
    return select(position, crossJoin(position, from, window.of(data).lateral()));
  }

  /** Whether FROM is that of a query which stands for {@code TABLE(HOP(...))}. */
  static boolean isWindowed(@Nullable SqlNode from) {
    return from instanceof SqlJoin join
        && join.getLeft() instanceof SqlCall left
        && left.getKind() == SqlKind.AS
        && left.operand(1) instanceof SqlIdentifier alias
        && alias.getSimple().startsWith(DATA);
  }

  private static SqlNode source(WindowCall window) {
    SqlNode data = Objects.requireNonNull(window.data());
    return data.getKind() == SqlKind.EXPLICIT_TABLE ? ((SqlCall) data).operand(0) : data;
  }

  private static SqlSelect select(SqlParserPos position, SqlNode from) {
    return new SqlSelect(
        position,
        null,
        new SqlNodeList(List.of(SqlIdentifier.star(position)), position),
        from,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null);
  }

  private static SqlJoin crossJoin(SqlParserPos position, SqlNode left, SqlNode right) {
    return new SqlJoin(
        position,
        left,
        SqlLiteral.createBoolean(false, position),
        JoinType.COMMA.symbol(position),
        right,
        JoinConditionType.NONE.symbol(position),
        null);
  }

  /** Moves a window function from GROUP BY to FROM; null when there is none. */
  private @Nullable GroupWindow expandGroupWindow(SqlSelect select) {
    SqlNodeList group = select.getGroup();
    SqlNode from = select.getFrom();
    if (group == null || from == null) {
      return null;
    }
    WindowKeys keys = new WindowKeys("$w" + aliases);
    SqlNodeList expanded = keys.expand(group);
    GroupWindow window = keys.window();
    if (window == null) {
      return null;
    }
    aliases++;
    SqlParserPos position = window.call().position();
    SqlNode lateral =
        SqlStdOperatorTable.AS.createCall(
            position,
            window.call().of(nameOf(from)).lateral(),
            new SqlIdentifier(window.alias(), position));
    select.setFrom(crossJoin(position, from, lateral));
    select.setGroupBy(expanded);
    select.setSelectList((SqlNodeList) window.visit(select.getSelectList()));
    SqlNode having = select.getHaving();
    if (having != null) {
      select.setHaving(having.accept(window));
    }
    return window;
  }

  /** What columns of a relation in FROM can be qualified with, if it is one relation. */
  private static @Nullable String nameOf(SqlNode from) {
    SqlNode name = from.getKind() == SqlKind.AS ? ((SqlCall) from).operand(1) : from;
    return name instanceof SqlIdentifier identifier
        ? identifier.names.get(identifier.names.size() - 1)
        : null;
  }

  static String functionName(SqlCall call) {
    String name = call.getOperator().getName().toUpperCase(Locale.ROOT);
    return name.startsWith("$") ? name.substring(1) : name;
  }
}
