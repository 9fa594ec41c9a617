package dev.sash.time;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.YearMonth;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/**
 * Reads ISO 8601 dates, times and timestamps out of bytes. One scanner a thread.
 *
 * <p>The timestamp would dominate the cost of reading a row, so the usual forms take few steps:
 *
 * <ul>
 *   <li>The rows of a stream mostly share their day. The bytes of the last date are remembered with
 *       what they mean: two comparisons of words tell that a date is the same.
 *   <li>{@code HH:mm:ss} is one word of eight bytes. One addition checks all digits, one
 *       multiplication puts all pairs of digits together (SIMD within a register: L. Lamport,
 *       Multiple Byte Processing with Full-Word Instructions, 1975; W. Muła and D. Lemire use it to
 *       read numbers).
 * </ul>
 *
 * <p>The rest is read digit by digit, and years outside 0 to 9999 by java.time.
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
  private static final int USUAL_LENGTH = DATE_LENGTH + 1 + Long.BYTES;
  private static final int[] FRACTION_MILLIS = {100, 10, 1};

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle SHORTS =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long HIGH_BITS = 0x8080808080808080L;

  /** {@code 00:00:00}, the first character in the lowest byte. */
  private static final long MIDNIGHT = 0x30303A30303A3030L;

  /**
   * What makes a byte of 128 or more of one that is too large after {@link #MIDNIGHT} has been
   * taken off: digits go to 9, tens of minutes and seconds to 5, colons are 0.
   */
  private static final long TOO_LARGE = 0x767A7F767A7F7676L;

  /** Three digits behind a point, in the same way. */
  private static final int MILLIS = 0x30303000;

  private static final int MILLIS_TOO_LARGE = 0x767676;
  private static final int MILLIS_HIGH_BITS = 0x808080;

  private final @Nullable WallClock local;
  private long cachedMonth;
  private short cachedDayOfMonth;
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

  /**
   * Epoch milliseconds of the timestamp that {@code [from, limit)} begins with, or {@link #INVALID}
   * if it is not {@code yyyy-MM-dd}, a space or {@code T}, {@code HH:mm:ss}, perhaps a fraction and
   * perhaps {@code Z}. It ends at {@link #usualEnd}; if what follows belongs to the text, the text
   * is another timestamp or none.
   */
  public long usualTimestamp(byte[] text, int from, int limit) {
    if (limit - from < USUAL_LENGTH) {
      return INVALID;
    }
    long day = day(text, from, limit);
    byte separator = text[from + DATE_LENGTH];
    if (day == INVALID || (separator != 'T' && separator != ' ')) {
      return INVALID;
    }
    long ofDay = timeOfDay(text, from + DATE_LENGTH + 1, limit);
    if (ofDay == INVALID) {
      return INVALID;
    }
    long wall = day * DAY_MILLIS + ofDay;
    if (timeEnd < limit && text[timeEnd] == 'Z') {
      timeEnd++;
      return wall;
    }
    return utc(wall);
  }

  /** Where the last {@link #usualTimestamp} ends. */
  public int usualEnd() {
    return timeEnd;
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
    if (to - from < DATE_LENGTH) {
      return INVALID;
    }
    boolean isCached =
        (long) LONGS.get(text, from) == cachedMonth
            && (short) SHORTS.get(text, from + Long.BYTES) == cachedDayOfMonth;
    return isCached ? cachedDay : newDay(text, from);
  }

  private long newDay(byte[] text, int from) {
    int century = twoDigits(text, from);
    int ofCentury = twoDigits(text, from + 2);
    int month = twoDigits(text, from + 5);
    int day = twoDigits(text, from + 8);
    if ((century | ofCentury | month | day) < 0 || text[from + 4] != '-' || text[from + 7] != '-') {
      return INVALID;
    }
    int year = century * 100 + ofCentury;
    if (month < 1 || month > 12 || day < 1 || day > YearMonth.of(year, month).lengthOfMonth()) {
      return INVALID;
    }
    cachedMonth = (long) LONGS.get(text, from);
    cachedDayOfMonth = (short) SHORTS.get(text, from + Long.BYTES);
    cachedDay = LocalDate.of(year, month, day).toEpochDay();
    return cachedDay;
  }

  /** Reads what it can; {@link #timeEnd} is where that ends. */
  private long timeOfDay(byte[] text, int from, int to) {
    if (to - from >= Long.BYTES) {
      long word = (long) LONGS.get(text, from) ^ MIDNIGHT;
      // Ten times each byte plus its neighbour; the products stay below 256.
      long pairs = word * 10 + (word >>> Byte.SIZE);
      long hour = pairs & 0xff;
      if (((word + TOO_LARGE | word) & HIGH_BITS) == 0 && hour < 24) {
        long seconds = hour * 3600 + (pairs >>> 24 & 0xff) * 60 + (pairs >>> 48 & 0xff);
        return withFraction(text, from + Long.BYTES, to, seconds * 1000);
      }
    }
    return otherTimeOfDay(text, from, to);
  }

  /** {@code HH:mm} has no seconds; what is wrong may still be followed by a zone. */
  private long otherTimeOfDay(byte[] text, int from, int to) {
    if (to - from < 5 || text[from + 2] != ':') {
      return INVALID;
    }
    int hour = twoDigits(text, from);
    int minute = twoDigits(text, from + 3);
    timeEnd = from + 5;
    boolean valid = (hour | minute) >= 0 && hour < 24 && minute < 60;
    boolean hasSeconds = timeEnd + 3 <= to && text[timeEnd] == ':';
    return valid && !hasSeconds ? (hour * 60L + minute) * 60_000 : INVALID;
  }

  private long withFraction(byte[] text, int from, int to, long millis) {
    timeEnd = from;
    if (from == to || (text[from] != '.' && text[from] != ',')) {
      return millis;
    }
    int first = from + 1;
    int at = first;
    int fraction = 0;
    if (from + Integer.BYTES <= to) {
      int digits = ((int) INTS.get(text, from) ^ MILLIS) >>> Byte.SIZE;
      if (((digits + MILLIS_TOO_LARGE | digits) & MILLIS_HIGH_BITS) == 0) {
        fraction = ((digits & 0xff) * 10 + (digits >>> 8 & 0xff)) * 10 + (digits >>> 16);
        at = first + 3;
      }
    }
    for (; at < to && isDigit(text[at]); at++) {
      fraction += at - first < 3 ? (text[at] - '0') * FRACTION_MILLIS[at - first] : 0;
    }
    timeEnd = at;
    return at == first ? INVALID : millis + fraction;
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
