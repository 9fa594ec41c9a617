package dev.sash.time;

import java.nio.charset.StandardCharsets;
import java.time.LocalDate;

/**
 * Dates and timestamps as text, at the edges of the engine; {@link TimestampScanner} says which
 * texts are read and does it in loops.
 */
public final class TimestampText {
  private static final long DAY_MILLIS = 86_400_000;
  private static final int MILLIS_DIGITS = 3;

  private TimestampText() {}

  /** Epoch milliseconds of a text, or {@link TimestampScanner#INVALID}. */
  public static long parse(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return new TimestampScanner().timestamp(bytes, 0, bytes.length);
  }

  /** Epoch days of a text, or {@link TimestampScanner#INVALID}. */
  public static long parseDate(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return new TimestampScanner().date(bytes, 0, bytes.length);
  }

  /** Milliseconds since midnight of a text, or {@link TimestampScanner#INVALID}. */
  public static long parseTime(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return new TimestampScanner().time(bytes, 0, bytes.length);
  }

  /**
   * {@code 2015-09-12 00:46:58.771}, with as many fraction digits (0 to 3) as the type has; further
   * ones are cut.
   */
  public static String format(long millis, int fractionDigits) {
    StringBuilder text = new StringBuilder(23);
    append(text, millis, fractionDigits);
    return text.toString();
  }

  /** Appends what {@link #format} gives. */
  public static void append(StringBuilder text, long millis, int fractionDigits) {
    appendDate(text, Math.floorDiv(millis, DAY_MILLIS));
    int ofDay = (int) Math.floorMod(millis, DAY_MILLIS);
    appendPadded(text.append(' '), ofDay / 3_600_000, 2);
    appendPadded(text.append(':'), ofDay / 60_000 % 60, 2);
    appendPadded(text.append(':'), ofDay / 1000 % 60, 2);
    if (fractionDigits > 0) {
      appendPadded(text.append('.'), ofDay % 1000, MILLIS_DIGITS);
      text.setLength(text.length() - MILLIS_DIGITS + Math.min(fractionDigits, MILLIS_DIGITS));
    }
  }

  /** {@code 2015-09-12}; a year outside 0 to 9999 has a sign. */
  public static String formatDate(long epochDay) {
    StringBuilder text = new StringBuilder(10);
    appendDate(text, epochDay);
    return text.toString();
  }

  private static void appendDate(StringBuilder text, long epochDay) {
    LocalDate date = LocalDate.ofEpochDay(epochDay);
    if (date.getYear() < 0 || date.getYear() > 9999) {
      text.append(date);
      return;
    }
    appendPadded(text, date.getYear(), 4);
    appendPadded(text.append('-'), date.getMonthValue(), 2);
    appendPadded(text.append('-'), date.getDayOfMonth(), 2);
  }

  private static void appendPadded(StringBuilder text, int number, int digits) {
    int limit = 10;
    for (int i = 1; i < digits; i++, limit *= 10) {
      if (number < limit) {
        text.append('0');
      }
    }
    text.append(number);
  }
}
