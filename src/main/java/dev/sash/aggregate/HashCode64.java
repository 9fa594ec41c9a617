package dev.sash.aggregate;

import dev.sash.data.Column;
import dev.sash.data.DataType;
import dev.sash.data.DecimalColumn;
import dev.sash.data.TextColumn;
import java.math.BigDecimal;

/**
 * 64 evenly distributed bits of a value, the same in every process: what sketches count by. The
 * finalizer is that of SplitMix64 (Steele, Lea, Flood, "Fast splittable pseudorandom number
 * generators", OOPSLA 2014).
 */
final class HashCode64 {
  private static final long GOLDEN = 0x9E3779B97F4A7C15L;

  private HashCode64() {}

  /** The hash of a row's value; equal values have equal ones. */
  static long of(Column column, int row, DataType type) {
    if (column instanceof TextColumn texts) {
      return of(texts.dictionary().values()[texts.codes()[row]]);
    } else if (LongCoding.covers(type)) {
      return mixed(OrderCode.of(column, row, 0));
    }
    BigDecimal decimal = ((DecimalColumn) column).decimal(row);
    return decimal == null ? 0 : of(decimal.unscaledValue().toString(Character.MAX_RADIX));
  }

  private static long of(String text) {
    long hash = text.length();
    for (int i = 0; i < text.length(); i++) {
      hash = (hash ^ text.charAt(i)) * GOLDEN;
      hash ^= hash >>> 29;
    }
    return mixed(hash);
  }

  private static long mixed(long value) {
    long hash = value + GOLDEN;
    hash = (hash ^ hash >>> 30) * 0xBF58476D1CE4E5B9L;
    hash = (hash ^ hash >>> 27) * 0x94D049BB133111EBL;
    return hash ^ hash >>> 31;
  }
}
