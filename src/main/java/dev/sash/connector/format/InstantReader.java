package dev.sash.connector.format;

import dev.sash.time.TimestampScanner;

/**
 * Reads epoch milliseconds, epoch days, or milliseconds of the day out of text. One a column: it
 * may keep state.
 */
interface InstantReader {

  /** The number in {@code [from, to)}, or {@link TimestampScanner#INVALID}. */
  long read(byte[] bytes, int from, int to);

  /** What is expected: {@code a timestamp, expected yyyy-MM-dd HH:mm:ss[.SSS]}. */
  String expected();
}
