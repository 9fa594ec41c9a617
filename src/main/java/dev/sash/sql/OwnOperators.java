package dev.sash.sql;

import dev.sash.aggregate.OwnAggregates;
import dev.sash.catalog.Catalog;
import dev.sash.function.OwnFunction;
import java.util.List;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlOperatorTable;
import org.apache.calcite.sql.SqlSyntax;
import org.apache.calcite.sql.validate.SqlNameMatcher;
import org.jspecify.annotations.Nullable;

/**
 * The functions of SQL and those that the user has made known, which are never named like one of
 * the former.
 */
record OwnOperators(Catalog catalog) implements SqlOperatorTable {

  @Override
  public void lookupOperatorOverloads(
      SqlIdentifier name,
      @Nullable SqlFunctionCategory category,
      SqlSyntax syntax,
      List<SqlOperator> operators,
      SqlNameMatcher names) {
    boolean called = category != null && name.isSimple() && syntax.family == SqlSyntax.FUNCTION;
    OwnFunction own = called ? catalog.function(name.getSimple()) : null;
    if (own == null) {
      OperatorTables.shared().lookupOperatorOverloads(name, category, syntax, operators, names);
    } else if (own.aggregate() != null) {
      operators.add(new OwnAggregateOperator(OwnAggregates.entry(own.name(), own.aggregate())));
    } else if (own.method() != null) {
      operators.add(OwnScalarOperator.of(own.name(), own.method()));
    }
  }

  @Override
  public List<SqlOperator> getOperatorList() {
    return OperatorTables.shared().getOperatorList();
  }
}
