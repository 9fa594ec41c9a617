package dev.sash.plan;

import dev.sash.time.TimestampScanner;
import dev.sash.time.TimestampText;
import dev.sash.time.ZoneNames;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.calcite.avatica.util.DateTimeUtils;
import org.apache.calcite.avatica.util.TimeUnitRange;
import org.apache.calcite.linq4j.function.Strict;
import org.apache.calcite.runtime.SqlFunctions;

/**
 * Functions that generated code calls where Calcite's own lose something: digits of a quotient,
 * milliseconds of a text, an overflow, a division by zero. NULL never reaches them.
 *
 * <p>Public, because generated classes call them; {@link ExactExpressions} decides where.
 */
public final class ExactFunctions {
  private static final long SECOND_MILLIS = 1_000;
  private static final long DAY_MILLIS = 86_400_000;
  private static final TimeUnitRange[] UNITS = TimeUnitRange.values();
  private static final Map<TimeUnitRange, Long> FIXED_MILLIS =
      Map.of(
          TimeUnitRange.DAY, DAY_MILLIS,
          TimeUnitRange.HOUR, 3_600_000L,
          TimeUnitRange.MINUTE, 60_000L,
          TimeUnitRange.SECOND, SECOND_MILLIS,
          TimeUnitRange.MILLISECOND, 1L);

  private static final int ZONES_MAX = 1_000;
  private static final Map<String, ZoneId> ZONES = new ConcurrentHashMap<>();

  private ExactFunctions() {}

  /** A quotient with all digits of its type; Calcite keeps sixteen. */
  @Strict
  public static BigDecimal divideDecimal(BigDecimal dividend, BigDecimal divisor, int scale) {
    return dividend.divide(divisor, scale, RoundingMode.HALF_UP);
  }

  /** A quotient of doubles that fails for a zero divisor, as that of integers does. */
  @Strict
  public static double divideDouble(double dividend, double divisor) {
    if (divisor == 0) {
      throw new ArithmeticException("/ by zero");
    }
    return dividend / divisor;
  }

  /** The absolute value, which the smallest integer does not have. */
  @Strict
  public static int absInteger(int value) {
    return Math.absExact(value);
  }

  /** The absolute value, which the smallest integer does not have. */
  @Strict
  public static long absBigint(long value) {
    return Math.absExact(value);
  }

  /**
   * The nearest whole number, as the database rounds; Calcite cuts for INTEGER and not for BIGINT.
   */
  @Strict
  public static long wholeNumber(double value) {
    if (!(value >= -0x1p63 && value < 0x1p63)) {
      throw new ArithmeticException("Value " + value + " out of range");
    }
    return Math.round(value);
  }

  /** The number divided by a power of ten, rounded half up. */
  public static long halfUp(long value, long power) {
    long quotient = value / power;
    long rest = value % power;
    return Math.abs(rest) >= power / 2 ? quotient + Long.signum(rest) : quotient;
  }

  /** The number, if the type whose largest one is given has it. */
  public static long within(long value, long max) {
    if (value > max || value < -max - 1) {
      throw new ArithmeticException("Value " + value + " out of range");
    }
    return value;
  }

  /** {@code -0.05}, where Calcite writes {@code -.05}. */
  @Strict
  public static String decimalText(BigDecimal value) {
    return value.toPlainString();
  }

  /** {@code 0.0}, where Calcite writes {@code 0E0}. */
  @Strict
  public static String doubleText(double value) {
    return Double.toString(value);
  }

  /** {@code 0.0}, where Calcite writes {@code 0E0}. */
  @Strict
  public static String realText(float value) {
    return Float.toString(value);
  }

  /** {@code 2024-01-31 12:30:00.25}, with as many digits of the fraction as there are. */
  @Strict
  public static String timestampText(long millis) {
    LocalDate date = LocalDate.ofEpochDay(Math.floorDiv(millis, DAY_MILLIS));
    return date + " " + timeText((int) Math.floorMod(millis, DAY_MILLIS));
  }

