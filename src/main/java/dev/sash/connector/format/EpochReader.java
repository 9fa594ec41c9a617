package dev.sash.connector.format;

import dev.sash.time.TimestampScanner;
import java.math.BigDecimal;
import java.math.RoundingMode;

/** Seconds or milliseconds since 1970 as a number, with a fraction or without. */
final class EpochReader implements InstantReader {
  private static final int LONG_DIGITS = 18;
  private static final int TEXT_MOST = 100;
  private static final long[] POWERS = {1, 10, 100, 1000};

  private final NumberShape shape = new NumberShape();
  private final int digits;
  private int usualEnd;

  /** A reader of numbers whose unit is a millisecond times ten to that power: 3 for seconds. */
  EpochReader(int digits) {
    this.digits = digits;
  }

  @Override
  public long read(byte[] bytes, int from, int to) {
    if (!shape.scan(bytes, from, to)) {
      return TimestampScanner.INVALID;
    }
    int power = shape.exponent + digits;
    if (power < 0 || power >= POWERS.length || shape.digits + power > LONG_DIGITS) {
      return exact(bytes, from, to);
    }
    long millis = shape.mantissa * POWERS[power];
    return shape.negative ? -millis : millis;
  }

  @Override
  public long readUsual(byte[] bytes, int from, int limit) {
    usualEnd = shape.scanUsual(bytes, from, limit);
    int power = shape.exponent + digits;
    if (usualEnd < 0 || power < 0 || shape.digits + power > LONG_DIGITS) {
      return TimestampScanner.INVALID;
    }
    long millis = shape.mantissa * POWERS[power];
    return shape.negative ? -millis : millis;
  }

  @Override
  public int usualEnd() {
    return usualEnd;
  }

  /** Cuts towards the past, as cutting the digits of the same instant in ISO would. */
  private long exact(byte[] bytes, int from, int to) {
    if (to - from > TEXT_MOST || Math.abs(shape.exponent) > TEXT_MOST) {
      return TimestampScanner.INVALID;
    }
    BigDecimal millis = new BigDecimal(AsciiText.ascii(bytes, from, to)).movePointRight(digits);
    BigDecimal whole = millis.setScale(0, RoundingMode.FLOOR);
    return whole.precision() > LONG_DIGITS ? TimestampScanner.INVALID : whole.longValueExact();
  }

  @Override
  public String expected() {
    return digits == 0
        ? "a timestamp, expected milliseconds since 1970"
        : "a timestamp, expected seconds since 1970";
  }
}
