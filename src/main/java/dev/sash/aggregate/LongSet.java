package dev.sash.aggregate;

import java.util.Arrays;

/** Distinct longs by open addressing, at most half full. */
final class LongSet implements StateObject {
  private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;

  /** Zero marks an empty slot, so the value zero is kept aside. */
  private long[] slots = new long[8];

  private boolean hasZero;
  private int size;

  /** Adds a value, which may be in already. */
  void add(long value) {
    if (value == 0) {
      size += hasZero ? 0 : 1;
      hasZero = true;
      return;
    }
    int slot = slot(value, slots);
    if (slots[slot] == 0) {
      slots[slot] = value;
      size++;
      if (size * 2 > slots.length) {
        grow();
      }
    }
  }

  private static int slot(long value, long[] slots) {
    int mask = slots.length - 1;
    long hash = value * MULTIPLIER;
    int slot = (int) (hash >>> 32 ^ hash >>> 52) & mask;
    while (slots[slot] != 0 && slots[slot] != value) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  private void grow() {
    long[] grown = new long[slots.length * 2];
    for (long value : slots) {
      if (value != 0) {
        grown[slot(value, grown)] = value;
      }
    }
    slots = grown;
  }

  void addAll(LongSet other) {
    if (other.hasZero) {
      add(0);
    }
    for (long value : other.slots) {
      if (value != 0) {
        add(value);
      }
    }
  }

  int size() {
    return size;
  }

  /** The values, ascending, so that what is written depends on the set alone. */
  long[] sorted() {
    long[] values = new long[size];
    int count = hasZero ? 1 : 0;
    for (long value : slots) {
      if (value != 0) {
        values[count++] = value;
      }
    }
    Arrays.sort(values);
    return values;
  }

  @Override
  public long bytes() {
    return 24 + StateBudget.arrayBytes(slots.length, Long.BYTES);
  }
}
