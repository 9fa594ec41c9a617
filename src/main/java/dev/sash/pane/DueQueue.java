package dev.sash.pane;

import dev.sash.aggregate.StateBudget;
import java.util.Arrays;

/**
 * Slots in order of when they are due: a binary heap that knows where each slot is, so that one can
 * be moved or taken out. Nothing is ever looked at but the first.
 */
final class DueQueue {
  private static final int FIRST_SLOTS = 16;
  private static final int ABSENT = -1;

  private final StateBudget budget;
  private int[] heap = new int[FIRST_SLOTS];
  private int size;

  /** By slot: when it is due, and its place in the heap. */
  private long[] due = new long[FIRST_SLOTS];

  private int[] places = new int[FIRST_SLOTS];

  DueQueue(StateBudget budget) {
    this.budget = budget;
    Arrays.fill(places, ABSENT);
    budget.reserve(bytes(FIRST_SLOTS));
  }

  private static long bytes(int slots) {
    return (long) slots * (Long.BYTES + 2 * Integer.BYTES);
  }

  boolean isEmpty() {
    return size == 0;
  }

  /** When the first one is due, {@link Long#MAX_VALUE} without one. */
  long firstDue() {
    return size == 0 ? Long.MAX_VALUE : due[heap[0]];
  }

  /** The slot that is due first; there is one. */
  int first() {
    return heap[0];
  }

  /** Puts a slot into the queue, or moves it. */
  void set(int slot, long dueMillis) {
    if (slot >= due.length) {
      grow(slot + 1);
    }
    due[slot] = dueMillis;
    if (places[slot] == ABSENT) {
      place(slot, size++);
    }
    down(up(places[slot]));
  }

  /** Takes a slot out; nothing when it is not there. */
  void remove(int slot) {
    if (slot >= places.length || places[slot] == ABSENT) {
      return;
    }
    int hole = places[slot];
    places[slot] = ABSENT;
    int last = heap[--size];
    if (last != slot) {
      place(last, hole);
      down(up(hole));
    }
  }

  private void grow(int needed) {
    int length = Math.max(needed, due.length * 2);
    budget.reserve(bytes(length - due.length));
    int old = due.length;
    heap = Arrays.copyOf(heap, length);
    due = Arrays.copyOf(due, length);
    places = Arrays.copyOf(places, length);
    Arrays.fill(places, old, length, ABSENT);
  }

  private void place(int slot, int at) {
    heap[at] = slot;
    places[slot] = at;
  }

  private int up(int from) {
    int at = from;
    int slot = heap[at];
    while (at > 0 && due[heap[(at - 1) >> 1]] > due[slot]) {
      place(heap[(at - 1) >> 1], at);
      at = (at - 1) >> 1;
    }
    place(slot, at);
    return at;
  }

  private void down(int from) {
    int at = from;
    int slot = heap[at];
    while (2 * at + 1 < size) {
      int child = 2 * at + 1;
      child += child + 1 < size && due[heap[child + 1]] < due[heap[child]] ? 1 : 0;
      if (due[heap[child]] >= due[slot]) {
        break;
      }
      place(heap[child], at);
      at = child;
    }
    place(slot, at);
  }
}
