package dev.sash.sql;

import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql2rel.SqlRexConvertlet;
import org.apache.calcite.sql2rel.SqlRexConvertletTable;
import org.apache.calcite.sql2rel.StandardConvertletTable;
import org.jspecify.annotations.Nullable;

/**
 * The conversions of the standard, but for aggregates with OVER, which stay whole: the standard
 * ones would make AVG a quotient and STDDEV a root of differences, which loses digits.
 */
final class WholeAggregates implements SqlRexConvertletTable {
  static final WholeAggregates INSTANCE = new WholeAggregates();

  private WholeAggregates() {}

  @Override
  public @Nullable SqlRexConvertlet get(SqlCall call) {
    return call.getOperator() instanceof SqlAggFunction function
        ? (context, aggregate) ->
            StandardConvertletTable.INSTANCE.convertAggregateFunction(context, function, aggregate)
        : StandardConvertletTable.INSTANCE.get(call);
  }
}
