package dev.sash.pane;

import dev.sash.aggregate.StateBudget;
import java.util.Arrays;
import java.util.BitSet;

/**
 * Sessions in slots, and for each key a list of its sessions, newest first: a row is nearly always
 * for the newest one. Sessions of a key do not overlap as long as they can be joined.
 */
final class SessionLines {
  static final int NONE = -1;

  private static final int FIRST_SLOTS = 16;
  private static final int SLOT_BYTES = 3 * Long.BYTES + 5 * Integer.BYTES + 1;

  private final StateBudget budget;
  long[] start = new long[FIRST_SLOTS];
  long[] last = new long[FIRST_SLOTS];
  long[] end = new long[FIRST_SLOTS];
  int[] key = new int[FIRST_SLOTS];
  int[] record = new int[FIRST_SLOTS];
  byte[] flags = new byte[FIRST_SLOTS];
  private int[] older = new int[FIRST_SLOTS];
  private int[] newer = new int[FIRST_SLOTS];
  private int top;
  private int free = NONE;
  private int size;

  /** By key id, the newest session. */
  private int[] heads = {};

  SessionLines(StateBudget budget) {
    this.budget = budget;
    budget.reserve((long) FIRST_SLOTS * SLOT_BYTES);
  }

  int size() {
    return size;
  }

  /** All slots are below; those of key {@link #NONE} are free. */
  int top() {
    return top;
  }

  int older(int slot) {
    return older[slot];
  }

  int newer(int slot) {
    return newer[slot];
  }

  /** The newest session of a key. */
  int newest(int id) {
    return id < heads.length ? heads[id] : NONE;
  }

  /** A new session of a key behind the given newer one, or as its newest. */
  int insert(int id, int newerSlot) {
    int slot = take();
    key[slot] = id;
    flags[slot] = 0;
    if (id >= heads.length) {
      int length = Math.max(id + 1, heads.length * 2);
      budget.reserve((long) (length - heads.length) * Integer.BYTES);
      int old = heads.length;
      heads = Arrays.copyOf(heads, length);
      Arrays.fill(heads, old, length, NONE);
    }
    int olderSlot = newerSlot == NONE ? heads[id] : older[newerSlot];
    link(newerSlot, slot, id);
    newer[slot] = newerSlot;
    older[slot] = olderSlot;
    if (olderSlot != NONE) {
      newer[olderSlot] = slot;
    }
    size++;
    return slot;
  }

  private void link(int newerSlot, int slot, int id) {
    if (newerSlot == NONE) {
      heads[id] = slot;
    } else {
      older[newerSlot] = slot;
    }
  }

  /** Takes a session out of its list; its slot will be used again. */
  void remove(int slot) {
    link(newer[slot], older[slot], key[slot]);
    if (older[slot] != NONE) {
      newer[older[slot]] = newer[slot];
    }
    key[slot] = NONE;
    flags[slot] = 0;
    older[slot] = free;
    free = slot;
    size--;
  }

  private int take() {
    if (free != NONE) {
      int slot = free;
      free = older[slot];
      return slot;
    }
    if (top == start.length) {
      budget.reserve((long) top * SLOT_BYTES);
      start = Arrays.copyOf(start, top * 2);
      last = Arrays.copyOf(last, top * 2);
      end = Arrays.copyOf(end, top * 2);
      key = Arrays.copyOf(key, top * 2);
      record = Arrays.copyOf(record, top * 2);
      flags = Arrays.copyOf(flags, top * 2);
      older = Arrays.copyOf(older, top * 2);
      newer = Arrays.copyOf(newer, top * 2);
    }
    return top++;
  }

  /** The keys that have a session. */
  BitSet liveKeys() {
    BitSet live = new BitSet();
    for (int slot = 0; slot < top; slot++) {
      if (key[slot] != NONE) {
        live.set(key[slot]);
      }
    }
    return live;
  }

  /** Replaces every key id. */
  void renumber(int[] mapping, int keyCount) {
    int[] moved = new int[heads.length];
    Arrays.fill(moved, NONE);
    for (int id = 0; id < heads.length; id++) {
      if (heads[id] != NONE) {
        moved[mapping[id]] = heads[id];
      }
    }
    int length = Math.min(moved.length, Math.max(FIRST_SLOTS, keyCount * 2));
    budget.release((long) (heads.length - length) * Integer.BYTES);
    heads = Arrays.copyOf(moved, length);
    for (int slot = 0; slot < top; slot++) {
      key[slot] = key[slot] == NONE ? NONE : mapping[key[slot]];
    }
  }
}
