package dev.sash.sql;

import dev.sash.catalog.Catalog;
import dev.sash.catalog.StreamDefinition;
import dev.sash.catalog.ViewColumns;
import dev.sash.data.Schema;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlWith;
import org.apache.calcite.sql.SqlWithItem;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlShuttle;
import org.jspecify.annotations.Nullable;

/**
 * Names of result columns. A column that is selected as it is has the name that it was declared
 * with, in whatever case it was written; a call without AS has the name of its function, anything
 * else {@code column1} and so on. Also lets GROUP BY and HAVING name an alias that is no column.
 *
 * <p>Writes into the tree, which must be a copy.
 */
final class DeclaredNames {
  private final Catalog catalog;
  private final Map<String, List<String>> with = new HashMap<>();

  private DeclaredNames(Catalog catalog) {
    this.catalog = catalog;
  }

  /** Names the columns of a query and of all sub-queries in its FROM. */
  static void apply(SqlNode query, Catalog catalog) {
    new DeclaredNames(catalog).names(query);
  }

  /** The columns that a query or a relation in FROM gives. */
  private List<String> names(SqlNode node) {
    if (node instanceof SqlSelect select) {
      return select(select);
    }
    if (node instanceof SqlOrderBy order) {
      return names(order.query);
    }
    if (node instanceof SqlWith clause) {
      for (SqlNode element : clause.withList) {
        SqlWithItem item = (SqlWithItem) element;
        List<String> names = names(item.query);
        with.put(key(item.name), item.columnList == null ? names : listed(item.columnList, 0));
      }
      return names(clause.body);
    }
    if (node instanceof SqlIdentifier identifier) {
      List<String> known = with.get(key(identifier));
      StreamDefinition stream = catalog.stream(last(identifier));
      ViewColumns view = catalog.view(last(identifier));
      if (known != null) {
        return known;
      }
      if (stream != null) {
        return stream.schema().names();
      } else if (view != null) {
        return view.visible().names();
      }
      Schema table = catalog.table(last(identifier));
      return table == null ? List.of() : table.names();
    }
    return node instanceof SqlCall call ? ofCall(call) : List.of();
  }

  private List<String> ofCall(SqlCall call) {
    if (call.getOperator() instanceof WindowFunction) {
      return WindowFunction.COLUMNS;
    }
    return switch (call.getKind()) {
      case AS -> {
        List<String> names = names(call.<SqlNode>operand(0));
        yield call.operandCount() > 2 ? listed(call.getOperandList(), 2) : names;
      }
      case JOIN -> {
        List<String> names = new ArrayList<>(names(((SqlJoin) call).getLeft()));
        names.addAll(names(((SqlJoin) call).getRight()));
        yield names;
      }
      case LATERAL, COLLECTION_TABLE, EXPLICIT_TABLE -> names(call.<SqlNode>operand(0));
      case UNION -> {
        List<List<String>> branches = call.getOperandList().stream().map(this::names).toList();
        yield branches.get(0);
      }
      default -> List.of();
    };
  }

  private static List<String> listed(List<? extends SqlNode> identifiers, int from) {
    return identifiers.subList(from, identifiers.size()).stream()
        .map(name -> last((SqlIdentifier) name))
        .toList();
  }

  private List<String> select(SqlSelect select) {
    SqlNode from = select.getFrom();
    List<String> columns = from == null ? List.of() : names(from);
    List<SqlNode> items = new ArrayList<>();
    List<String> names = new ArrayList<>();
    for (SqlNode item : select.getSelectList()) {
      if (item instanceof SqlIdentifier identifier && identifier.isStar()) {
        items.add(item);
        names.addAll(columns);
        continue;
      }
      SqlNode named = named(item, columns, names);
      items.add(named);
      names.add(label(named));
    }
    select.setSelectList(new SqlNodeList(items, select.getSelectList().getParserPosition()));
    expandAliases(select, columns);
    return names;
  }

  private static SqlNode named(SqlNode item, List<String> columns, List<String> taken) {
    if (item instanceof SqlIdentifier identifier) {
      String written = last(identifier);
      for (String declared : columns) {
        if (declared.equalsIgnoreCase(written)) {
          return identifier.setName(identifier.names.size() - 1, declared);
        }
      }
      return item;
    }
    if (item.getKind() == SqlKind.AS) {
      return item;
    }
    SqlParserPos position = item.getParserPosition();
    return SqlStdOperatorTable.AS.createCall(
        position, item, new SqlIdentifier(free(item, taken), position));
  }

  private static String free(SqlNode item, List<String> taken) {
    String function =
        item instanceof SqlCall call ? call.getOperator().getName().toLowerCase(Locale.ROOT) : "";
    String base = function.matches("[a-z][a-z0-9_]*") && !function.equals("case") ? function : "";
    String name = base.isEmpty() ? "column" + (taken.size() + 1) : base;
    for (int i = 2; contains(taken, name); i++) {
      name = (base.isEmpty() ? "column" + (taken.size() + 1) : base) + "_" + i;
    }
    return name;
  }

  private static boolean contains(List<String> names, String name) {
    return names.stream().anyMatch(name::equalsIgnoreCase);
  }

  private static String label(SqlNode item) {
    SqlNode name = item.getKind() == SqlKind.AS ? ((SqlCall) item).operand(1) : item;
    return name instanceof SqlIdentifier identifier ? last(identifier) : "";
  }

  /** An alias in GROUP BY or HAVING, as the expression it stands for; columns win over aliases. */
  private static void expandAliases(SqlSelect select, List<String> columns) {
    Aliases aliases = new Aliases(select.getSelectList(), columns);
    if (select.getGroup() != null) {
      List<@Nullable SqlNode> keys = new ArrayList<>();
      select.getGroup().forEach(key -> keys.add(aliases.expand(key)));
      select.setGroupBy(new SqlNodeList(keys, select.getGroup().getParserPosition()));
    }
    SqlNode having = select.getHaving();
    if (having != null) {
      select.setHaving(having.accept(aliases));
    }
  }

  private static final class Aliases extends SqlShuttle {
    private final Map<String, SqlNode> expressions = new HashMap<>();
    private final List<String> columns;

    Aliases(SqlNodeList items, List<String> columns) {
      this.columns = columns;
      for (SqlNode item : items) {
        if (item.getKind() == SqlKind.AS) {
          SqlCall as = (SqlCall) item;
          expressions.putIfAbsent(key(as.operand(1)), as.operand(0));
        }
      }
    }

    @Nullable SqlNode expand(SqlNode node) {
      return node instanceof SqlIdentifier ? node.accept(this) : node;
    }

    @Override
    public SqlNode visit(SqlIdentifier identifier) {
      if (!identifier.isSimple() || contains(columns, identifier.getSimple())) {
        return identifier;
      }
      SqlNode expression = expressions.get(key(identifier));
      return expression == null ? identifier : expression.clone(identifier.getParserPosition());
    }

    @Override
    public @Nullable SqlNode visit(SqlCall call) {
      return call instanceof SqlSelect ? call : super.visit(call);
    }
  }

  private static String last(SqlIdentifier identifier) {
    return identifier.names.get(identifier.names.size() - 1);
  }

  private static String key(SqlIdentifier identifier) {
    return last(identifier).toLowerCase(Locale.ROOT);
  }
}
