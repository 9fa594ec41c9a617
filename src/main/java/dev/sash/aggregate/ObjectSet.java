package dev.sash.aggregate;

import java.math.BigInteger;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Distinct texts, large numbers, or lists of values: what has no code of one long. */
final class ObjectSet implements StateObject {
  private static final int ENTRY_BYTES = 48;

  private final Set<Object> values = new HashSet<>();
  private long valueBytes;

  /** Adds a String, BigInteger, Long or a list of such, which may be in already. */
  void add(Object value) {
    if (values.add(value)) {
      valueBytes += ENTRY_BYTES + bytesOf(value);
    }
  }

  static long bytesOf(Object value) {
    if (value instanceof String text) {
      return 48L + text.length();
    } else if (value instanceof BigInteger number) {
      return 64L + number.bitLength() / 8;
    } else if (value instanceof List<?> list) {
      long bytes = 32;
      for (Object element : list) {
        bytes += bytesOf(element);
      }
      return bytes;
    }
    return 24;
  }

  Set<Object> values() {
    return values;
  }

  @Override
  public long bytes() {
    return 64 + valueBytes;
  }
}
