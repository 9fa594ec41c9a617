package dev.sash.aggregate;

import dev.sash.data.Column;
import dev.sash.data.DataType;
import dev.sash.data.DecimalColumn;
import dev.sash.data.DoubleColumn;
import dev.sash.data.LongColumn;
import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * The values of a numeric argument as exact numbers: {@code significand * 2^shift} in units that
 * are the same for all rows. A unit is 2^-70 of doubles and the last digit of decimals.
 */
final class MomentValues {
  /** The exponent of the unit of doubles. */
  private static final int EXPONENT = -70;

  private static final long FRACTION = (1L << 52) - 1;
  private static final long HIDDEN_BIT = 1L << 52;

  /** The biased exponent of a double whose significand needs no shift. */
  private static final int UNSHIFTED = 1075 + EXPONENT;

  /** The exponent of the unit of doubles that fit no significand with a shift. */
  private static final int WIDE_EXPONENT = WideSum.EXPONENT;

  private static final int LARGEST_SHIFT = 63;

  private final boolean doubles;
  private final int scale;
  private double number;
  private BigInteger large = BigInteger.ZERO;
  private long significand;
  private int shift;

  /** What a value is. */
  enum Kind {
    /** In {@link #significand} and {@link #shift}. */
    COMMON,
    /** In {@link #large}. */
    LARGE,
    /** NaN or infinite. */
    SPECIAL
  }

  MomentValues(DataType type) {
    doubles = type.kind() == DataType.Kind.DOUBLE || type.kind() == DataType.Kind.REAL;
    scale = type.scale();
  }

  /** The exponent of the unit of a common value. */
  int exponent() {
    return doubles ? EXPONENT : 0;
  }

  /** Digits after the point of an exact number. */
  int scale() {
    return scale;
  }

  /** How many bits finer the unit of a large value is than that of a common one. */
  int refinement() {
    return doubles ? EXPONENT - WIDE_EXPONENT : 0;
  }

  /** Looks at the value of a row. */
  Kind read(Column column, int row) {
    shift = 0;
    if (column instanceof DoubleColumn values) {
      return read(values.values()[row]);
    } else if (column instanceof LongColumn values) {
      significand = values.values()[row];
      return Kind.COMMON;
    }
    DecimalColumn decimals = (DecimalColumn) column;
    if (!decimals.isNarrow() && decimals.isWide(row)) {
      BigDecimal decimal = decimals.decimal(row);
      large = decimal == null ? BigInteger.ZERO : decimal.unscaledValue();
      return Kind.LARGE;
    }
    significand = decimals.unscaled()[row];
    return Kind.COMMON;
  }

  private Kind read(double value) {
    number = value;
    long bits = Double.doubleToRawLongBits(value);
    long magnitude = (bits & FRACTION) | HIDDEN_BIT;
    int places = ((int) (bits >>> 52) & 0x7FF) - UNSHIFTED;
    if (value == 0) {
      magnitude = 0;
      places = 0;
    } else if (places < 0 && Long.numberOfTrailingZeros(magnitude) >= -places) {
      magnitude >>>= -places;
      places = 0;
    }
    significand = value < 0 ? -magnitude : magnitude;
    shift = places;
    if (places >= 0 && places <= LARGEST_SHIFT) {
      return Kind.COMMON;
    }
    return Double.isFinite(value) ? largeDouble() : Kind.SPECIAL;
  }

  private Kind largeDouble() {
    large =
        new BigDecimal(number)
            .multiply(new BigDecimal(BigInteger.ONE.shiftLeft(-WIDE_EXPONENT)))
            .toBigIntegerExact();
    return Kind.LARGE;
  }

  long significand() {
    return significand;
  }

  int shift() {
    return shift;
  }

  /** The value in the finer unit; of one that is no {@link Kind#SPECIAL}. */
  BigInteger large(Kind kind) {
    return kind == Kind.LARGE
        ? large
        : BigInteger.valueOf(significand).shiftLeft(shift + refinement());
  }
}
