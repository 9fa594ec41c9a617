package dev.sash.connector.format;

import dev.sash.time.TimestampScanner;

/**
 * Reads epoch milliseconds, epoch days, or milliseconds of the day out of text. One a column: it
 * may keep state.
 */
interface InstantReader {

  /** The number in {@code [from, to)}, or {@link TimestampScanner#INVALID}. */
  long read(byte[] bytes, int from, int to);

  /**
   * The number that {@code [from, limit)} begins with, if its form is a usual one that ends by
   * itself, which is at {@link #usualEnd}; else {@link TimestampScanner#INVALID}.
   */
  default long readUsual(byte[] bytes, int from, int limit) {
    return TimestampScanner.INVALID;
  }

  /** Where the last {@link #readUsual} ends. */
  default int usualEnd() {
    return -1;
  }

  /** What is expected: {@code a timestamp, expected yyyy-MM-dd HH:mm:ss[.SSS]}. */
  String expected();
}
