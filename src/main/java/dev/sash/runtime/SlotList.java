package dev.sash.runtime;

import java.util.Arrays;

/** A growing list of slots. */
final class SlotList {
  private int[] slots = new int[16];
  private int size;

  void add(int slot) {
    if (size == slots.length) {
      slots = Arrays.copyOf(slots, size * 2);
    }
    slots[size++] = slot;
  }

  int get(int index) {
    return slots[index];
  }

  int size() {
    return size;
  }

  void clear() {
    size = 0;
  }

  /** The slots; longer than {@link #size}. */
  int[] array() {
    return slots;
  }
}
