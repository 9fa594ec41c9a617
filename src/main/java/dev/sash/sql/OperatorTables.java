package dev.sash.sql;

import dev.sash.aggregate.AggregateFunctions;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlOperatorTable;
import org.apache.calcite.sql.SqlSyntax;
import org.apache.calcite.sql.fun.SqlLibrary;
import org.apache.calcite.sql.fun.SqlLibraryOperatorTableFactory;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.validate.SqlNameMatcher;
import org.jspecify.annotations.Nullable;

/**
 * The functions of SQL: Sash's own aggregates, the standard's, then PostgreSQL's, then BigQuery's.
 * A later library is loaded only when a name is in none before it, which most statements never
 * need.
 */
final class OperatorTables implements SqlOperatorTable {
  private static final OperatorTables SHARED = new OperatorTables();

  private OperatorTables() {}

  /** The table that all statements share. */
  static SqlOperatorTable shared() {
    return SHARED;
  }

  @Override
  public void lookupOperatorOverloads(
      SqlIdentifier name,
      @Nullable SqlFunctionCategory category,
      SqlSyntax syntax,
      List<SqlOperator> operators,
      SqlNameMatcher names) {
    if (syntax == SqlSyntax.BINARY && name.isSimple() && name.getSimple().equals(AtTimeZone.NAME)) {
      operators.add(AtTimeZone.OPERATOR);
      return;
    }
    SqlOperator aggregate = name.isSimple() ? AggregateOperators.find(name.getSimple()) : null;
    if (aggregate != null && category != null && syntax.family == SqlSyntax.FUNCTION) {
      operators.add(aggregate);
      return;
    }
    SqlStdOperatorTable.instance()
        .lookupOperatorOverloads(name, category, syntax, operators, names);
    // Without a category Calcite asks whether a column is a function without parentheses.
    boolean function = category != null && name.isSimple() && syntax.family == SqlSyntax.FUNCTION;
    if (operators.isEmpty() && function) {
      PostgreSql.TABLE.lookupOperatorOverloads(name, category, syntax, operators, names);
    }
    if (operators.isEmpty() && function) {
      BigQuery.TABLE.lookupOperatorOverloads(name, category, syntax, operators, names);
    }
  }

  /** The names of all functions, in upper case; loads every library. */
  static Set<String> names() {
    return Names.ALL;
  }

  @Override
  public List<SqlOperator> getOperatorList() {
    return SqlStdOperatorTable.instance().getOperatorList();
  }

  /** Of the aggregates only those that there are, so that no other one is suggested. */
  private static boolean isKnown(SqlOperator operator) {
    return !operator.isAggregator() || AggregateFunctions.find(operator.getName()) != null;
  }

  private static final class Names {
    static final Set<String> ALL =
        Stream.concat(
                AggregateFunctions.names().stream(),
                Stream.of(SqlStdOperatorTable.instance(), PostgreSql.TABLE, BigQuery.TABLE)
                    .flatMap(table -> table.getOperatorList().stream())
                    .filter(operator -> operator.getSyntax().family == SqlSyntax.FUNCTION)
                    .filter(OperatorTables::isKnown)
                    .map(operator -> operator.getName().toUpperCase(Locale.ROOT))
                    .filter(name -> !name.startsWith("$")))
            .collect(Collectors.toCollection(TreeSet::new));
  }

  private static final class PostgreSql {
    static final SqlOperatorTable TABLE =
        SqlLibraryOperatorTableFactory.INSTANCE.getOperatorTable(SqlLibrary.POSTGRESQL);
  }

  private static final class BigQuery {
    static final SqlOperatorTable TABLE =
        SqlLibraryOperatorTableFactory.INSTANCE.getOperatorTable(SqlLibrary.BIG_QUERY);
  }
}
