package dev.sash.connector.nexmark;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * The three kinds of events, and where they lie among each 50 events: {@code [first, first +
 * width)}.
 */
enum NexmarkTable {
  PERSON(0, 1),
  AUCTION(1, 3),
  BID(4, 46);

  /** Events after which the kinds repeat. */
  static final int CYCLE = 50;

  private final int first;
  private final int width;

  NexmarkTable(int first, int width) {
    this.first = first;
    this.width = width;
  }

  /** The names for the option {@code table}. */
  static List<String> names() {
    return Arrays.stream(values()).map(NexmarkTable::sqlName).toList();
  }

  /** The name in SQL. */
  String sqlName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The number of the event that is the given row, from 0, of this table. */
  long event(long row) {
    return row / width * CYCLE + first + row % width;
  }

  /** How many rows of this table the events {@code [0, events)} are. */
  long rowsBefore(long events) {
    return events / CYCLE * width + Math.min(width, Math.max(0, events % CYCLE - first));
  }
}
