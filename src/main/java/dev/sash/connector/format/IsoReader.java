package dev.sash.connector.format;

import dev.sash.time.TimestampScanner;
import dev.sash.time.WallClock;
import org.jspecify.annotations.Nullable;

/** ISO 8601 timestamps, dates or times. */
final class IsoReader implements InstantReader {
  private final TimestampScanner scanner;
  private final TimeKind kind;

  /** A reader; timestamps without zone are those of the wall clock, or UTC. */
  IsoReader(TimeKind kind, @Nullable WallClock local) {
    this.kind = kind;
    scanner = new TimestampScanner(local);
  }

  @Override
  public long read(byte[] bytes, int from, int to) {
    return switch (kind) {
      case TIMESTAMP -> scanner.timestamp(bytes, from, to);
      case DATE -> scanner.date(bytes, from, to);
      case TIME -> scanner.time(bytes, from, to);
    };
  }

  @Override
  public long readUsual(byte[] bytes, int from, int limit) {
    return kind == TimeKind.TIMESTAMP
        ? scanner.usualTimestamp(bytes, from, limit)
        : TimestampScanner.INVALID;
  }

  @Override
  public int usualEnd() {
    return scanner.usualEnd();
  }

  @Override
  public String expected() {
    return kind.expectedIso();
  }
}
