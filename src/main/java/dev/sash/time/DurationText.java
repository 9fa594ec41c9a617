package dev.sash.time;

import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Spans of time as people write them: {@code 10 s}, {@code 1.5 min}, {@code 250 ms}. */
public final class DurationText {
  private static final Pattern FORM = Pattern.compile("(\\d{1,15}(?:\\.\\d{1,9})?)\\s*([a-zA-Z]*)");
  private static final long SECOND = 1000;
  private static final long MINUTE = 60 * SECOND;
  private static final long HOUR = 60 * MINUTE;
  private static final long DAY = 24 * HOUR;

  private static final Map<String, Long> UNITS =
      Map.ofEntries(
          Map.entry("", 1L),
          Map.entry("ms", 1L),
          Map.entry("millisecond", 1L),
          Map.entry("s", SECOND),
          Map.entry("sec", SECOND),
          Map.entry("second", SECOND),
          Map.entry("m", MINUTE),
          Map.entry("min", MINUTE),
          Map.entry("minute", MINUTE),
          Map.entry("h", HOUR),
          Map.entry("hour", HOUR),
          Map.entry("d", DAY),
          Map.entry("day", DAY));

  private DurationText() {}

  /** The milliseconds of a text, or null when it is none; a bare number is milliseconds. */
  public static @Nullable Long parse(String text) {
    Matcher matcher = FORM.matcher(text.trim());
    if (!matcher.matches()) {
      return null;
    }
    String unit = matcher.group(2).toLowerCase(Locale.ROOT);
    Long factor = UNITS.get(unit);
    if (factor == null && unit.endsWith("s")) {
      factor = UNITS.get(unit.substring(0, unit.length() - 1));
    }
    return factor == null ? null : (Long) Math.round(Double.parseDouble(matcher.group(1)) * factor);
  }

  /** All units of a span, down to milliseconds: {@code 3m25s}, {@code 1d2h}, {@code 0s}. */
  public static String parts(long millis) {
    if (millis == 0) {
      return "0s";
    }
    StringBuilder text = new StringBuilder(millis < 0 ? "-" : "");
    long rest = Math.abs(millis);
    long[] units = {DAY, HOUR, MINUTE, SECOND, 1};
    String[] names = {"d", "h", "m", "s", "ms"};
    for (int i = 0; i < units.length; i++) {
      if (rest >= units[i]) {
        text.append(rest / units[i]).append(names[i]);
        rest %= units[i];
      }
    }
    return text.toString();
  }

  /** The largest unit that divides the span, and its number: {@code 5 min}, {@code 90 s}. */
  public static String format(long millis) {
    if (millis == 0) {
      return "0 s";
    }
    if (millis % DAY == 0) {
      return millis / DAY + " d";
    }
    if (millis % HOUR == 0) {
      return millis / HOUR + " h";
    }
    if (millis % MINUTE == 0) {
      return millis / MINUTE + " min";
    }
    return millis % SECOND == 0 ? millis / SECOND + " s" : millis + " ms";
  }
}
