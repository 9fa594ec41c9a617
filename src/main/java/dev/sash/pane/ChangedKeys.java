package dev.sash.pane;

import java.util.Arrays;

/** Ids of keys whose state may have changed since some moment, each once; at times simply all. */
final class ChangedKeys {
  private static final int FEW = 32;

  private long[] marks = {};
  private int[] ids = {};
  private int count;
  private boolean isAll = true;

  /** Whether any key may have changed. */
  boolean isAll() {
    return isAll;
  }

  int count() {
    return count;
  }

  int[] ids() {
    return ids;
  }

  boolean has(int id) {
    return id >> 6 < marks.length && (marks[id >> 6] >>> id & 1) != 0;
  }

  /** Any key may have changed. */
  void all() {
    clear();
    isAll = true;
  }

  /** Begins anew: none has changed. */
  void clear() {
    for (int i = 0; i < count; i++) {
      marks[ids[i] >> 6] = 0;
    }
    count = 0;
    isAll = false;
  }

  /** Is told that every id has become another one. */
  void renumber(int[] mapping) {
    int[] renumbered = new int[count];
    for (int i = 0; i < count; i++) {
      renumbered[i] = mapping[ids[i]];
    }
    boolean wasAll = isAll;
    clear();
    isAll = wasAll;
    reserve(mapping.length, renumbered.length);
    for (int id : renumbered) {
      mark(id);
    }
  }

  void add(int id) {
    if (!isAll) {
      reserve(id + 1, 1);
      mark(id);
    }
  }

  /** All keys of a pane or a chunk. */
  void add(KeyedState entries, int idSpace) {
    if (!isAll && count + entries.size() > Math.max(idSpace / 2, FEW)) {
      all();
    } else if (!isAll) {
      reserve(idSpace, entries.size());
      int[] added = new int[entries.size()];
      int addedCount = entries.copyIds(added);
      for (int i = 0; i < addedCount; i++) {
        mark(added[i]);
      }
    }
  }

  private void mark(int id) {
    long isNew = ~marks[id >> 6] >>> id & 1;
    marks[id >> 6] |= 1L << id;
    ids[count] = id;
    count += (int) isNew;
  }

  private void reserve(int idSpace, int more) {
    if (marks.length << 6 < idSpace) {
      marks = Arrays.copyOf(marks, Math.max((idSpace >> 6) + 1, marks.length * 2));
    }
    // one more, because an id is written before it is known to be new
    if (ids.length <= count + more) {
      ids = Arrays.copyOf(ids, Math.max(count + more + 1, ids.length * 2));
    }
  }

  long bytes() {
    return (long) marks.length * Long.BYTES + (long) ids.length * Integer.BYTES;
  }
}
