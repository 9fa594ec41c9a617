package dev.sash.connector.datagen;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Lengths of time in options: {@code 100 ms}, {@code 1.5 s}, {@code 2 minutes}, {@code 1h}. */
final class DurationText {
  /** What a text that is no length of time gives. */
  static final long INVALID = -1;

  private static final Pattern FORM = Pattern.compile("(\\d{1,12}(?:\\.\\d{1,9})?)\\s*([a-z]+)");

  private DurationText() {}

  /** Milliseconds, or {@link #INVALID}. */
  static long parseMillis(String text) {
    Matcher matcher = FORM.matcher(text.trim().toLowerCase(Locale.ROOT));
    if (!matcher.matches()) {
      return INVALID;
    }
    long unitMillis =
        switch (matcher.group(2)) {
          case "ms", "millisecond", "milliseconds" -> 1;
          case "s", "sec", "second", "seconds" -> 1000;
          case "m", "min", "minute", "minutes" -> 60_000;
          case "h", "hour", "hours" -> 3_600_000;
          case "d", "day", "days" -> 86_400_000;
          default -> INVALID;
        };
    return unitMillis == INVALID
        ? INVALID
        : new BigDecimal(matcher.group(1))
            .multiply(BigDecimal.valueOf(unitMillis))
            .setScale(0, RoundingMode.HALF_UP)
            .longValue();
  }
}
