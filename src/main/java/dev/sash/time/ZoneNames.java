package dev.sash.time;

import dev.sash.error.Suggestion;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.Locale;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Time zones by name: {@code Europe/Berlin} in any case, {@code UTC}, {@code Z}, {@code +05:30}.
 */
public final class ZoneNames {
  private ZoneNames() {}

  /** The zone of that name, or null. */
  public static @Nullable ZoneId find(String name) {
    String written = name.trim();
    if (written.startsWith("+") || written.startsWith("-") || written.equalsIgnoreCase("Z")) {
      try {
        return ZoneOffset.of(written.toUpperCase(Locale.ROOT));
      } catch (DateTimeException e) {
        return null;
      }
    }
    for (String known : ZoneId.getAvailableZoneIds()) {
      if (known.equalsIgnoreCase(written)) {
        return ZoneId.of(known);
      }
    }
    return null;
  }

  /** What was probably meant by a name that is no zone: an abbreviation, a city, a misspelling. */
  public static String suggestion(String name) {
    String written = name.trim();
    String shortened = ZoneId.SHORT_IDS.get(written.toUpperCase(Locale.ROOT));
    if (shortened != null) {
      return "did you mean \"" + shortened + "\"?";
    }
    Collection<String> known = new TreeSet<>(ZoneId.getAvailableZoneIds());
    String city = "/" + written.replace(' ', '_').toLowerCase(Locale.ROOT);
    for (String zone : known) {
      if (zone.toLowerCase(Locale.ROOT).endsWith(city)) {
        return "did you mean \"" + zone + "\"?";
      }
    }
    String meant = Suggestion.didYouMean(written, known);
    return meant != null
        ? meant
        : "zones are named like 'Europe/Berlin' and 'America/New_York', or 'UTC', or '+05:30'";
  }
}