  /** {@code 2024-01-31 12:30:00.25+00}. */
  @Strict
  public static String instantText(long millis) {
    return timestampText(millis) + "+00";
  }

  /** What the clock of a zone shows at an instant. */
  @Strict
  public static long localClock(long millis, String zone) {
    ZoneId found = zone(zone);
    return millis
        + 1_000L * found.getRules().getOffset(Instant.ofEpochMilli(millis)).getTotalSeconds();
  }

  /**
   * The instant at which the clock of a zone shows a time: moved forward by what is skipped where
   * it shows it never, the earlier where it shows it twice.
   */
  @Strict
  public static long instantOf(long millis, String zone) {
    LocalDateTime local = LocalDateTime.ofInstant(Instant.ofEpochMilli(millis), ZoneOffset.UTC);
    return local.atZone(zone(zone)).toInstant().toEpochMilli();
  }

  private static ZoneId zone(String name) {
    ZoneId known = ZONES.get(name);
    if (known != null) {
      return known;
    }
    ZoneId found = ZoneNames.find(name);
    if (found == null) {
      throw new DateTimeException("\"" + name + "\" is no time zone");
    }
    if (ZONES.size() < ZONES_MAX) {
      ZONES.put(name, found);
    }
    return found;
  }

  /** {@code 12:30:00.25}, with as many digits of the fraction as there are. */
  @Strict
  public static String timeText(int millis) {
    StringBuilder text = new StringBuilder(12);
    appendTwo(text, millis / 3_600_000).append(':');
    appendTwo(text, millis / 60_000 % 60).append(':');
    appendTwo(text, millis / 1_000 % 60);
    int fraction = millis % 1_000;
    if (fraction != 0) {
      text.append('.').append(String.valueOf(SECOND_MILLIS + fraction).substring(1));
      while (text.charAt(text.length() - 1) == '0') {
        text.setLength(text.length() - 1);
      }
    }
    return text.toString();
  }

  private static StringBuilder appendTwo(StringBuilder text, int number) {
    return text.append((char) ('0' + number / 10)).append((char) ('0' + number % 10));
  }

  /** A time with fewer digits of its fraction, rounded half up, but never to the next day. */
  @Strict
  public static int roundTime(int millis, int digits) {
    long rounded = roundTimestamp(millis, digits);
    return rounded < DAY_MILLIS ? (int) rounded : cutTime(millis, digits);
  }

  /** A time with fewer digits of its fraction. */
  @Strict
  public static int cutTime(int millis, int digits) {
    return millis - millis % unitMillis(digits);
  }

  /** A timestamp with fewer digits of its fraction. */
  @Strict
  public static long cutTimestamp(long millis, int digits) {
    return millis - Math.floorMod(millis, unitMillis(digits));
  }

  private static int unitMillis(int digits) {
    return digits == 0 ? 1_000 : digits == 1 ? 100 : 10;
  }

  /** A timestamp with fewer digits of its fraction, rounded half up. */
  @Strict
  public static long roundTimestamp(long millis, int digits) {
    long unit = unitMillis(digits);
    return Math.floorDiv(Math.addExact(millis, unit / 2), unit) * unit;
  }

  /** EXTRACT of a TIMESTAMP; the unit is an ordinal of {@link TimeUnitRange}. */
  @Strict
  public static long extractTimestamp(int unit, long millis) {
    TimeUnitRange range = UNITS[unit];
    return switch (range) {
      case EPOCH -> Math.floorDiv(millis, SECOND_MILLIS);
      case HOUR, MINUTE, SECOND -> DateTimeUtils.unixTimestampExtract(range, millis);
      case MILLISECOND -> Math.floorMod(millis, SECOND_MILLIS);
      case MICROSECOND -> Math.floorMod(millis, SECOND_MILLIS) * 1_000;
      case NANOSECOND -> Math.floorMod(millis, SECOND_MILLIS) * 1_000_000;
      default -> DateTimeUtils.unixDateExtract(range, Math.floorDiv(millis, DAY_MILLIS));
    };
  }

