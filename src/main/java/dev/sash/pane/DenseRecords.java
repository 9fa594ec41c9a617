package dev.sash.pane;

import dev.sash.aggregate.RecordStore;
import dev.sash.aggregate.StateBudget;
import java.util.Arrays;

/**
 * Records that are numbered by the ids of their keys: nothing has to be looked up. For states that
 * a good part of all keys have.
 *
 * <p>Several such states share a store in which the records of a key lie side by side, because they
 * are combined with each other: one place in memory instead of one for each.
 *
 * <pre>
 *   store    | id 0: a b c | id 1: a b c | ...      records of the state b: 1, 4, ...
 * </pre>
 *
 * <p>A record that belongs to no key is one without rows.
 */
final class DenseRecords implements KeyedState {
  /** States that share a store. */
  static final int STATES = 3;

  private final RecordStore store;
  private final int state;
  private final StateBudget budget;
  private long[] present = {};
  private int size;

  /**
   * No records yet.
   *
   * @param state which of those that share the store this is, from 0
   */
  DenseRecords(RecordStore store, int state, StateBudget budget) {
    this.store = store;
    this.state = state;
    this.budget = budget;
  }

  /** Makes room for all ids below the given one. */
  void reserve(int idSpace) {
    while (store.size() < idSpace * STATES) {
      store.allocate();
    }
    if (present.length << 6 < idSpace) {
      int length = Math.max((idSpace >> 6) + 1, present.length + present.length / 2);
      budget.reserve((long) (length - present.length) * Long.BYTES);
      present = Arrays.copyOf(present, length);
    }
  }

  /** The record of an id, which counts as a key from now on. */
  int add(int id) {
    long isNew = ~present[id >> 6] >>> id & 1;
    size += (int) isNew;
    present[id >> 6] |= 1L << id;
    return id * STATES + state;
  }

  /** Takes an id out; its record must be made one without rows. */
  void remove(int id) {
    size -= (int) (present[id >> 6] >>> id & 1);
    present[id >> 6] &= ~(1L << id);
  }

  /** Moves the keys to their new ids. */
  void renumber(int[] mapping) {
    reserve(mapping.length);
    long[] old = present.clone();
    Arrays.fill(present, 0);
    for (int id = 0; id < Math.min(mapping.length, old.length << 6); id++) {
      long bit = old[id >> 6] >>> id & 1;
      present[mapping[id] >> 6] |= bit << mapping[id];
    }
  }

  /** Moves the records of all keys, of all states that share the store, to their new ids. */
  static void renumber(RecordStore store, int[] mapping) {
    while (store.size() < mapping.length * STATES) {
      store.allocate();
    }
    int count = store.size();
    int[] from = new int[count];
    int[] to = new int[count];
    for (int record = 0; record < count; record++) {
      from[record] = record;
      to[record] = mapping[record / STATES] * STATES + record % STATES;
    }
    long[] words = new long[count * store.recordWords()];
    store.read(from, count, words);
    store.write(to, count, words);
  }

  @Override
  public int record(int id) {
    boolean isPresent = id >> 6 < present.length && (present[id >> 6] >>> id & 1) != 0;
    return isPresent ? id * STATES + state : KeyedRecords.NONE;
  }

  @Override
  public void lookUp(int[] wanted, int from, int count, int[] found) {
    int ids = present.length << 6;
    for (int i = 0; i < count; i++) {
      int id = wanted[from + i];
      long isPresent = id < ids ? present[id >> 6] >>> id & 1 : 0;
      // all bits set where there is none: NONE
      found[i] = id * STATES + state | (int) isPresent - 1;
    }
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public int copyIds(int[] into) {
    return copyIds(present, into);
  }

  /** Copies the ids of set marks. */
  static int copyIds(long[] marks, int[] into) {
    int count = 0;
    for (int word = 0; word < marks.length; word++) {
      for (long bits = marks[word]; bits != 0; bits &= bits - 1) {
        into[count++] = (word << 6) + Long.numberOfTrailingZeros(bits);
      }
    }
    return count;
  }

  /** Marks the keys among others. */
  void mark(long[] marks) {
    for (int word = 0; word < Math.min(present.length, marks.length); word++) {
      marks[word] |= present[word];
    }
  }

  /** Gives its memory back; all records are without rows. */
  void release() {
    budget.release((long) present.length * Long.BYTES);
  }
}
