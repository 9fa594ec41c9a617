package dev.sash.connector.format;

import dev.sash.data.LongColumnBuilder;
import dev.sash.time.TimestampScanner;

/** TIMESTAMP, DATE and TIME in the format of the options; what is finer than the type is cut. */
final class InstantParser extends FieldParser {
  private static final int[] UNIT_MILLIS = {1000, 100, 10, 1};

  private final InstantReader reader;
  private final int unit;
  private final LongColumnBuilder builder;

  InstantParser(InstantReader reader, int unit, LongColumnBuilder builder) {
    this.reader = reader;
    this.unit = unit;
    this.builder = builder;
  }

  /** The smallest step of a TIMESTAMP or TIME with that many fraction digits. */
  static int unitMillis(int fractionDigits) {
    return UNIT_MILLIS[Math.min(fractionDigits, UNIT_MILLIS.length - 1)];
  }

  @Override
  boolean append(byte[] bytes, int from, int to) {
    long instant = reader.read(bytes, from, to);
    if (instant == TimestampScanner.INVALID) {
      return fail("is not " + reader.expected());
    }
    append(instant);
    return true;
  }

  @Override
  int appendUsual(byte[] bytes, int from, int limit) {
    long instant = reader.readUsual(bytes, from, limit);
    if (instant == TimestampScanner.INVALID) {
      return -1;
    }
    append(instant);
    return reader.usualEnd();
  }

  private void append(long instant) {
    builder.append(unit == 1 ? instant : instant - Math.floorMod(instant, unit));
  }
}
