package dev.sash.connector.format;

import com.fasterxml.jackson.core.io.NumberInput;
import dev.sash.data.DataType.Kind;
import dev.sash.data.DoubleColumnBuilder;

/**
 * REAL and DOUBLE, correctly rounded; {@code NaN}, {@code Infinity} and {@code inf} in any case.
 *
 * <p>Where the digits fit a double's 53 bits and the power of ten is one a double holds exactly,
 * one multiplication or division gives the correctly rounded result (W. Clinger, How to Read
 * Floating Point Numbers Accurately, 1990); the rest goes through a library.
 */
final class DoubleParser extends FieldParser {
  private static final double[] POWERS = {
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22
  };
  private static final long EXACT_MOST = 1L << 53;
  private static final int DIGITS_MOST = 18;
  private static final String NOT_A_NUMBER = "is not a number";

  private final NumberShape shape = new NumberShape();
  private final boolean real;
  private final DoubleColumnBuilder builder;

  DoubleParser(Kind kind, DoubleColumnBuilder builder) {
    real = kind == Kind.REAL;
    this.builder = builder;
  }

  @Override
  boolean append(byte[] bytes, int from, int to) {
    if (!shape.scan(bytes, from, to)) {
      return appendWord(bytes, from, to);
    }
    double value;
    boolean exact =
        shape.digits <= DIGITS_MOST
            && shape.mantissa <= EXACT_MOST
            && shape.exponent >= 1 - POWERS.length
            && shape.exponent < POWERS.length;
    if (exact) {
      double mantissa = shape.mantissa;
      value =
          shape.exponent < 0
              ? mantissa / POWERS[-shape.exponent]
              : mantissa * POWERS[shape.exponent];
      value = shape.negative ? -value : value;
    } else {
      value = NumberInput.parseDouble(AsciiText.ascii(bytes, from, to), true);
    }
    if (real && value != 0) {
      value = narrowed(value, bytes, from, to);
    }
    if (Double.isInfinite(value)) {
      return fail(real ? "is outside REAL" : "is outside DOUBLE");
    }
    builder.append(value);
    return true;
  }

  @Override
  boolean isNumber() {
    return true;
  }

  @Override
  int appendUsual(byte[] bytes, int from, int limit) {
    int end = real ? -1 : shape.scanUsual(bytes, from, limit);
    if (end >= 0) {
      double value = shape.mantissa / POWERS[-shape.exponent];
      builder.append(shape.negative ? -value : value);
    }
    return end;
  }

  /** Rounding twice goes wrong only where the double is half way between two floats. */
  private static double narrowed(double value, byte[] bytes, int from, int to) {
    boolean halfWay = (Double.doubleToRawLongBits(value) & 0x1FFFFFFFL) == 0x10000000L;
    return halfWay || Math.abs(value) < Float.MIN_NORMAL
        ? Float.parseFloat(AsciiText.ascii(bytes, from, to))
        : (float) value;
  }

  private boolean appendWord(byte[] bytes, int from, int to) {
    boolean negative = bytes[from] == '-';
    int first = negative || bytes[from] == '+' ? from + 1 : from;
    if (AsciiText.equalsIgnoreCase("nan", bytes, from, to)) {
      builder.append(Double.NaN);
    } else if (AsciiText.equalsIgnoreCase("infinity", bytes, first, to)
        || AsciiText.equalsIgnoreCase("inf", bytes, first, to)) {
      builder.append(negative ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY);
    } else {
      return fail(NOT_A_NUMBER);
    }
    return true;
  }
}
