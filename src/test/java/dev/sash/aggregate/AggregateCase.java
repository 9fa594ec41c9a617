package dev.sash.aggregate;

import dev.sash.data.DataType;
import dev.sash.data.DataType.Kind;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A call under test.
 *
 * @param ordinals its arguments, then what it is ordered by, as columns of {@link #ROW}; none for
 *     COUNT(*)
 * @param constants its arguments that are written in the query
 * @param order one for each of the last ordinals
 */
public record AggregateCase(
    String function,
    boolean distinct,
    List<Integer> ordinals,
    DataType result,
    List<Object> constants,
    List<AggregateRequest.Order> order) {

  AggregateCase(String function, boolean distinct, @Nullable DataType argument, DataType result) {
    this(
        function,
        distinct,
        argument == null ? List.of() : List.of(ROW.indexOf(argument)),
        result,
        List.of(),
        List.of());
  }

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
    StatisticsCases.addTo(cases);
    ChoiceCases.addTo(cases);
    OrderedCases.addTo(cases);
    ApproximateCases.addTo(cases);
    return cases;
  }

  /** Whether its state grows with the rows. */
  public boolean keepsValues() {
    AggregateEntry entry = AggregateFunctions.find(function);
    return distinct || entry != null && entry.keepsValues();
  }

  /** The types of its columns. */
  List<DataType> types() {
    return ordinals.stream().map(ROW::get).toList();
  }

  /** The function. */
  public AggregateFunction create() {
    return AggregateFunctions.of(
        function, new AggregateRequest(types(), constants, order, distinct, result, false));
  }

  /** The function over a batch of {@link #ROW}. */
  public AggregateInput input(int filterColumn) {
    return new AggregateInput(create(), ordinals, filterColumn);
  }

  @Override
  public String toString() {
    return function
        + "("
        + (distinct ? "DISTINCT " : "")
        + (ordinals.isEmpty()
            ? "*"
            : String.join(", ", types().stream().map(DataType::sql).toList()))
        + (constants.isEmpty() ? "" : ", " + constants)
        + ")";
  }
}
