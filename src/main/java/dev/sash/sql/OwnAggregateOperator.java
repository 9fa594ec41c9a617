package dev.sash.sql;

import dev.sash.aggregate.AggregateEntry;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.util.Optionality;

/** An aggregate of the user's own as the validator knows functions. */
public final class OwnAggregateOperator extends SqlAggFunction {
  private final AggregateEntry entry;

  OwnAggregateOperator(AggregateEntry entry) {
    super(
        entry.name(),
        null,
        SqlKind.OTHER_FUNCTION,
        binding -> AggregateOperators.result(entry, binding),
        null,
        AggregateOperators.arguments(entry),
        SqlFunctionCategory.USER_DEFINED_FUNCTION,
        false,
        false,
        Optionality.FORBIDDEN);
    this.entry = entry;
  }

  /** The function. */
  public AggregateEntry entry() {
    return entry;
  }
}
