package dev.sash.aggregate;

import dev.sash.data.DataType;
import dev.sash.data.DataType.Kind;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Functions that keep all values, and what they must give: each value once for each row, sorted.
 */
final class OrderedCases {
  private static final DataType TEXT = DataType.of(Kind.VARCHAR);
  private static final int TEXTS = AggregateCase.ROW.indexOf(TEXT);

  private OrderedCases() {}

  static void addTo(List<AggregateCase> cases) {
    for (int column = 0; column < AggregateCase.ROW.size(); column++) {
      DataType type = AggregateCase.ROW.get(column);
      cases.add(call("MODE", false, List.of(column), type, List.of()));
      ArrayCases.addTo(cases, column);
      cases.add(percentile("PERCENTILE_DISC", "0.9", column, type, false));
      cases.add(percentile("PERCENTILE_DISC", "0.25", column, type, true));
      if (column < TEXTS) {
        DataType between =
            type.kind() == Kind.DECIMAL ? DataType.decimal(38, 6) : DataType.of(Kind.DOUBLE);
        cases.add(call("MEDIAN", false, List.of(column), between, List.of()));
        cases.add(call("MEDIAN", true, List.of(column), between, List.of()));
        cases.add(percentile("PERCENTILE_CONT", "0.9", column, between, false));
        cases.add(percentile("PERCENTILE_CONT", "0.123", column, between, true));
      }
    }
    cases.add(call("LISTAGG", false, List.of(TEXTS), TEXT, List.of()));
    cases.add(call("LISTAGG", true, List.of(TEXTS), TEXT, List.of(" | ")));
    for (boolean descending : new boolean[] {false, true}) {
      for (boolean nullsFirst : new boolean[] {false, true}) {
        List<AggregateRequest.Order> order =
            List.of(
                new AggregateRequest.Order(descending, nullsFirst),
                new AggregateRequest.Order(nullsFirst, descending));
        cases.add(
            new AggregateCase(
                "LISTAGG", nullsFirst, List.of(TEXTS, 0, 2), TEXT, List.of(""), order));
      }
    }
  }

  private static AggregateCase call(
      String function,
      boolean distinct,
      List<Integer> ordinals,
      DataType result,
      List<Object> constants) {
    return new AggregateCase(function, distinct, ordinals, result, constants, List.of());
  }

  private static AggregateCase percentile(
      String function, String fraction, int column, DataType result, boolean descending) {
    return new AggregateCase(
        function,
        false,
        List.of(column),
        result,
        List.of(new BigDecimal(fraction)),
        List.of(new AggregateRequest.Order(descending, false)));
  }

  /** The result over rows of arguments, the first of which is not null. */
  static @Nullable Object result(AggregateCase call, List<List<@Nullable Object>> rows) {
    if (rows.isEmpty()) {
      return null;
    } else if (call.function().equals("LISTAGG")) {
      return list(call, rows);
    } else if (ArrayCases.covers(call)) {
      return ArrayCases.result(call, rows);
    }
    boolean descending = !call.order().isEmpty() && call.order().get(0).descending();
    List<Object> values = new ArrayList<>();
    rows.forEach(row -> values.add(row.get(0)));
    values.sort((left, right) -> descending ? compare(right, left) : compare(left, right));
    List<Object> taken = call.distinct() ? new ArrayList<>(new LinkedHashSet<>(values)) : values;
    return switch (call.function()) {
      case "MODE" -> mode(taken);
      case "MEDIAN" -> between(taken, new BigDecimal("0.5"), call.result());
      case "PERCENTILE_CONT" -> between(taken, (BigDecimal) call.constants().get(0), call.result());
      case "PERCENTILE_DISC" -> discrete(taken, (BigDecimal) call.constants().get(0));
      default -> throw new AssertionError(call);
    };
  }

  private static Object mode(List<Object> values) {
    Object best = values.get(0);
    int most = 0;
    for (Object value : values) {
      int rows = (int) values.stream().filter(value::equals).count();
      if (rows > most) {
        most = rows;
        best = value;
      }
    }
    return best;
  }

  /** The first value whose place, divided by the number of values, reaches the fraction. */
  private static Object discrete(List<Object> values, BigDecimal fraction) {
    for (int i = 0; i < values.size(); i++) {
      BigDecimal wanted = fraction.multiply(BigDecimal.valueOf(values.size()));
      if (BigDecimal.valueOf(i + 1).compareTo(wanted) >= 0) {
        return values.get(i);
      }
    }
    throw new AssertionError(values);
  }

  private static Object between(List<Object> values, BigDecimal fraction, DataType result) {
    BigDecimal place = fraction.multiply(BigDecimal.valueOf(values.size() - 1));
    int low = place.intValue();
    int high = place.setScale(0, RoundingMode.CEILING).intValueExact();
    Object first = values.get(low);
    Object second = values.get(high);
    if (first.equals(second) && first instanceof Double) {
      return first;
    } else if (first instanceof Double a
        && second instanceof Double b
        && !(Double.isFinite(a) && Double.isFinite(b))) {
      return a + (b - a) * place.subtract(BigDecimal.valueOf(low)).doubleValue();
    }
    BigDecimal share = place.subtract(BigDecimal.valueOf(low));
    BigDecimal value =
        number(first).multiply(BigDecimal.ONE.subtract(share)).add(number(second).multiply(share));
    return result.kind() == Kind.DECIMAL
        ? value.setScale(result.scale(), RoundingMode.HALF_UP)
        : (Object) (value.doubleValue() + 0.0);
  }

  private static BigDecimal number(Object value) {
    return value instanceof Double number
        ? new BigDecimal(number)
        : value instanceof Long number ? BigDecimal.valueOf(number) : (BigDecimal) value;
  }

  private static String list(AggregateCase call, List<List<@Nullable Object>> rows) {
    Comparator<List<@Nullable Object>> order = (left, right) -> 0;
    for (int i = 0; i < call.order().size(); i++) {
      int ordinal = i + 1;
      AggregateRequest.Order key = call.order().get(i);
      Comparator<Object> values = (a, b) -> key.descending() ? compare(b, a) : compare(a, b);
      Comparator<@Nullable Object> withNull =
          key.nullsFirst() ? Comparator.nullsFirst(values) : Comparator.nullsLast(values);
      order = order.thenComparing((a, b) -> withNull.compare(a.get(ordinal), b.get(ordinal)));
    }
    order = order.thenComparing((a, b) -> compare(a.get(0), b.get(0)));
    List<String> texts =
        new ArrayList<>(rows.stream().sorted(order).map(row -> (String) row.get(0)).toList());
    List<String> taken = call.distinct() ? new ArrayList<>(new LinkedHashSet<>(texts)) : texts;
    return String.join(call.constants().isEmpty() ? "," : (String) call.constants().get(0), taken);
  }

  @SuppressWarnings({"unchecked", "rawtypes"})
  static int compare(@Nullable Object left, @Nullable Object right) {
    return ((Comparable) left).compareTo(right);
  }
}
