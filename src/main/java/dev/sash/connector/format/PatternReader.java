package dev.sash.connector.format;

import dev.sash.time.TimestampScanner;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.time.temporal.TemporalAccessor;
import java.util.Locale;

/** Timestamps or dates in a pattern of java.time, names in English. */
final class PatternReader implements InstantReader {
  private static final LocalDateTime SAMPLE = LocalDateTime.of(2015, 9, 12, 10, 46, 58);

  private final String pattern;
  private final DateTimeFormatter formatter;
  private final boolean date;

  /**
   * A reader for a pattern.
   *
   * @throws IllegalArgumentException when it is no pattern, or lacks what a date needs
   */
  PatternReader(String pattern, boolean date) {
    this.pattern = pattern;
    this.date = date;
    formatter =
        new DateTimeFormatterBuilder()
            .parseCaseInsensitive()
            .appendPattern(withProlepticYears(pattern))
            .toFormatter(Locale.US)
            .withResolverStyle(ResolverStyle.STRICT);
    try {
      instant(formatter.format(SAMPLE.atOffset(ZoneOffset.UTC).toZonedDateTime()));
    } catch (DateTimeException e) {
      throw new IllegalArgumentException("year, month and day must be in the pattern", e);
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
    if (date) {
      return LocalDate.parse(text, formatter).toEpochDay();
    }
    TemporalAccessor parsed =
        formatter.parseBest(text, Instant::from, LocalDateTime::from, LocalDate::from);
    if (parsed instanceof Instant instant) {
      return instant.toEpochMilli();
    }
    LocalDateTime local =
        parsed instanceof LocalDate day ? day.atStartOfDay() : LocalDateTime.from(parsed);
    return local.toInstant(ZoneOffset.UTC).toEpochMilli();
  }

  @Override
  public String expected() {
    return (date ? "a date, expected " : "a timestamp, expected ") + pattern;
  }
}