  /** EXTRACT of a TIME; the unit is an ordinal of {@link TimeUnitRange}. */
  @Strict
  public static long extractTime(int unit, int millis) {
    return extractTimestamp(unit, millis);
  }

  /** EXTRACT of a DATE; the unit is an ordinal of {@link TimeUnitRange}. */
  @Strict
  public static long extractDate(int unit, int days) {
    return DateTimeUtils.unixDateExtract(UNITS[unit], days);
  }

  /** The start of the unit; the unit is an ordinal of {@link TimeUnitRange}. */
  @Strict
  public static long floorTimestamp(int unit, long millis) {
    Long fixed = FIXED_MILLIS.get(UNITS[unit]);
    return fixed == null
        ? DateTimeUtils.unixDateFloor(UNITS[unit], Math.floorDiv(millis, DAY_MILLIS)) * DAY_MILLIS
        : millis - Math.floorMod(millis, fixed);
  }

  /** The end of the unit; the unit is an ordinal of {@link TimeUnitRange}. */
  @Strict
  public static long ceilTimestamp(int unit, long millis) {
    Long fixed = FIXED_MILLIS.get(UNITS[unit]);
    return fixed == null
        ? DateTimeUtils.unixDateCeil(UNITS[unit], -Math.floorDiv(-millis, DAY_MILLIS)) * DAY_MILLIS
        : millis + Math.floorMod(-millis, fixed);
  }

  /** The first day of the unit; the unit is an ordinal of {@link TimeUnitRange}. */
  @Strict
  public static int floorDate(int unit, int days) {
    return Math.toIntExact(DateTimeUtils.unixDateFloor(UNITS[unit], days));
  }

  /** The day after the unit; the unit is an ordinal of {@link TimeUnitRange}. */
  @Strict
  public static int ceilDate(int unit, int days) {
    return Math.toIntExact(DateTimeUtils.unixDateCeil(UNITS[unit], days));
  }

  /** The start of the unit; the unit is an ordinal of {@link TimeUnitRange}. */
  @Strict
  public static int floorTime(int unit, int millis) {
    return (int) floorTimestamp(unit, millis);
  }

  /** The end of the unit, midnight after 23; the unit is an ordinal of {@link TimeUnitRange}. */
  @Strict
  public static int ceilTime(int unit, int millis) {
    return timeOfTimestamp(ceilTimestamp(unit, millis));
  }

  /** The time of the day. */
  @Strict
  public static int timeOfTimestamp(long millis) {
    return (int) Math.floorMod(millis, DAY_MILLIS);
  }

  /** A timestamp in SQL's or ISO's form; an offset is taken into account, without one it is UTC. */
  @Strict
  public static long timestampOfText(String text) {
    long millis = TimestampText.parse(text.trim());
    if (millis == TimestampScanner.INVALID) {
      throw new IllegalArgumentException("'" + text + "' is no TIMESTAMP");
    }
    return millis;
  }

  /** A time in SQL's form, with or without seconds and digits of a fraction. */
  @Strict
  public static int timeOfText(String text) {
    long millis = TimestampText.parseTime(text.trim());
    if (millis == TimestampScanner.INVALID) {
      throw new IllegalArgumentException("'" + text + "' is no TIME");
    }
    return (int) millis;
  }

  /** The text without the character at its start. */
  @Strict
  public static String trimLeading(String character, String text) {
    return SqlFunctions.trim(true, false, character, text);
  }

  /** The text without the character at its end. */
  @Strict
  public static String trimTrailing(String character, String text) {
    return SqlFunctions.trim(false, true, character, text);
  }

  /** The text without the character at both ends. */
  @Strict
  public static String trimBoth(String character, String text) {
    return SqlFunctions.trim(true, true, character, text);
  }
}
