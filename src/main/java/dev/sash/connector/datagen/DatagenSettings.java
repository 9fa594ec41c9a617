package dev.sash.connector.datagen;

import dev.sash.connector.format.StreamOptions;
import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import dev.sash.error.Suggestion;
import dev.sash.runtime.ConnectorOptions;
import dev.sash.runtime.SourceSpec;
import dev.sash.time.DurationText;
import dev.sash.time.TimestampScanner;
import dev.sash.time.TimestampText;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * How many rows, how fast, and at which event times.
 *
 * @param rows how many; {@link #ENDLESS} for no end
 * @param rowsPerSecond 0 for as many as are asked for
 * @param seed of all random numbers
 * @param startMillis event time of the first row; {@link #NOW} for the clock's
 * @param intervalMillis event time from row to row; {@link #BY_RATE} to follow the rate
 * @param disorderMillis how far a row's event time may lie behind its place
 */
record DatagenSettings(
    long rows,
    long rowsPerSecond,
    long seed,
    long startMillis,
    long intervalMillis,
    long disorderMillis) {
  static final long ENDLESS = Long.MAX_VALUE;
  static final long NOW = Long.MIN_VALUE;
  static final long BY_RATE = -1;

  private static final String ROWS = "rows";
  private static final String ROWS_PER_SECOND = "rows_per_second";
  private static final String SEED = "seed";
  private static final String START = "start";
  private static final String INTERVAL = "interval";
  private static final String DISORDER = "disorder";
  private static final Set<String> OPTIONS =
      Set.of(ROWS, ROWS_PER_SECOND, SEED, START, INTERVAL, DISORDER);

  private static final String START_DEFAULT = "2026-01-01 00:00:00";
  private static final long RATE_MOST = 1_000_000_000;
  private static final long ENDLESS_RATE_DEFAULT = 10;
  private static final long INTERVAL_DEFAULT_MILLIS = 1000;

  /** The settings of a stream; checks the names of all options. */
  static DatagenSettings of(SourceSpec spec) {
    ConnectorOptions options = spec.options();
    rejectUnknown(spec);
    boolean endless = options.text(ROWS) == null;
    long rate = options.number(ROWS_PER_SECOND, endless ? ENDLESS_RATE_DEFAULT : 0, 0);
    long intervalDefault = rate > 0 ? BY_RATE : INTERVAL_DEFAULT_MILLIS;
    return new DatagenSettings(
        options.number(ROWS, ENDLESS, 0),
        Math.min(rate, RATE_MOST),
        options.number(SEED, 1, Long.MIN_VALUE),
        start(options, endless),
        millis(options, INTERVAL, intervalDefault),
        millis(options, DISORDER, 0));
  }

  private static long start(ConnectorOptions options, boolean endless) {
    String text = options.text(START);
    if (text == null && endless) {
      return NOW;
    }
    long millis = TimestampText.parse(text == null ? START_DEFAULT : text.trim());
    if (millis == TimestampScanner.INVALID) {
      throw options.wrong(START, "a timestamp like '" + START_DEFAULT + "'");
    }
    return millis;
  }

  private static long millis(ConnectorOptions options, String name, long otherwise) {
    String text = options.text(name);
    if (text == null) {
      return otherwise;
    }
    Long millis = DurationText.parse(text);
    if (millis == null) {
      throw options.wrong(name, "a length of time like '100 ms' or '2 s'");
    }
    return millis;
  }

  private static void rejectUnknown(SourceSpec spec) {
    ConnectorOptions options = spec.options();
    if (options.text(ConnectorOptions.TIME_ZONE) != null) {
      throw SashException.at(
              options.place(ConnectorOptions.TIME_ZONE),
              ErrorCode.OPTION,
              "option \"time_zone\" does not exist here: generated times are UTC")
          .hint("leave it out");
    }
    Set<String> known = new HashSet<>(StreamOptions.with(OPTIONS));
    for (String option : options.asMap().keySet()) {
      int dot = option.lastIndexOf('.');
      if (dot >= 0) {
        checkColumnOption(spec, option, dot);
        known.add(option);
      }
    }
    options.rejectUnknown(known);
  }

  private static void checkColumnOption(SourceSpec spec, String option, int dot) {
    String column = option.substring(0, dot);
    List<String> names = spec.schema().names();
    String problem = null;
    String hint = null;
    if (spec.schema().indexOf(column) < 0) {
      problem = "is for a column \"" + column + "\" that is not declared";
      hint = Suggestion.didYouMean(column, names);
    } else if (!ColumnOptions.ALL.contains(option.substring(dot + 1))) {
      problem = "does not exist here";
      String meant = Suggestion.nearest(option.substring(dot + 1), ColumnOptions.ALL);
      hint =
          meant == null
              ? "options of a column are " + String.join(", ", ColumnOptions.ALL)
              : "did you mean \"" + column + '.' + meant + "\"?";
    }
    if (problem != null) {
      throw SashException.at(
              spec.options().place(option),
              ErrorCode.OPTION,
              "option \"" + option + "\" " + problem)
          .hint(hint);
    }
  }

  /** Event time of a row from 0 on, before any disorder. */
  long timeMillis(long start, long row) {
    return intervalMillis == BY_RATE
        ? start + row / rowsPerSecond * 1000 + row % rowsPerSecond * 1000 / rowsPerSecond
        : start + row * intervalMillis;
  }
}
