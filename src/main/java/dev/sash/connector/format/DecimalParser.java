package dev.sash.connector.format;

import dev.sash.data.DataType;
import dev.sash.data.DecimalColumnBuilder;
import java.math.BigDecimal;

/**
 * DECIMAL(p, s), exactly: more digits than the type has, before or after the point, are a bad row
 * unless they are zeros.
 */
final class DecimalParser extends FieldParser {
  private static final int LONG_DIGITS = 18;
  private static final int TEXT_MOST = 1000;
  private static final long[] POWERS = new long[LONG_DIGITS + 1];

  static {
    POWERS[0] = 1;
    for (int i = 1; i < POWERS.length; i++) {
      POWERS[i] = POWERS[i - 1] * 10;
    }
  }

  private final NumberShape shape = new NumberShape();
  private final DecimalColumnBuilder builder;
  private final int precision;
  private final int scale;
  private final String tooManyDigits;

  DecimalParser(DataType type, DecimalColumnBuilder builder) {
    this.builder = builder;
    precision = type.precision();
    scale = type.scale();
    tooManyDigits = "has more digits than " + type.sql();
  }

  @Override
  boolean append(byte[] bytes, int from, int to) {
    if (!shape.scan(bytes, from, to)) {
      return fail("is not a decimal number");
    }
    int zeros = shape.exponent + scale;
    if (zeros < 0 || zeros > LONG_DIGITS || shape.digits + zeros > LONG_DIGITS) {
      return appendExactly(bytes, from, to);
    }
    if (shape.digits > 0 && shape.digits + zeros > precision) {
      return fail(tooManyDigits);
    }
    long unscaled = shape.mantissa * POWERS[zeros];
    builder.appendUnscaled(shape.negative ? -unscaled : unscaled);
    return true;
  }

  @Override
  boolean isNumber() {
    return true;
  }

  @Override
  int appendUsual(byte[] bytes, int from, int limit) {
    int end = shape.scanUsual(bytes, from, limit);
    int zeros = shape.exponent + scale;
    if (end < 0 || zeros < 0 || zeros > LONG_DIGITS || shape.digits + zeros > precision) {
      return -1;
    }
    long unscaled = shape.mantissa * POWERS[zeros];
    builder.appendUnscaled(shape.negative ? -unscaled : unscaled);
    return end;
  }

  private boolean appendExactly(byte[] bytes, int from, int to) {
    if (to - from > TEXT_MOST) {
      return fail(tooManyDigits);
    }
    BigDecimal value = new BigDecimal(AsciiText.ascii(bytes, from, to)).stripTrailingZeros();
    // Checked before anything is scaled: 1e999999999 must not become a number of that length.
    long wholeDigits = (long) value.precision() - value.scale();
    if (value.signum() != 0 && (value.scale() > scale || wholeDigits > precision - scale)) {
      return fail(tooManyDigits);
    }
    builder.append(value.signum() == 0 ? BigDecimal.ZERO : value);
    return true;
  }
}
