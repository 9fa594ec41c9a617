package dev.sash.aggregate;

import java.util.HashMap;
import java.util.Map;

/** Values with the number of rows that have each; a value without rows is not there. */
final class CountedValues implements StateObject {
  private static final int ENTRY_BYTES = 72;

  private final Map<Object, Long> counts = new HashMap<>();
  private long valueBytes;

  /** Changes the number of a value's rows. */
  void add(Object value, long rows) {
    Long before = counts.get(value);
    long after = (before == null ? 0 : before) + rows;
    if (after == 0) {
      counts.remove(value);
    } else {
      counts.put(value, after);
    }
    int entries = (after == 0 ? 0 : 1) - (before == null ? 0 : 1);
    valueBytes += entries * (ENTRY_BYTES + ObjectSet.bytesOf(value));
  }

  /** The values and how many rows have each. */
  Map<Object, Long> counts() {
    return counts;
  }

  @Override
  public long bytes() {
    return 64 + valueBytes;
  }
}
