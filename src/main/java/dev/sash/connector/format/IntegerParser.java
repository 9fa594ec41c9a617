package dev.sash.connector.format;

import dev.sash.data.DataType.Kind;
import dev.sash.data.LongColumnBuilder;

/** Whole numbers in the range of their type; {@code 12.00} is one, {@code 12.5} is not. */
final class IntegerParser extends FieldParser {
  private static final String NOT_WHOLE = "is not a whole number";

  private final NumberShape shape = new NumberShape();
  private final LongColumnBuilder builder;
  private final long least;
  private final long most;
  private final String outside;

  IntegerParser(Kind kind, LongColumnBuilder builder) {
    this.builder = builder;
    most =
        switch (kind) {
          case TINYINT -> Byte.MAX_VALUE;
          case SMALLINT -> Short.MAX_VALUE;
          case INTEGER -> Integer.MAX_VALUE;
          case BIGINT -> Long.MAX_VALUE;
          default -> throw new AssertionError(kind);
        };
    least = -most - 1;
    outside = "is outside " + kind + ", " + least + " to " + most;
  }

  @Override
  boolean append(byte[] bytes, int from, int to) {
    boolean negative = bytes[from] == '-';
    int first = negative || bytes[from] == '+' ? from + 1 : from;
    int at = first;
    // Summed up as a negative number, whose range has one more.
    long number = 0;
    boolean overflow = false;
    for (; at < to; at++) {
      int digit = bytes[at] - '0';
      if (digit < 0 || digit > 9) {
        break;
      }
      overflow |= number < Long.MIN_VALUE / 10 || number * 10 < Long.MIN_VALUE + digit;
      number = number * 10 - digit;
    }
    if (at == first || (at < to && !isZeroFraction(bytes, at, to))) {
      return fail(NOT_WHOLE);
    }
    long value = negative ? number : -number;
    if (overflow || (!negative && number == Long.MIN_VALUE) || value < least || value > most) {
      return fail(outside);
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
    int end = shape.scanUsual(bytes, from, limit);
    long value = shape.negative ? -shape.mantissa : shape.mantissa;
    if (end < 0 || shape.exponent < 0 || value < least || value > most) {
      return -1;
    }
    builder.append(value);
    return end;
  }

  private static boolean isZeroFraction(byte[] bytes, int from, int to) {
    if (bytes[from] != '.') {
      return false;
    }
    for (int at = from + 1; at < to; at++) {
      if (bytes[at] != '0') {
        return false;
      }
    }
    return true;
  }
}
