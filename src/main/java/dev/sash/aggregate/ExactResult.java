package dev.sash.aggregate;

import dev.sash.data.ColumnBuilder;
import dev.sash.data.DataType;
import dev.sash.data.DecimalColumnBuilder;
import dev.sash.data.DoubleColumnBuilder;
import dev.sash.data.LongColumnBuilder;
import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/** Turns an exact sum and a count into a SUM or an AVG of the result type. */
final class ExactResult {
  private final DataType type;
  private final int scale;
  private final boolean average;

  /**
   * A conversion.
   *
   * @param scale digits after the point of the sum
   * @param average whether the sum is divided by the count
   */
  ExactResult(DataType type, int scale, boolean average) {
    this.type = type;
    this.scale = scale;
    this.average = average;
  }

  /** Appends the results of 128-bit sums; that of no value is NULL. */
  void append(long[] highs, long[] lows, long[] counts, int count, ColumnBuilder out) {
    for (int i = 0; i < count; i++) {
      if (counts[i] == 0) {
        out.appendNull();
      } else {
        append(highs[i], lows[i], counts[i], out);
      }
    }
  }

  /** Appends the result of a 128-bit sum. */
  void append(long high, long low, long count, ColumnBuilder out) {
    if (out instanceof DoubleColumnBuilder doubles && scale == 0) {
      appendDouble(FixedPoint.quotient(high, low, average ? count : 1), doubles);
    } else if (out instanceof LongColumnBuilder longs && FixedPoint.fitsLong(high, low)) {
      longs.append(checked(average ? low / count : low));
    } else if (out instanceof DecimalColumnBuilder decimals
        && !average
        && scale == type.scale()
        && FixedPoint.fitsLong(high, low)
        && fitsDigits(low)) {
      decimals.appendUnscaled(low);
    } else {
      append(FixedPoint.toBigInteger(high, low), count, out);
    }
  }

  /** Appends the result of a sum of any size. */
  void append(BigInteger sum, long count, ColumnBuilder out) {
    if (out instanceof LongColumnBuilder longs) {
      BigInteger value = average ? sum.divide(BigInteger.valueOf(count)) : sum;
      if (value.bitLength() >= Long.SIZE) {
        throw overflow();
      }
      longs.append(checked(value.longValue()));
    } else if (out instanceof DoubleColumnBuilder doubles) {
      BigDecimal total = new BigDecimal(sum, scale);
      // Forty digits more than a double has: only a value within 10^-40 of a tie could differ.
      int digits = Math.max(60, scale + 60);
      BigDecimal value =
          average ? total.divide(BigDecimal.valueOf(count), digits, RoundingMode.HALF_EVEN) : total;
      appendDouble(value.doubleValue(), doubles);
    } else {
      appendDecimal(new BigDecimal(sum, scale), count, (DecimalColumnBuilder) out);
    }
  }

  private void appendDecimal(BigDecimal sum, long count, DecimalColumnBuilder decimals) {
    BigDecimal value =
        average
            ? sum.divide(BigDecimal.valueOf(count), type.scale(), RoundingMode.HALF_UP)
            : sum.setScale(type.scale(), RoundingMode.HALF_UP);
    if (value.precision() > type.precision()) {
      throw overflow();
    }
    decimals.append(value);
  }

  private void appendDouble(double value, DoubleColumnBuilder doubles) {
    doubles.append(type.kind() == DataType.Kind.REAL ? (float) value : value);
  }

  private boolean fitsDigits(long unscaled) {
    return type.precision() > 18 || BigDecimal.valueOf(unscaled).precision() <= type.precision();
  }

  private long checked(long value) {
    boolean fits =
        switch (type.kind()) {
          case TINYINT -> value == (byte) value;
          case SMALLINT -> value == (short) value;
          case INTEGER -> value == (int) value;
          case BIGINT,
              BOOLEAN,
              REAL,
              DOUBLE,
              DECIMAL,
              VARCHAR,
              CHAR,
              DATE,
              TIME,
              TIMESTAMP,
              TIMESTAMP_LTZ ->
              true;
        };
    if (!fits) {
      throw overflow();
    }
    return value;
  }

  /** The error for a result outside its type. */
  SashException overflow() {
    return SashException.of(
            ErrorCode.NUMERIC_OVERFLOW,
            (average ? "an average" : "a sum") + " is outside the range of " + type.sql())
        .hint(
            type.kind() == DataType.Kind.DECIMAL
                ? "cast the argument to DOUBLE, or to a DECIMAL of a smaller scale"
                : "cast the argument to DECIMAL(38, 0): SUM(CAST(x AS DECIMAL(38, 0)))");
  }
}
