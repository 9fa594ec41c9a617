package dev.sash.aggregate;

import dev.sash.data.ColumnBuilder;
import dev.sash.data.DataType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * PERCENTILE_DISC, the first value that so large a share of the values does not come after, and
 * PERCENTILE_CONT and MEDIAN, which lie on the line between the two values next to it. The point on
 * that line is computed with all digits and rounded once.
 *
 * @param type of the values
 * @param resultType of what lies between them
 * @param fraction 0 to 1
 * @param descending whether the largest value comes first
 * @param continuous whether there are values between the values
 * @param distinct whether equal values count once
 */
record PercentileResult(
    DataType type,
    DataType resultType,
    BigDecimal fraction,
    boolean descending,
    boolean continuous,
    boolean distinct)
    implements CountedResult {

  @Override
  public void append(Map<Object, Long> counts, ColumnBuilder out) {
    if (counts.isEmpty()) {
      out.appendNull();
      return;
    }
    List<Object> values = new ArrayList<>(counts.keySet());
    Comparator<Object> order = (left, right) -> Elements.compare(left, right, type);
    values.sort(descending ? order.reversed() : order);
    long total = distinct ? values.size() : counts.values().stream().mapToLong(n -> n).sum();
    if (!continuous) {
      BigDecimal rank = fraction.multiply(BigDecimal.valueOf(total));
      long row = Math.max(0, rank.setScale(0, RoundingMode.CEILING).longValueExact() - 1);
      out.appendObject(Elements.decoded(valueAt(values, counts, row), type));
      return;
    }
    BigDecimal position = fraction.multiply(BigDecimal.valueOf(total - 1));
    BigInteger row = position.toBigInteger();
    Object lower = valueAt(values, counts, row.longValueExact());
    Object upper = valueAt(values, counts, Math.min(total - 1, row.longValueExact() + 1));
    appendBetween(lower, upper, position.subtract(new BigDecimal(row)), out);
  }

  private Object valueAt(List<Object> values, Map<Object, Long> counts, long row) {
    long left = row;
    for (Object value : values) {
      left -= distinct ? 1 : counts.getOrDefault(value, 0L);
      if (left < 0) {
        return value;
      }
    }
    throw new AssertionError("no such row: row=" + row);
  }

  private void appendBetween(Object lower, Object upper, BigDecimal share, ColumnBuilder out) {
    Object first = Elements.decoded(lower, type);
    Object second = Elements.decoded(upper, type);
    if (first instanceof Double low && second instanceof Double high) {
      if (share.signum() == 0 || low.equals(high)) {
        out.appendObject(low);
        return;
      } else if (!Double.isFinite(low) || !Double.isFinite(high)) {
        out.appendObject(low + (high - low) * share.doubleValue());
        return;
      }
    }
    BigDecimal from = number(first);
    BigDecimal between = from.add(number(second).subtract(from).multiply(share));
    boolean decimal = resultType.kind() == DataType.Kind.DECIMAL;
    out.appendObject(
        decimal
            ? between.setScale(resultType.scale(), RoundingMode.HALF_UP)
            : (Object) between.doubleValue());
  }

  private static BigDecimal number(@Nullable Object value) {
    if (value instanceof Double number) {
      return new BigDecimal(number);
    } else if (value instanceof Long number) {
      return BigDecimal.valueOf(number);
    } else if (value instanceof BigDecimal number) {
      return number;
    }
    throw new AssertionError(value);
  }
}
