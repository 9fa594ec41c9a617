package dev.sash.time;

import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.YearMonth;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/**
 * Reads ISO 8601 dates, times and timestamps out of bytes. It remembers the last day it saw,
 * because the rows of a stream mostly share it: several times as fast as java.time, which matters,
 * since the timestamp dominates the cost of reading a row. One scanner a thread.
 *
 * <p>A timestamp is {@code yyyy-MM-dd}, then optionally a space or {@code T} and {@code
 * HH:mm[:ss[.fraction]]} (a comma may stand for the point), then optionally {@code Z}, {@code UTC}
 * or an offset ({@code +hh}, {@code +hhmm}, {@code +hh:mm}), which is taken into account: the
 * result is UTC. Without one the wall clock decides, UTC if none is given. Fraction digits after
 * the third are cut. A sign may precede a year of any length.
 */
public final class TimestampScanner {
  /** What a text that is no timestamp, or no date, gives. */
  public static final long INVALID = Long.MIN_VALUE;

  private static final long DAY_MILLIS = 86_400_000;
  private static final int DATE_LENGTH = 10;
  private static final int[] FRACTION_MILLIS = {100, 10, 1};

  private final @Nullable WallClock local;
  private int cachedDate = -1;
  private long cachedDay;
  private int timeEnd;

  /** A scanner for which a timestamp without zone is UTC. */
  public TimestampScanner() {
    this(null);
  }

  /** A scanner for which a timestamp without zone is that of a wall clock; null means UTC. */
  public TimestampScanner(@Nullable WallClock local) {
    this.local = local;
  }

  /** Epoch milliseconds of the text in {@code [from, to)}, or {@link #INVALID}. */
  public long timestamp(byte[] text, int from, int to) {
    if (to - from >= DATE_LENGTH && isSign(text[from])) {
      return extendedTimestamp(text, from, to);
    }
    long day = day(text, from, to);
    if (day == INVALID) {
      return INVALID;
    }
    int at = from + DATE_LENGTH;
    if (at == to) {
      return utc(day * DAY_MILLIS);
    }
    byte separator = text[at];
    if (separator != ' ' && separator != 'T' && separator != 't') {
      return INVALID;
    }
    long ofDay = timeOfDay(text, at + 1, to);
    if (ofDay == INVALID) {
      return INVALID;
    }
    long wall = day * DAY_MILLIS + ofDay;
    return timeEnd == to ? utc(wall) : shifted(text, timeEnd, to, wall);
  }

  private long utc(long wallMillis) {
    return local == null ? wallMillis : local.utcMillis(wallMillis);
  }

  /** Epoch days of the text {@code yyyy-MM-dd} in {@code [from, to)}, or {@link #INVALID}. */
  public long date(byte[] text, int from, int to) {
    if (to - from > DATE_LENGTH && isSign(text[from])) {
      return extendedDate(text, from, to);
    }
    return to - from == DATE_LENGTH ? day(text, from, to) : INVALID;
  }

  /** Milliseconds since midnight of the text {@code HH:mm[:ss[.fraction]]}, or {@link #INVALID}. */
  public long time(byte[] text, int from, int to) {
    long ofDay = timeOfDay(text, from, to);
    return timeEnd == to ? ofDay : INVALID;
  }

  private static boolean isSign(byte character) {
    return character == '-' || character == '+';
  }

  private long day(byte[] text, int from, int to) {
    if (to - from < DATE_LENGTH || text[from + 4] != '-' || text[from + 7] != '-') {
      return INVALID;
    }
    int century = twoDigits(text, from);
    int year = twoDigits(text, from + 2);
    int month = twoDigits(text, from + 5);
    int dayOfMonth = twoDigits(text, from + 8);
    if ((century | year | month | dayOfMonth) < 0) {
      return INVALID;
    }
    int date = ((century * 100 + year) * 100 + month) * 100 + dayOfMonth;
    return date == cachedDate ? cachedDay : newDay(date);
  }

