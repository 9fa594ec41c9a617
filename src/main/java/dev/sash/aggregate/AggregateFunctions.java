package dev.sash.aggregate;

import dev.sash.data.DataType;
import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import java.util.List;
import java.util.Locale;

/** The list of aggregate functions: a name and argument types to the function that computes it. */
public final class AggregateFunctions {

  private AggregateFunctions() {}

  /**
   * The function of a call.
   *
   * @param function COUNT, SUM, AVG, MIN, MAX or ANY_VALUE, in any case; ANY_VALUE is MIN, so that
   *     it depends on the rows only
   * @param argumentTypes none for COUNT(*)
   * @param distinct whether equal values count once
   * @param resultType the type that the planner has derived
   * @throws SashException when there is no such function of these types
   */
  public static AggregateFunction of(
      String function, List<DataType> argumentTypes, boolean distinct, DataType resultType) {
    return of(function, argumentTypes, distinct, resultType, false);
  }

  /**
   * As {@link #of}, of rows that may be taken back. Counts and sums cost the same; the others keep
   * every value with the number of its rows.
   */
  public static AggregateFunction retracting(
      String function, List<DataType> argumentTypes, boolean distinct, DataType resultType) {
    AggregateFunction plain = of(function, argumentTypes, distinct, resultType, true);
    if (plain instanceof DistinctFunction set) {
      return new CountedFunction(set, argumentTypes, resultType);
    }
    boolean invertible =
        plain instanceof CountFunction
            || plain instanceof ExactSumFunction
            || plain instanceof DoubleSumFunction;
    return invertible
        ? plain
        : new CountedFunction(
            new DistinctFunction(argumentTypes, resultType, plain), argumentTypes, resultType);
  }

  private static AggregateFunction of(
      String function,
      List<DataType> argumentTypes,
      boolean distinct,
      DataType resultType,
      boolean retracts) {
    String name = function.toUpperCase(Locale.ROOT);
    if (name.equals("COUNT")) {
      return distinct && !argumentTypes.isEmpty()
          ? new DistinctFunction(argumentTypes, resultType, null)
          : new CountFunction(resultType);
    }
    if (argumentTypes.size() != 1) {
      throw missing(name, argumentTypes);
    }
    DataType argument = argumentTypes.get(0);
    return switch (name) {
      case "SUM", "AVG" -> {
        AggregateFunction sum = sum(name, argument, resultType, retracts && !distinct);
        yield distinct ? new DistinctFunction(argumentTypes, resultType, sum) : sum;
      }
      case "MIN", "ANY_VALUE" -> extreme(argument, resultType, false);
      case "MAX" -> extreme(argument, resultType, true);
      default -> throw missing(name, argumentTypes);
    };
  }

  private static AggregateFunction sum(
      String name, DataType argument, DataType resultType, boolean retracts) {
    boolean average = name.equals("AVG");
    return switch (argument.kind()) {
      case TINYINT, SMALLINT, INTEGER, BIGINT, DECIMAL ->
          new ExactSumFunction(argument, resultType, average);
      case REAL, DOUBLE -> new DoubleSumFunction(argument, resultType, average, retracts);
      case BOOLEAN, VARCHAR, CHAR, DATE, TIME, TIMESTAMP, TIMESTAMP_LTZ ->
          throw missing(name, List.of(argument));
    };
  }

  private static AggregateFunction extreme(DataType argument, DataType result, boolean largest) {
    return LongCoding.covers(argument)
        ? new LongExtremeFunction(argument, result, largest)
        : new ObjectExtremeFunction(result, largest);
  }

  private static SashException missing(String name, List<DataType> types) {
    String arguments = String.join(", ", types.stream().map(DataType::sql).toList());
    return SashException.of(
            ErrorCode.FUNCTION_NOT_FOUND,
            "there is no aggregate function \"" + name + "\" of (" + arguments + ")")
        .hint("aggregate functions are COUNT, SUM, AVG, MIN, MAX and ANY_VALUE");
  }
}
