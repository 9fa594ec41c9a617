package dev.sash.connector.format;

import dev.sash.error.SashException;
import dev.sash.error.Suggestion;
import dev.sash.runtime.ConnectorOptions;
import dev.sash.time.WallClock;
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * How timestamps, dates and times are written.
 *
 * @param timestamp {@code iso}, {@code epoch_seconds}, {@code epoch_millis}, or a pattern
 * @param date {@code iso} or a pattern
 * @param time {@code iso} or a pattern
 * @param zone of timestamps that do not say theirs; null means UTC
 */
record TimeFormats(String timestamp, String date, String time, @Nullable ZoneId zone) {
  static final String TIMESTAMP_OPTION = "timestamp_format";
  static final String DATE_OPTION = "date_format";
  static final String TIME_OPTION = "time_format";

  private static final String ISO = "iso";
  private static final String EPOCH_SECONDS = "epoch_seconds";
  private static final String EPOCH_MILLIS = "epoch_millis";

  /** The formats that the options ask for. */
  static TimeFormats of(ConnectorOptions options) {
    TimeFormats formats =
        new TimeFormats(
            word(options, TIMESTAMP_OPTION),
            word(options, DATE_OPTION),
            word(options, TIME_OPTION),
            options.timeZone());
    try {
      formats.timestampReader();
    } catch (IllegalArgumentException e) {
      throw wrong(options, TIMESTAMP_OPTION, "iso, epoch_seconds, epoch_millis or a pattern", e);
    }
    try {
      formats.dateReader();
    } catch (IllegalArgumentException e) {
      throw wrong(options, DATE_OPTION, "iso or a pattern", e);
    }
    try {
      formats.timeReader();
    } catch (IllegalArgumentException e) {
      throw wrong(options, TIME_OPTION, "iso or a pattern", e);
    }
    return formats;
  }

  private static String word(ConnectorOptions options, String name) {
    String value = options.text(name, ISO);
    String lower = value.trim().toLowerCase(Locale.ROOT);
    return switch (lower) {
      case ISO, EPOCH_SECONDS, EPOCH_MILLIS -> lower;
      default -> value;
    };
  }

  private static SashException wrong(
      ConnectorOptions options, String name, String expected, IllegalArgumentException cause) {
    String meant =
        Suggestion.didYouMean(options.text(name, ISO), List.of(ISO, EPOCH_SECONDS, EPOCH_MILLIS));
    String example = name.equals(TIME_OPTION) ? "HH:mm:ss" : "dd.MM.yyyy HH:mm:ss";
    String pattern = "a pattern is like '" + example + "': " + cause.getMessage();
    return options.wrong(name, expected).hint(meant == null ? pattern : meant).causedBy(cause);
  }

  /** A reader for one TIMESTAMP column. */
  InstantReader timestampReader() {
    return switch (timestamp) {
      case ISO -> new IsoReader(TimeKind.TIMESTAMP, wallClock());
      case EPOCH_SECONDS -> new EpochReader(3);
      case EPOCH_MILLIS -> new EpochReader(0);
      default -> new PatternReader(timestamp, TimeKind.TIMESTAMP, wallClock());
    };
  }

  private @Nullable WallClock wallClock() {
    return zone == null ? null : new WallClock(zone);
  }

  /** A reader for one DATE column. */
  InstantReader dateReader() {
    return reader(date, TimeKind.DATE);
  }

  /** A reader for one TIME column. */
  InstantReader timeReader() {
    return reader(time, TimeKind.TIME);
  }

  private static InstantReader reader(String format, TimeKind kind) {
    return format.equals(ISO) ? new IsoReader(kind, null) : new PatternReader(format, kind, null);
  }
}