  private long newDay(int date) {
    int year = date / 10_000;
    int month = date / 100 % 100;
    int day = date % 100;
    if (month < 1 || month > 12 || day < 1 || day > YearMonth.of(year, month).lengthOfMonth()) {
      return INVALID;
    }
    cachedDate = date;
    cachedDay = LocalDate.of(year, month, day).toEpochDay();
    return cachedDay;
  }

  /** Reads what it can; {@link #timeEnd} is where that ends. */
  private long timeOfDay(byte[] text, int from, int to) {
    if (to - from < 5 || text[from + 2] != ':') {
      return INVALID;
    }
    int hour = twoDigits(text, from);
    int minute = twoDigits(text, from + 3);
    int second = 0;
    int millis = 0;
    int at = from + 5;
    if (at + 3 <= to && text[at] == ':') {
      second = twoDigits(text, at + 1);
      at += 3;
      if (at < to && (text[at] == '.' || text[at] == ',')) {
        int first = at + 1;
        for (at = first; at < to && isDigit(text[at]); at++) {
          millis += at - first < 3 ? (text[at] - '0') * FRACTION_MILLIS[at - first] : 0;
        }
        if (at == first) {
          return INVALID;
        }
      }
    }
    timeEnd = at;
    boolean valid = (hour | minute | second) >= 0 && hour < 24 && minute < 60 && second < 60;
    return valid ? ((hour * 60L + minute) * 60 + second) * 1000 + millis : INVALID;
  }

  /** Takes the zone at {@code [from, to)} into account. */
  private static long shifted(byte[] text, int from, int to, long wall) {
    int at = text[from] == ' ' ? from + 1 : from;
    int length = to - at;
    if (length == 1 && (text[at] == 'Z' || text[at] == 'z')) {
      return wall;
    }
    if (length == 3 && text[at] == 'U' && text[at + 1] == 'T' && text[at + 2] == 'C') {
      return wall;
    }
    boolean colon = length == 6 && text[at + 3] == ':';
    if (!(length == 3 || length == 5 || colon) || !isSign(text[at])) {
      return INVALID;
    }
    int hours = twoDigits(text, at + 1);
    int minutes = length == 3 ? 0 : twoDigits(text, to - 2);
    if ((hours | minutes) < 0 || hours > 18 || minutes > 59) {
      return INVALID;
    }
    long offsetMillis = (hours * 60L + minutes) * 60_000;
    return text[at] == '-' ? wall + offsetMillis : wall - offsetMillis;
  }

  private static boolean isDigit(byte character) {
    return character >= '0' && character <= '9';
  }

  /** The number of two digits, negative when they are not digits. */
  private static int twoDigits(byte[] text, int at) {
    int tens = text[at] - '0';
    int ones = text[at + 1] - '0';
    int outside = (tens | (9 - tens) | ones | (9 - ones)) & Integer.MIN_VALUE;
    return outside | ((tens * 10 + ones) & Integer.MAX_VALUE);
  }

  /** Years outside 0 to 9999 are too rare to be fast. */
  private long extendedTimestamp(byte[] text, int from, int to) {
    String iso = latin(text, from, to).replace(' ', 'T');
    try {
      if (iso.indexOf('T') < 0) {
        return utc(Math.multiplyExact(LocalDate.parse(iso).toEpochDay(), DAY_MILLIS));
      }
      int zone = Math.max(iso.lastIndexOf('Z'), lastSign(iso));
      return zone > iso.indexOf('T')
          ? OffsetDateTime.parse(iso).toInstant().toEpochMilli()
          : utc(LocalDateTime.parse(iso).toInstant(ZoneOffset.UTC).toEpochMilli());
    } catch (DateTimeException | ArithmeticException e) {
      return INVALID;
    }
  }

  private static int lastSign(String iso) {
    return Math.max(iso.lastIndexOf('+'), iso.lastIndexOf('-'));
  }

  private static long extendedDate(byte[] text, int from, int to) {
    try {
      return LocalDate.parse(latin(text, from, to)).toEpochDay();
    } catch (DateTimeException e) {
      return INVALID;
    }
  }

  private static String latin(byte[] text, int from, int to) {
    return new String(text, from, to - from, StandardCharsets.ISO_8859_1);
  }
}
