package dev.sash.aggregate;

import dev.sash.data.DataType;
import dev.sash.data.DataType.Kind;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A call under test.
 *
 * @param argument its only argument's type, null for COUNT(*)
 */
public record AggregateCase(
    String function, boolean distinct, @Nullable DataType argument, DataType result) {

  private static final DataType BIGINT = DataType.of(Kind.BIGINT);
  private static final DataType DOUBLE = DataType.of(Kind.DOUBLE);

  /** Every type that an argument can have, by the ordinal of its column in {@link #ROW}. */
  public static final List<DataType> ROW =
      List.of(
          DataType.of(Kind.INTEGER),
          BIGINT,
          DOUBLE,
          DataType.decimal(10, 2),
          DataType.decimal(38, 3),
          DataType.of(Kind.VARCHAR),
          DataType.of(Kind.BOOLEAN),
          DataType.of(Kind.DATE),
          DataType.of(Kind.TIMESTAMP));

  /** Every function over every type that it takes. */
  public static List<AggregateCase> all() {
    List<AggregateCase> cases = new ArrayList<>();
    cases.add(new AggregateCase("COUNT", false, null, BIGINT));
    for (DataType type : ROW) {
      for (boolean distinct : new boolean[] {false, true}) {
        cases.add(new AggregateCase("COUNT", distinct, type, BIGINT));
        switch (type.kind()) {
          case INTEGER, BIGINT -> {
            cases.add(new AggregateCase("SUM", distinct, type, BIGINT));
            cases.add(new AggregateCase("AVG", distinct, type, DOUBLE));
          }
          case DECIMAL -> {
            DataType wide = DataType.decimal(38, type.scale());
            cases.add(new AggregateCase("SUM", distinct, type, wide));
            cases.add(new AggregateCase("AVG", distinct, type, DataType.decimal(38, type.scale())));
          }
          case DOUBLE -> {
            cases.add(new AggregateCase("SUM", distinct, type, DOUBLE));
            cases.add(new AggregateCase("AVG", distinct, type, DOUBLE));
          }
          default -> {}
        }
      }
      for (String function : List.of("MIN", "MAX", "ANY_VALUE")) {
        cases.add(new AggregateCase(function, false, type, type));
      }
    }
    return cases;
  }

  /** Ordinal of the argument in {@link #ROW}, or -1. */
  public int ordinal() {
    return argument == null ? -1 : ROW.indexOf(argument);
  }

  /** The function. */
  public AggregateFunction create() {
    return AggregateFunctions.of(
        function, argument == null ? List.of() : List.of(argument), distinct, result);
  }

  /** The function over a batch of {@link #ROW}. */
  public AggregateInput input(int filterColumn) {
    List<Integer> arguments = argument == null ? List.of() : List.of(ordinal());
    return new AggregateInput(create(), arguments, filterColumn);
  }

  @Override
  public String toString() {
    return function
        + "("
        + (distinct ? "DISTINCT " : "")
        + (argument == null ? "*" : argument.sql())
        + ")";
  }
}
