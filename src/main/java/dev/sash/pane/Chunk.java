package dev.sash.pane;

import dev.sash.aggregate.RecordLayout;
import dev.sash.aggregate.RecordPairs;
import dev.sash.aggregate.RecordStore;
import dev.sash.aggregate.StateBudget;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Consecutive panes that are combined together, and the state of each key over them: first of the
 * panes taken so far, at last of those that have not left the window. See {@link ChunkCombiner}.
 *
 * <p>In between its panes are scanned, newest first. Scanning a pane leaves in it, for each of its
 * keys, the state of that key over the later panes of the chunk: what is left when the pane goes.
 */
final class Chunk {

  /**
   * Where records are.
   *
   * @param layout what a record holds
   * @param panes the records of the panes; only read here
   * @param partials the records of chunks
   * @param rows the records of chunks that are numbered by ids: see {@link DenseRecords}
   * @param budget what memory is counted against
   */
  record Stores(
      RecordLayout layout,
      RecordStore panes,
      RecordStore partials,
      RecordStore rows,
      StateBudget budget) {}

  private final Stores stores;

  /** The chunk's panes are {@code [start, end)}. */
  final long start;

  final long end;

  /** The state over the panes that were taken and have not left. */
  private final KeyedState sum;

  /** The panes from here on are scanned. */
  private long scanned;

  /** The state over the scanned panes, while some are not. */
  private final KeyedRecords scan;

  private int[] targets = {};

  /**
   * A chunk of the panes {@code [start, end)}.
   *
   * @param dense the state for its sum if it is one of a good part of all keys, else null
   */
  Chunk(Stores stores, long start, long end, @Nullable DenseRecords dense) {
    this.stores = stores;
    this.start = start;
    this.end = end;
    scanned = end;
    sum = dense == null ? new KeyedRecords(stores.budget) : dense;
    scan = new KeyedRecords(stores.budget);
  }

  KeyedState sum() {
    return sum;
  }

  /** Where the records of the sum are. */
  RecordStore sumStore() {
    return sum instanceof DenseRecords ? stores.rows : stores.partials;
  }

  KeyedRecords scan() {
    return scan;
  }

  long scanned() {
    return scanned;
  }

  /** Adds a pane that is newer than all the others. */
  void take(Pane pane, int idSpace) {
    KeyedRecords entries = pane.entries;
    int count = entries.size();
    reserve(count);
    int[] ids = entries.ids();
    if (sum instanceof DenseRecords dense) {
      dense.reserve(idSpace);
      for (int slot = 0; slot < count; slot++) {
        targets[slot] = dense.add(ids[slot]);
      }
    } else {
      for (int slot = 0; slot < count; slot++) {
        targets[slot] = sumRecord(ids[slot], idSpace);
      }
    }
    stores.layout.combine(
        sumStore(), stores.panes, new RecordPairs(targets, entries.records(), count));
  }

  /** The record of a key over the whole chunk, a new one if it has none. */
  int sumRecord(int id, int idSpace) {
    if (sum instanceof DenseRecords dense) {
      dense.reserve(idSpace);
      return dense.add(id);
    }
    KeyedRecords sparse = (KeyedRecords) sum;
    int slot = sparse.slot(id);
    if (slot < 0) {
      slot = sparse.add(id, stores.partials.allocate(), idSpace);
    } else if (sparse.records()[slot] == KeyedRecords.NONE) {
      sparse.records()[slot] = stores.partials.allocate();
    }
    return sparse.records()[slot];
  }

  /** Scans the panes from the given one on that are not scanned yet. */
  void scanFrom(long pane, PaneDirectory panes, int idSpace) {
    for (int i = panes.indexFrom(scanned) - 1; i >= 0 && panes.at(i).ordinal >= pane; i--) {
      scan(panes.at(i), idSpace);
    }
    scanned = Math.min(scanned, pane);
  }

