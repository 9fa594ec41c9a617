package dev.sash.connector.format;

import dev.sash.time.TimestampScanner;

/** ISO 8601 timestamps or dates. */
final class IsoReader implements InstantReader {
  private final TimestampScanner scanner = new TimestampScanner();
  private final boolean date;

  IsoReader(boolean date) {
    this.date = date;
  }

  @Override
  public long read(byte[] bytes, int from, int to) {
    return date ? scanner.date(bytes, from, to) : scanner.timestamp(bytes, from, to);
  }

  @Override
  public String expected() {
    return date ? "a date, expected yyyy-MM-dd" : "a timestamp, expected yyyy-MM-dd HH:mm:ss[.SSS]";
  }
}
