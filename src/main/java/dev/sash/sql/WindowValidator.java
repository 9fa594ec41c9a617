package dev.sash.sql;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOperatorTable;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.validate.SqlValidatorCatalogReader;
import org.apache.calcite.sql.validate.SqlValidatorImpl;
import org.jspecify.annotations.Nullable;

/**
 * Calcite's validator, which also knows what {@code *} means beside a window:
 *
 * <ul>
 *   <li>window_time is there when it is named, and no part of {@code *};
 *   <li>the columns of {@code TABLE(HOP(...))} are those of the window where the data has columns
 *       of these names too, as a view over a windowed view has.
 * </ul>
 */
final class WindowValidator extends SqlValidatorImpl {
  /** Begins the name that Calcite gives to a relation without one. */
  private static final String UNNAMED = "EXPR$";

  WindowValidator(
      SqlOperatorTable operators,
      SqlValidatorCatalogReader reader,
      RelDataTypeFactory types,
      Config config) {
    super(operators, reader, types, config);
  }

  @Override
  protected RelDataType validateSelectList(
      SqlNodeList items, SqlSelect select, RelDataType targetRowType) {
    SqlNode from = select.getFrom();
    boolean hides = from != null && hides(from);
    return super.validateSelectList(
        hides ? withoutHidden(items, select, from) : items, select, targetRowType);
  }

  private SqlNodeList withoutHidden(SqlNodeList items, SqlSelect select, SqlNode from) {
    List<SqlNode> kept = new ArrayList<>();
    for (SqlNode item : items) {
      if (!(item instanceof SqlIdentifier identifier) || !identifier.isStar()) {
        kept.add(item);
        continue;
      }
      SqlNodeList star = new SqlNodeList(List.of(item), item.getParserPosition());
      for (SqlNode expanded : expandStar(star, select, false)) {
        // of two columns with one name Calcite gives the second another one
        SqlNode column =
            expanded.getKind() == SqlKind.AS ? ((SqlCall) expanded).operand(0) : expanded;
        if (!isHidden(column, from)) {
          kept.add(WindowRewriter.isWindowed(from) ? column : expanded);
        }
      }
    }
    return new SqlNodeList(kept, items.getParserPosition());
  }

  /** Whether a column of {@code *} is not shown. */
  private static boolean isHidden(SqlNode column, SqlNode from) {
    if (!(column instanceof SqlIdentifier identifier) || identifier.names.size() < 2) {
      return false;
    }
    String relation = identifier.names.get(identifier.names.size() - 2);
    String name = identifier.names.get(identifier.names.size() - 1).toLowerCase(Locale.ROOT);
    return WindowRewriter.isWindowed(from)
        ? relation.equals(leftAlias(from)) && WindowFunction.COLUMNS.contains(name)
        : name.equals(WindowFunction.WINDOW_TIME)
            && windows(from).contains(relation.startsWith(UNNAMED) ? "" : relation);
  }

  private static @Nullable String leftAlias(SqlNode from) {
    return from instanceof SqlJoin join ? alias(join.getLeft()) : null;
  }

  private static boolean hides(SqlNode from) {
    return WindowRewriter.isWindowed(from) || !windows(from).isEmpty();
  }

  /** The names of the relations in FROM that have a window_time which {@code *} leaves out. */
  private static Set<String> windows(SqlNode from) {
    Set<String> names = new HashSet<>();
    if (from instanceof SqlJoin join) {
      names.addAll(windows(join.getLeft()));
      names.addAll(windows(join.getRight()));
    } else if (hasWindowTime(from)) {
      names.add(alias(from));
    }
    return names;
  }

  private static String alias(SqlNode node) {
    return switch (node.getKind()) {
      case AS -> named(((SqlIdentifier) ((SqlCall) node).operand(1)).getSimple());
      case LATERAL -> alias(((SqlCall) node).operand(0));
      default -> "";
    };
  }

  private static String named(String alias) {
    return alias.startsWith(UNNAMED) ? "" : alias;
  }

  private static boolean hasWindowTime(SqlNode relation) {
    if (relation instanceof SqlSelect select) {
      return WindowRewriter.isWindowed(select.getFrom());
    }
    return switch (relation.getKind()) {
      case AS, LATERAL, COLLECTION_TABLE -> hasWindowTime(((SqlCall) relation).operand(0));
      default -> relation instanceof SqlCall call && call.getOperator() instanceof WindowFunction;
    };
  }
}
