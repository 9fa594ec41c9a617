package dev.sash.pane;

import dev.sash.aggregate.StateBudget;
import java.util.Arrays;

/**
 * Which record belongs to which key id, in the order in which the ids came; a slot is a place in
 * that order and does not change. Small where it holds few ids: a plain list up to eight, then open
 * addressing, and an array over all ids once it holds a quarter of them.
 */
final class KeyedRecords implements KeyedState {
  /** Stands for a record where an id has none (yet, or any more). */
  static final int NONE = -1;

  private static final int FIRST_SLOTS = 4;
  private static final int LIST_SLOTS = 8;
  private static final int DENSE_SHARE = 4;
  private static final int MULTIPLIER = 0x9E3779B9;
  private static final int[] NO_TABLE = {};

  private final StateBudget budget;
  private int[] ids = new int[FIRST_SLOTS];
  private int[] records = new int[FIRST_SLOTS];
  private int size;

  /** Slot + 1 by hash of the id, or by the id itself where dense; 0 where there is none. */
  private int[] table = NO_TABLE;

  private boolean dense;

  /** Whether ids ascend and there is no table: they are found by halving. */
  private boolean sorted;

  KeyedRecords(StateBudget budget) {
    this.budget = budget;
    budget.reserve(bytes());
  }

  @Override
  public int size() {
    return size;
  }

  /** Ids by slot; longer than {@link #size}. */
  int[] ids() {
    return ids;
  }

  /** Records by slot; longer than {@link #size}. */
  int[] records() {
    return records;
  }

  /** The slot of an id, or -1. */
  int slot(int id) {
    int[] slots = table;
    if (dense) {
      return id < slots.length ? slots[id] - 1 : -1;
    }
    if (sorted) {
      return Math.max(-1, Arrays.binarySearch(ids, 0, size, id));
    }
    if (slots.length == 0) {
      for (int slot = 0; slot < size; slot++) {
        if (ids[slot] == id) {
          return slot;
        }
      }
      return -1;
    }
    int mask = slots.length - 1;
    int at = place(id, mask);
    while (slots[at] != 0) {
      int slot = slots[at] - 1;
      if (ids[slot] == id) {
        return slot;
      }
      at = (at + 1) & mask;
    }
    return -1;
  }

  /** Slot + 1 by id, 0 where there is none; empty while it is not dense. Ids may be beyond it. */
  int[] denseTable() {
    return dense ? table : NO_TABLE;
  }

  /**
   * Finds the ids {@code [from, to)}.
   *
   * @param slots receives their slots in the same places, -1 where there is none
   * @param found receives their records, {@link #NONE} where there is none
   * @return whether there is one for each
   */
  boolean find(int[] wanted, int from, int to, int[] slots, int[] found) {
    int missing = 0;
    for (int i = from; i < to; i++) {
      int slot = slot(wanted[i]);
      int record = slot < 0 ? NONE : records[slot];
      slots[i] = slot;
      found[i] = record;
      missing |= record;
    }
    return missing >= 0;
  }

  @Override
  public void lookUp(int[] wanted, int from, int count, int[] found) {
    if (!dense) {
      for (int i = 0; i < count; i++) {
        found[i] = record(wanted[from + i]);
      }
      return;
    }
    int[] slots = table;
    int[] recordOfSlot = records;
    for (int i = 0; i < count; i++) {
      int id = wanted[from + i];
      int slot = id < slots.length ? slots[id] - 1 : -1;
      found[i] = slot < 0 ? NONE : recordOfSlot[slot];
    }
  }

  @Override
  public int record(int id) {
    int slot = slot(id);
    return slot < 0 ? NONE : records[slot];
  }

  @Override
  public int copyIds(int[] into) {
    int count = 0;
    for (int slot = 0; slot < size; slot++) {
      if (records[slot] != NONE) {
        into[count++] = ids[slot];
      }
    }
    return count;
  }

  /**
   * Adds an id that is not there.
   *
   * @param idSpace all ids are below; decides what is dense
   * @return its slot
   */
  int add(int id, int record, int idSpace) {
    if (size == ids.length) {
      grow();
    }
    ids[size] = id;
    records[size] = record;
    size++;
    if (sorted) {
      sorted = false;
      rebuild(Math.max(idSpace, id + 1));
    } else if (dense ? id >= table.length : size > LIST_SLOTS && size * 2 > table.length) {
      rebuild(Math.max(idSpace, id + 1));
    } else if (dense) {
      table[id] = size;
    } else if (table.length > 0) {
      insert(size - 1);
    }
    return size - 1;
  }

  private void grow() {
    budget.reserve((long) ids.length * 2 * Integer.BYTES);
    ids = Arrays.copyOf(ids, size * 2);
    records = Arrays.copyOf(records, size * 2);
  }

  private void rebuild(int idSpace) {
    dense = size > LIST_SLOTS && (long) size * DENSE_SHARE >= idSpace;
    int length = dense ? idSpace + idSpace / 4 : Integer.highestOneBit(Math.max(8, size)) * 4;
    budget.reserve((long) (length - table.length) * Integer.BYTES);
    table = new int[length];
    for (int slot = 0; slot < size; slot++) {
      if (dense) {
        table[ids[slot]] = slot + 1;
      } else {
        insert(slot);
      }
    }
  }

  private void insert(int slot) {
    int mask = table.length - 1;
    int at = place(ids[slot], mask);
    while (table[at] != 0) {
      at = (at + 1) & mask;
    }
    table[at] = slot + 1;
  }

  private static int place(int id, int mask) {
    int hash = id * MULTIPLIER;
    return (hash ^ hash >>> 15) & mask;
  }

  /** Whether ids ascend, as they do after {@link #becomeSorted}. */
  boolean isSorted() {
    return sorted;
  }

  /**
   * Takes over the same ids in ascending order with their records, and gives up the table and what
   * room is left: nearly all look-ups were for rows that came in time, and a window may have
   * thousands of such panes.
   */
  void becomeSorted(int[] sortedIds, int[] sortedRecords) {
    budget.release((long) (ids.length - size) * 2 * Integer.BYTES);
    ids = Arrays.copyOf(sortedIds, size);
    records = Arrays.copyOf(sortedRecords, size);
    budget.release((long) table.length * Integer.BYTES);
    table = NO_TABLE;
    dense = false;
    sorted = true;
  }

  /** Becomes empty and keeps its arrays. */
  void clear() {
    sorted = false;
    if (dense) {
      for (int slot = 0; slot < size; slot++) {
        table[ids[slot]] = 0;
      }
    } else {
      Arrays.fill(table, 0);
    }
    size = 0;
  }

  /** Replaces every id; the new ids are all below {@code idSpace}. */
  void renumber(int[] mapping, int idSpace) {
    for (int slot = 0; slot < size; slot++) {
      ids[slot] = mapping[ids[slot]];
    }
    if (sorted || table.length > 0) {
      sorted = false;
      rebuild(idSpace);
    }
  }

  /** Whether its arrays are much larger than what it holds. */
  boolean isSlack() {
    return (ids.length > 64 && size * 4 < ids.length) || table.length > 1024 + size * 16;
  }

  /** Counts its arrays as free. */
  void release() {
    budget.release(bytes());
  }

  long bytes() {
    return StateBudget.arrayBytes(ids.length, Integer.BYTES)
        + StateBudget.arrayBytes(records.length, Integer.BYTES)
        + (long) table.length * Integer.BYTES;
  }
}
