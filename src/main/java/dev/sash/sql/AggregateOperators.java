package dev.sash.sql;

import dev.sash.aggregate.AggregateEntry;
import dev.sash.aggregate.AggregateEntry.Form;
import dev.sash.aggregate.AggregateFunctions;
import dev.sash.aggregate.ArgumentKind;
import dev.sash.data.DataType;
import dev.sash.error.SashException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlCallBinding;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperandCountRange;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlOperatorBinding;
import org.apache.calcite.sql.fun.SqlBasicAggFunction;
import org.apache.calcite.sql.type.SqlOperandCountRanges;
import org.apache.calcite.sql.type.SqlOperandTypeChecker;
import org.apache.calcite.util.Optionality;
import org.jspecify.annotations.Nullable;

/**
 * The functions of {@link AggregateFunctions} as the validator knows functions. Those of the
 * standard that Calcite treats specially stay its own: COUNT, SUM, AVG, MIN, MAX, ANY_VALUE.
 */
final class AggregateOperators {
  private static final Map<String, SqlAggFunction> BY_NAME = byName();

  private AggregateOperators() {}

  /** The function of this name in any case, or null where it is not ours. */
  static @Nullable SqlOperator find(String name) {
    return BY_NAME.get(name.toUpperCase(Locale.ROOT));
  }

  private static Map<String, SqlAggFunction> byName() {
    Map<String, SqlAggFunction> functions = new HashMap<>();
    for (AggregateEntry entry : AggregateFunctions.all()) {
      if (entry.family() != AggregateEntry.Family.COMMON) {
        SqlAggFunction function = function(entry);
        functions.put(entry.name(), function);
        entry.aliases().forEach(alias -> functions.put(alias, function));
      }
    }
    return functions;
  }

  private static SqlAggFunction function(AggregateEntry entry) {
    SqlBasicAggFunction function =
        SqlBasicAggFunction.create(
            entry.name(),
            SqlKind.OTHER_FUNCTION,
            binding -> result(entry, binding),
            new Arguments(entry));
    return switch (entry.form()) {
      case PLAIN -> function;
      case BY_TIME -> function.withAllowsNullTreatment(true); // with OVER only: SupportedQuery
      case ORDERED -> function.withGroupOrder(Optionality.OPTIONAL);
      case PERCENTILE -> function.withGroupOrder(Optionality.MANDATORY);
    };
  }

  static SqlOperandTypeChecker arguments(AggregateEntry entry) {
    return new Arguments(entry);
  }

  static RelDataType result(AggregateEntry entry, SqlOperatorBinding binding) {
    List<DataType> arguments = new ArrayList<>();
    for (RelDataType type : binding.collectOperandTypes()) {
      arguments.add(TypeMapping.dataType(type));
    }
    boolean second = entry.form() == Form.PERCENTILE && arguments.size() > 1;
    return TypeMapping.type(
        binding.getTypeFactory(), entry.result().of(second ? arguments.subList(1, 2) : arguments));
  }

  /** Checks the arguments of one function. */
  private record Arguments(AggregateEntry entry) implements SqlOperandTypeChecker {

    @Override
    public boolean checkOperandTypes(SqlCallBinding binding, boolean throwOnFailure) {
      for (int i = 0; i < binding.getOperandCount(); i++) {
        if (!takes(entry.arguments().get(i), binding.getOperandType(i))) {
          if (throwOnFailure) {
            throw binding.newValidationSignatureError();
          }
          return false;
        }
      }
      return true;
    }

    private static boolean takes(ArgumentKind kind, RelDataType type) {
      try {
        return kind.takes(TypeMapping.dataType(type));
      } catch (SashException e) {
        return false; // no column can have it
      }
    }

    @Override
    public SqlOperandCountRange getOperandCountRange() {
      int most = entry.arguments().size();
      // without WITHIN GROUP a percentile lacks an argument, which is complained of later
      boolean optional = entry.form() == Form.PERCENTILE || entry.hasOptional();
      return SqlOperandCountRanges.between(optional ? most - 1 : most, most);
    }

    @Override
    public String getAllowedSignatures(SqlOperator operator, String name) {
      return "'" + entry.signature() + "'";
    }
  }
}
