package dev.sash.aggregate;

import dev.sash.data.DataType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What an aggregate must give, computed from the list of its values in the plainest way. */
public final class AggregateOracle {

  private AggregateOracle() {}

  /**
   * The expected result.
   *
   * @param call as of {@link AggregateCase}
   * @param rows rows of {@link AggregateCase#ROW}, after the filter
   */
  public static @Nullable Object result(AggregateCase call, List<@Nullable Object[]> rows) {
    if (call.ordinals().isEmpty()) {
      return (long) rows.size();
    }
    AggregateEntry entry = AggregateFunctions.find(call.function());
    if (entry == null) {
      throw new AssertionError(call);
    }
    boolean withNull = call.function().equals("ARRAY_AGG");
    int strict = withNull ? 0 : entry.keepsValues() ? 1 : call.ordinals().size();
    List<List<@Nullable Object>> present = new ArrayList<>();
    for (@Nullable Object[] row : rows) {
      List<@Nullable Object> arguments = new ArrayList<>();
      for (int ordinal : call.ordinals()) {
        arguments.add(canonical(row[ordinal]));
      }
      if (arguments.subList(0, strict).stream().allMatch(Objects::nonNull)) {
        present.add(arguments);
      }
    }
    if (entry.family() == AggregateEntry.Family.APPROXIMATE) {
      return ApproximateCases.result(call, rows);
    } else if (entry.keepsValues()) {
      return OrderedCases.result(call, present);
    }
    List<List<Object>> counted =
        call.distinct() ? new ArrayList<>(new LinkedHashSet<>(present)) : present;
    return switch (entry.family()) {
      case COMMON -> common(call, counted.stream().map(list -> list.get(0)).toList());
      case STATISTICS -> StatisticsCases.result(call.function(), counted);
      case CONDITIONS, CHOICE -> ChoiceCases.result(call.function(), counted);
      case ORDERED, APPROXIMATE, OWN -> throw new AssertionError(call);
    };
  }

  private static @Nullable Object common(AggregateCase call, List<Object> taken) {
    if (call.function().equals("COUNT")) {
      return (long) taken.size();
    }
    if (taken.isEmpty()) {
      return null;
    }
    return switch (call.function()) {
      case "SUM" -> sum(call, taken, 1);
      case "AVG" -> sum(call, taken, taken.size());
      case "MIN", "ANY_VALUE" -> extreme(taken, false);
      case "MAX" -> extreme(taken, true);
      default -> throw new AssertionError(call);
    };
  }

  private static @Nullable Object canonical(@Nullable Object value) {
    return value instanceof Double number ? (Object) (number + 0.0) : value;
  }

  @SuppressWarnings({"unchecked", "rawtypes"})
  private static Object extreme(List<Object> values, boolean largest) {
    List<Object> numbers = new ArrayList<>(values);
    numbers.removeIf(value -> value instanceof Double number && number.isNaN());
    if (numbers.isEmpty()) {
      return Double.NaN;
    }
    Comparator<Object> order = (left, right) -> ((Comparable) left).compareTo(right);
    return largest
        ? numbers.stream().max(order).orElseThrow()
        : numbers.stream().min(order).orElseThrow();
  }

  private static Object sum(AggregateCase call, List<Object> values, long divisor) {
    double special = 0;
    BigDecimal total = BigDecimal.ZERO;
    for (Object value : values) {
      if (value instanceof Double number) {
        if (Double.isNaN(number) || Double.isInfinite(number)) {
          special += number;
        } else {
          total = total.add(new BigDecimal(number));
        }
      } else {
        total = total.add(value instanceof Long l ? BigDecimal.valueOf(l) : (BigDecimal) value);
      }
    }
    if (special != 0) {
      return special;
    }
    return convert(total, divisor, call.result());
  }

  private static Object convert(BigDecimal total, long divisor, DataType type) {
    BigDecimal count = BigDecimal.valueOf(divisor);
    return switch (type.kind()) {
      case DOUBLE ->
          // A quotient that is no tie differs from one within the digits of its dividend.
          divisor == 1
              ? total.doubleValue()
              : total.divide(count, new MathContext(total.precision() + 30)).doubleValue();
      case DECIMAL -> total.divide(count, type.scale(), RoundingMode.HALF_UP);
      case BIGINT -> {
        BigInteger sum = total.toBigIntegerExact();
        yield sum.divide(BigInteger.valueOf(divisor)).longValueExact();
      }
      default -> throw new AssertionError(type);
    };
  }
}
