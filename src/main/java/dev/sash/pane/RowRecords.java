package dev.sash.pane;

import dev.sash.aggregate.RecordStore;
import java.util.List;
import java.util.function.LongFunction;

/**
 * Finds the record that each row of a batch belongs to, and makes those that there are not yet.
 *
 * <p>Rows that come out of order go to a few neighbouring panes in turn. Looking up the pane of
 * each row would cost more than adding it, so the tables of all panes in reach are laid side by
 * side first, and a row costs two loads: which table, and what it says of the key. What those do
 * not know - a key that is new in its pane, a pane of few keys, which has no such table - is seen
 * to in a second pass.
 */
final class RowRecords {
  /** Panes that are laid side by side; rows spread wider are taken run by run. */
  private static final int NEAR = 64;

  private static final int[] NOTHING = {};

  private final PaneDirectory panes;
  private final LongFunction<Pane> opener;
  private final RecordStore store;
  private final int[][] tables = new int[NEAR][];
  private final int[][] recordsBySlot = new int[NEAR][];
  private int[] slots = {};
  private int[] records = {};

  /** Finds records in the panes of a directory; {@code opener} gives the pane of an ordinal. */
  RowRecords(PaneDirectory panes, LongFunction<Pane> opener, RecordStore store) {
    this.panes = panes;
    this.opener = opener;
    this.store = store;
  }

  /**
   * Finds the records of rows, as far as there are some.
   *
   * @return whether each row has one; else {@link #addMissing} has to make those that are not there
   */
  boolean find(PaneRows rows) {
    int count = rows.count();
    reserve(count);
    if (count == 0) {
      return true;
    }
    long[] ordinals = rows.panes();
    long span = rows.largest() - rows.least();
    if (span == 0) {
      return findRun(ordinals[0], rows.ids(), 0, count);
    }
    if (span > 0 && span < NEAR) {
      return findNear(rows, rows.least(), (int) span + 1);
    }
    boolean found = true;
    for (int from = 0; from < count; ) {
      int to = from + 1;
      while (to < count && ordinals[to] == ordinals[from]) {
        to++;
      }
      found &= findRun(ordinals[from], rows.ids(), from, to);
      from = to;
    }
    return found;
  }

  /** A record for each of the rows that were looked for last, valid until the next are. */
  int[] found() {
    return records;
  }

  /**
   * Makes the records that were not found.
   *
   * @param idSpace all ids are below
   */
  void addMissing(PaneRows rows, int idSpace) {
    Pane pane = null;
    for (int i = 0; i < rows.count(); i++) {
      if (records[i] < 0) {
        long ordinal = rows.panes()[i];
        pane = pane == null || pane.ordinal != ordinal ? opener.apply(ordinal) : pane;
        add(pane.entries, rows.ids()[i], i, idSpace);
      }
    }
  }

  private void reserve(int count) {
    if (records.length < count) {
      records = new int[count];
      slots = new int[count];
    }
  }

  /**
   * Finds the records of all keys of another store's pane.
   *
   * @param ids by id there, the id here
   * @return a record for each slot there, valid until the next call
   */
  int[] records(KeyedRecords entries, KeyedRecords source, int[] ids, int idSpace) {
    int count = source.size();
    reserve(count);
    for (int slot = 0; slot < count; slot++) {
      int id = ids[source.ids()[slot]];
      int own = entries.slot(id);
      own = own < 0 ? entries.add(id, store.allocate(), idSpace) : own;
      slots[slot] = own;
      records[slot] = entries.records()[own];
    }
    return records;
  }

  private boolean findNear(PaneRows rows, long least, int span) {
    for (int offset = 0; offset < span; offset++) {
      Pane pane = panes.find(least + offset);
      tables[offset] = pane == null ? NOTHING : pane.entries.denseTable();
      recordsBySlot[offset] = pane == null ? NOTHING : pane.entries.records();
    }
    int[] ids = rows.ids();
    long[] ordinals = rows.panes();
    int count = rows.count();
    int missing = 0;
    for (int i = 0; i < count; i++) {
      int offset = (int) (ordinals[i] - least);
      int[] table = tables[offset];
      int id = ids[i];
      int slot = id < table.length ? table[id] - 1 : -1;
      int record = slot < 0 ? KeyedRecords.NONE : recordsBySlot[offset][slot];
      slots[i] = slot;
      records[i] = record;
      missing |= record;
    }
    return missing >= 0;
  }

  private boolean findRun(long ordinal, int[] ids, int from, int to) {
    KeyedRecords entries = opener.apply(ordinal).entries;
    int[] table = entries.denseTable();
    return table.length > 0
        ? findDense(table, entries.records(), ids, from, to)
        : entries.find(ids, from, to, slots, records);
  }

  private boolean findDense(int[] table, int[] recordsOfSlots, int[] ids, int from, int to) {
    int[] slotOfRow = slots;
    int[] recordOfRow = records;
    int missing = 0;
    for (int i = from; i < to; i++) {
      int id = ids[i];
      int slot = id < table.length ? table[id] - 1 : -1;
      int record = slot < 0 ? KeyedRecords.NONE : recordsOfSlots[slot];
      slotOfRow[i] = slot;
      recordOfRow[i] = record;
      missing |= record;
    }
    return missing >= 0;
  }

  private void add(KeyedRecords entries, int id, int place, int idSpace) {
    // the same id may have missed more than once
    int slot = entries.slot(id);
    slot = slot < 0 ? entries.add(id, store.allocate(), idSpace) : slot;
    slots[place] = slot;
    records[place] = entries.records()[slot];
  }

  /** Marks all that was found last in one pane, and tells of it unless it was marked. */
  void touch(Pane pane, int count, List<Pane> touched) {
    for (int i = 0; i < count; i++) {
      if (pane.touch(slots[i])) {
        touched.add(pane);
      }
    }
  }

  /** Marks the keys of the rows that were found last, and tells of panes that were not marked. */
  void touch(PaneRows rows, List<Pane> touched) {
    Pane pane = null;
    for (int i = 0; i < rows.count(); i++) {
      long ordinal = rows.panes()[i];
      if (pane == null || pane.ordinal != ordinal) {
        pane = opener.apply(ordinal);
      }
      if (pane.touch(slots[i])) {
        touched.add(pane);
      }
    }
  }
}
