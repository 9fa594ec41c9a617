package dev.sash.connector.format;

import dev.sash.time.TimestampScanner;
import dev.sash.time.WallClock;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.time.temporal.TemporalAccessor;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Timestamps, dates or times in a pattern of java.time, names in English. */
final class PatternReader implements InstantReader {
  private static final long MILLI_NANOS = 1_000_000;
  private static final LocalDateTime SAMPLE = LocalDateTime.of(2015, 9, 12, 10, 46, 58);

  private final String pattern;
  private final DateTimeFormatter formatter;
  private final TimeKind kind;
  private final @Nullable WallClock local;

  /**
   * A reader for a pattern; timestamps without zone are those of the wall clock, or UTC.
   *
   * @throws IllegalArgumentException when it is no pattern, or lacks what its kind needs
   */
  PatternReader(String pattern, TimeKind kind, @Nullable WallClock local) {
    this.pattern = pattern;
    this.kind = kind;
    this.local = local;
    formatter =
        new DateTimeFormatterBuilder()
            .parseCaseInsensitive()
            .appendPattern(withProlepticYears(pattern))
            .toFormatter(Locale.US)
            .withResolverStyle(ResolverStyle.STRICT);
    try {
      instant(formatter.format(SAMPLE.atOffset(ZoneOffset.UTC).toZonedDateTime()));
    } catch (DateTimeException e) {
      String needed = kind == TimeKind.TIME ? "the hour" : "year, month and day";
      throw new IllegalArgumentException(needed + " must be in the pattern", e);
    }
  }

  /** Strict resolving (no 31 February) wants {@code u}; everybody writes {@code y}. */
  private static String withProlepticYears(String pattern) {
    StringBuilder text = new StringBuilder(pattern);
    boolean quoted = false;
    for (int i = 0; i < text.length(); i++) {
      quoted ^= text.charAt(i) == '\'';
      if (text.charAt(i) == 'y' && !quoted) {
        text.setCharAt(i, 'u');
      }
    }
    return text.toString();
  }

  @Override
  public long read(byte[] bytes, int from, int to) {
    try {
      return instant(new String(bytes, from, to - from, StandardCharsets.UTF_8));
    } catch (DateTimeException | ArithmeticException e) {
      return TimestampScanner.INVALID;
    }
  }

  private long instant(String text) {
    return switch (kind) {
      case TIMESTAMP -> timestamp(text);
      case DATE -> LocalDate.parse(text, formatter).toEpochDay();
      case TIME -> LocalTime.parse(text, formatter).toNanoOfDay() / MILLI_NANOS;
    };
  }

  private long timestamp(String text) {
    TemporalAccessor parsed =
        formatter.parseBest(text, Instant::from, LocalDateTime::from, LocalDate::from);
    if (parsed instanceof Instant instant) {
      return instant.toEpochMilli();
    }
    LocalDateTime wall =
        parsed instanceof LocalDate day ? day.atStartOfDay() : LocalDateTime.from(parsed);
    long wallMillis = wall.toInstant(ZoneOffset.UTC).toEpochMilli();
    return local == null ? wallMillis : local.utcMillis(wallMillis);
  }

  @Override
  public String expected() {
    return kind.expected(pattern);
  }
}
