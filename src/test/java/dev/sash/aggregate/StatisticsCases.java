package dev.sash.aggregate;

import dev.sash.data.DataType;
import dev.sash.data.DataType.Kind;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Variance and regression, and what they must give: by the deviations of each value from the mean,
 * as the textbooks define them, with all digits. {@code n x - Σx} is n times the deviation of x.
 */
final class StatisticsCases {
  private static final DataType DOUBLE = DataType.of(Kind.DOUBLE);
  private static final DataType BIGINT = DataType.of(Kind.BIGINT);

  private StatisticsCases() {}

  static void addTo(List<AggregateCase> cases) {
    for (int column = 0; column < 5; column++) {
      for (String function : List.of("VAR_POP", "VAR_SAMP", "STDDEV_POP", "STDDEV_SAMP")) {
        cases.add(call(function, false, List.of(column)));
      }
      cases.add(call("VARIANCE", true, List.of(column)));
    }
    for (AggregateEntry entry : StatisticsAggregates.entries()) {
      if (entry.arguments().size() == 2) {
        cases.add(call(entry.name(), false, List.of(0, 2)));
        cases.add(call(entry.name(), false, List.of(3, 1)));
        cases.add(call(entry.name(), false, List.of(2, 4)));
      }
    }
  }

  private static AggregateCase call(String function, boolean distinct, List<Integer> ordinals) {
    DataType result = function.equals("REGR_COUNT") ? BIGINT : DOUBLE;
    return new AggregateCase(function, distinct, ordinals, result, List.of(), List.of());
  }

  /** The result over rows of one or two numbers. */
  static @Nullable Object result(String function, List<List<Object>> rows) {
    int count = rows.size();
    if (function.equals("REGR_COUNT")) {
      return (long) count;
    }
    boolean sample = function.endsWith("SAMP") || function.equals("VARIANCE");
    if (count < (sample ? 2 : 1)) {
      return null;
    }
    for (List<Object> row : rows) {
      for (Object value : row) {
        if (value instanceof Double number && !Double.isFinite(number)) {
          return Double.NaN;
        }
      }
    }
    List<BigDecimal> first = numbers(rows, 0);
    List<BigDecimal> last = numbers(rows, rows.get(0).size() - 1);
    BigDecimal ofFirst = products(first, first);
    BigDecimal ofLast = products(last, last);
    BigDecimal ofBoth = products(first, last);
    BigDecimal n = BigDecimal.valueOf(count);
    BigDecimal rowsCubed = n.multiply(n).multiply(sample ? n.subtract(BigDecimal.ONE) : n);
    boolean flat = ofLast.signum() == 0;
    return switch (function) {
      case "VAR_POP", "VAR_SAMP", "VARIANCE" -> quotient(ofFirst, rowsCubed);
      case "STDDEV_POP", "STDDEV_SAMP" -> root(ofFirst, rowsCubed);
      case "COVAR_POP", "COVAR_SAMP" -> quotient(ofBoth, rowsCubed);
      case "CORR" -> flat || ofFirst.signum() == 0 ? null : correlation(ofFirst, ofLast, ofBoth);
      case "REGR_SLOPE" -> flat ? null : quotient(ofBoth, ofLast);
      case "REGR_INTERCEPT" ->
          flat
              ? null
              : quotient(
                  sum(first).multiply(ofLast).subtract(sum(last).multiply(ofBoth)),
                  ofLast.multiply(n));
      case "REGR_R2" ->
          flat
              ? null
              : ofFirst.signum() == 0
                  ? (Double) 1.0
                  : quotient(ofBoth.multiply(ofBoth), ofFirst.multiply(ofLast));
      case "REGR_AVGX" -> quotient(sum(last), n);
      case "REGR_AVGY" -> quotient(sum(first), n);
      case "REGR_SXX" -> quotient(ofLast, n.multiply(n));
      case "REGR_SYY" -> quotient(ofFirst, n.multiply(n));
      case "REGR_SXY" -> quotient(ofBoth, n.multiply(n));
      default -> throw new AssertionError(function);
    };
  }

  private static double correlation(BigDecimal ofFirst, BigDecimal ofLast, BigDecimal ofBoth) {
    return ofBoth.signum() * root(ofBoth.multiply(ofBoth), ofFirst.multiply(ofLast)) + 0.0;
  }

  private static List<BigDecimal> numbers(List<List<Object>> rows, int ordinal) {
    List<BigDecimal> numbers = new ArrayList<>();
    for (List<Object> row : rows) {
      Object value = row.get(ordinal);
      numbers.add(
          value instanceof Double number
              ? new BigDecimal(number)
              : value instanceof Long number ? BigDecimal.valueOf(number) : (BigDecimal) value);
    }
    return numbers;
  }

  private static BigDecimal sum(List<BigDecimal> values) {
    return values.stream().reduce(BigDecimal.ZERO, BigDecimal::add);
  }

  /** n² times the sum of the products of the deviations. */
  private static BigDecimal products(List<BigDecimal> first, List<BigDecimal> second) {
    BigDecimal count = BigDecimal.valueOf(first.size());
    BigDecimal ofFirst = sum(first);
    BigDecimal ofSecond = sum(second);
    BigDecimal total = BigDecimal.ZERO;
    for (int i = 0; i < first.size(); i++) {
      BigDecimal left = first.get(i).multiply(count).subtract(ofFirst);
      total = total.add(left.multiply(second.get(i).multiply(count).subtract(ofSecond)));
    }
    return total;
  }

  private static double quotient(BigDecimal numerator, BigDecimal denominator) {
    return numerator.divide(denominator, digits(numerator, denominator)).doubleValue();
  }

  private static double root(BigDecimal numerator, BigDecimal denominator) {
    MathContext digits = digits(numerator, denominator);
    return numerator.divide(denominator, digits).sqrt(new MathContext(60)).doubleValue();
  }

  private static MathContext digits(BigDecimal numerator, BigDecimal denominator) {
    BigInteger largest = numerator.unscaledValue().abs().max(denominator.unscaledValue());
    return new MathContext(60 + largest.bitLength() / 3);
  }
}
