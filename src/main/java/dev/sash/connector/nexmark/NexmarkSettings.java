package dev.sash.connector.nexmark;

import dev.sash.connector.format.StreamOptions;
import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import dev.sash.runtime.ConnectorOptions;
import dev.sash.runtime.SourceSpec;
import dev.sash.time.TimestampScanner;
import dev.sash.time.TimestampText;
import java.util.Locale;
import java.util.Set;

/**
 * Which events there are, and which of them a stream shows.
 *
 * @param table the kind of events that are shown
 * @param events how many there are of all kinds together; {@link #ENDLESS} for no end
 * @param eventsPerSecond of all kinds together, in event time; without an end also on the clock
 * @param seed of everything that is made up
 * @param startMillis event time of event 0
 */
record NexmarkSettings(
    NexmarkTable table, long events, long eventsPerSecond, long seed, long startMillis) {
  static final long ENDLESS = Long.MAX_VALUE;
  static final String TABLE = "table";

  private static final String EVENTS = "events";
  private static final String EVENTS_PER_SECOND = "events_per_second";
  private static final String SEED = "seed";
  private static final String START = "start";
  private static final Set<String> OPTIONS = Set.of(TABLE, EVENTS, EVENTS_PER_SECOND, SEED, START);

  private static final long RATE_DEFAULT = 10_000;
  private static final long RATE_MOST = 1_000_000_000;
  private static final String START_DEFAULT = "2026-01-01 00:00:00";

  /** The settings of a stream; checks the names of all options. */
  static NexmarkSettings of(SourceSpec spec) {
    ConnectorOptions options = spec.options();
    if (options.text(ConnectorOptions.TIME_ZONE) != null) {
      throw SashException.at(
              options.place(ConnectorOptions.TIME_ZONE),
              ErrorCode.OPTION,
              "option \"time_zone\" does not exist here: generated times are UTC")
          .hint("leave it out");
    }
    options.required(TABLE, "'bid'");
    options.rejectUnknown(StreamOptions.with(OPTIONS));
    String table = options.oneOf(TABLE, NexmarkTable.names(), "");
    return new NexmarkSettings(
        NexmarkTable.valueOf(table.toUpperCase(Locale.ROOT)),
        options.number(EVENTS, ENDLESS, 0),
        rate(options),
        options.number(SEED, 1, Long.MIN_VALUE),
        start(options));
  }

  private static long rate(ConnectorOptions options) {
    long rate = options.number(EVENTS_PER_SECOND, RATE_DEFAULT, 1);
    if (rate > RATE_MOST) {
      throw options.wrong(EVENTS_PER_SECOND, "a whole number from 1 to " + RATE_MOST);
    }
    return rate;
  }

  private static long start(ConnectorOptions options) {
    long millis = TimestampText.parse(options.text(START, START_DEFAULT).trim());
    if (millis == TimestampScanner.INVALID) {
      throw options.wrong(START, "a timestamp like '" + START_DEFAULT + "'");
    }
    return millis;
  }

  boolean isEndless() {
    return events == ENDLESS;
  }

  /** The event time of an event. */
  long timeMillis(long event) {
    // Seconds apart, so that the product fits.
    return startMillis
        + event / eventsPerSecond * 1000
        + event % eventsPerSecond * 1000 / eventsPerSecond;
  }

  /** How many events have happened when the clock shows a time: those that are not after it. */
  long eventsUntil(long nowMillis) {
    long elapsedMillis = nowMillis - startMillis;
    if (elapsedMillis < 0) {
      return 0;
    }
    // The first event of the next millisecond, rounded up, is the number of those before it.
    long wholeSeconds = (elapsedMillis + 1) / 1000;
    long restMillis = (elapsedMillis + 1) % 1000;
    return wholeSeconds * eventsPerSecond + (restMillis * eventsPerSecond + 999) / 1000;
  }
}
