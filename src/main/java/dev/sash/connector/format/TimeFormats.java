package dev.sash.connector.format;

import dev.sash.error.SashException;
import dev.sash.error.Suggestion;
import dev.sash.runtime.ConnectorOptions;
import java.util.List;
import java.util.Locale;

/**
 * How timestamps and dates are written.
 *
 * @param timestamp {@code iso}, {@code epoch_seconds}, {@code epoch_millis}, or a pattern
 * @param date {@code iso} or a pattern
 */
record TimeFormats(String timestamp, String date) {
  static final String TIMESTAMP_OPTION = "timestamp_format";
  static final String DATE_OPTION = "date_format";

  private static final String ISO = "iso";
  private static final String EPOCH_SECONDS = "epoch_seconds";
  private static final String EPOCH_MILLIS = "epoch_millis";

  /** The formats that the options ask for. */
  static TimeFormats of(ConnectorOptions options) {
    TimeFormats formats =
        new TimeFormats(word(options, TIMESTAMP_OPTION), word(options, DATE_OPTION));
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
    String pattern = "a pattern is like 'dd.MM.yyyy HH:mm:ss': " + cause.getMessage();
    return options.wrong(name, expected).hint(meant == null ? pattern : meant).causedBy(cause);
  }

  /** A reader for one TIMESTAMP column. */
  InstantReader timestampReader() {
    return switch (timestamp) {
      case ISO -> new IsoReader(false);
      case EPOCH_SECONDS -> new EpochReader(3);
      case EPOCH_MILLIS -> new EpochReader(0);
      default -> new PatternReader(timestamp, false);
    };
  }

  /** A reader for one DATE column. */
  InstantReader dateReader() {
    return date.equals(ISO) ? new IsoReader(true) : new PatternReader(date, true);
  }
}