  private void scan(Pane pane, int idSpace) {
    KeyedRecords entries = pane.entries;
    int count = entries.size();
    reserve(count);
    int[] following = new int[count];
    for (int slot = 0; slot < count; slot++) {
      int id = entries.ids()[slot];
      int record = copy(entries.records()[slot]);
      int scanSlot = scan.slot(id);
      if (scanSlot < 0) {
        following[slot] = KeyedRecords.NONE;
        scan.add(id, record, idSpace);
      } else {
        following[slot] = scan.records()[scanSlot];
        scan.records()[scanSlot] = record;
      }
      targets[slot] = record;
    }
    stores.layout.combine(
        stores.partials, stores.partials, new RecordPairs(targets, following, count));
    stores.budget.reserve(StateBudget.arrayBytes(count, Integer.BYTES));
    pane.following = following;
  }

  /** A new record of a chunk with the state of one of a pane. */
  private int copy(int paneRecord) {
    int record = stores.partials.allocateCopy(stores.panes, paneRecord);
    if (record < 0) {
      record = stores.partials.allocate();
      RecordPairs pair = new RecordPairs(new int[] {record}, new int[] {paneRecord}, 1);
      stores.layout.combine(stores.partials, stores.panes, pair);
    }
    return record;
  }

  /** Forgets what was only needed to scan on. */
  void endScan() {
    stores.partials.free(scan.records(), scan.size());
    scan.clear();
  }

  /** Takes a scanned pane, the oldest, out of the sum. */
  void expire(Pane pane) {
    int[] following = pane.following;
    reserve(following.length);
    if (sum instanceof DenseRecords dense) {
      replace(dense, pane.entries.ids(), following);
      stores.partials.free(following, following.length);
    } else {
      KeyedRecords sparse = (KeyedRecords) sum;
      for (int slot = 0; slot < following.length; slot++) {
        int sumSlot = sparse.slot(pane.entries.ids()[slot]);
        targets[slot] = sparse.records()[sumSlot];
        sparse.records()[sumSlot] = following[slot];
      }
      stores.partials.free(targets, following.length);
    }
    forget(pane);
  }

  private void replace(DenseRecords dense, int[] ids, int[] records) {
    reserve(records.length);
    for (int slot = 0; slot < records.length; slot++) {
      targets[slot] = dense.add(ids[slot]);
      if (records[slot] == KeyedRecords.NONE) {
        dense.remove(ids[slot]);
      }
    }
    if (stores.partials.hasObjects()) {
      int[] none = new int[records.length];
      Arrays.fill(none, KeyedRecords.NONE);
      stores.rows.replace(targets, stores.partials, none, records.length);
      stores.layout.combine(
          stores.rows, stores.partials, new RecordPairs(targets, records, records.length));
    } else {
      stores.rows.replace(targets, stores.partials, records, records.length);
    }
  }

  /** Takes what scanning has left in a pane away from it. */
  private void forget(Pane pane) {
    if (pane.following.length > 0) {
      stores.budget.release(StateBudget.arrayBytes(pane.following.length, Integer.BYTES));
      pane.following = new int[0];
    }
  }

  /** Gives all records back. */
  void release(PaneDirectory panes) {
    for (int i = panes.indexFrom(start); i < panes.size() && panes.at(i).ordinal < end; i++) {
      Pane pane = panes.at(i);
      stores.partials.free(pane.following, pane.following.length);
      forget(pane);
    }
    endScan();
    if (sum instanceof DenseRecords dense) {
      releaseRows(dense);
    } else {
      KeyedRecords sparse = (KeyedRecords) sum;
      stores.partials.free(sparse.records(), sparse.size());
      sparse.release();
    }
    scan.release();
  }

  /** Every id has become another one, in the records too that are numbered by them. */
  void renumber(int[] mapping, int idSpace) {
    if (sum instanceof DenseRecords dense) {
      dense.renumber(mapping);
    } else {
      ((KeyedRecords) sum).renumber(mapping, idSpace);
    }
    scan.renumber(mapping, idSpace);
  }

  private void releaseRows(DenseRecords dense) {
    int[] ids = new int[dense.size()];
    int count = dense.copyIds(ids);
    int[] none = new int[count];
    Arrays.fill(none, KeyedRecords.NONE);
    replace(dense, ids, none);
    dense.release();
  }

  private void reserve(int count) {
    if (targets.length < count) {
      targets = Arrays.copyOf(targets, Math.max(count, targets.length * 2));
    }
  }
}
