package dev.sash.pane;

import dev.sash.aggregate.AggregateFunction;
import dev.sash.aggregate.RecordLayout;
import dev.sash.aggregate.RecordPairs;
import dev.sash.aggregate.RecordStore;
import dev.sash.aggregate.StateBudget;
import dev.sash.data.Column;
import dev.sash.data.ColumnBuilder;
import dev.sash.error.SashException;
import java.util.Arrays;

/**
 * What a window holds: the ids of its keys and the combined state of each. Valid until the next
 * call of the {@link PaneStore} that gave it. Single-threaded.
 */
public final class WindowState {
  private static final int BLOCK = 512;

  private final RecordLayout layout;
  private final KeyedRecords combined;
  private final RecordStore combinedStore;
  private int idSpace;

  /** Where the records are: combined here, or a pane of the store that is the whole window. */
  private KeyedRecords entries;

  private RecordStore store;
  private int[] ids = {};
  private int[] records = {};
  private int count;
  private int failedId = -1;

  private final int[] into = new int[BLOCK];
  private final int[] from = new int[BLOCK];
  private int pairs;

  WindowState(RecordLayout layout, StateBudget budget) {
    this.layout = layout;
    combined = new KeyedRecords(budget);
    combinedStore = layout.newStore(budget);
    entries = combined;
    store = combinedStore;
  }

  void idSpace(int ids) {
    idSpace = ids;
  }

  /** All ids are below. */
  int idSpace() {
    return idSpace;
  }

  /** Begins to combine. */
  void start() {
    combined.clear();
    combinedStore.clear();
    entries = combined;
    store = combinedStore;
  }

  /** Combines all of these records with what is there. */
  void add(KeyedRecords source, RecordStore sourceStore) {
    for (int slot = 0; slot < source.size(); slot++) {
      pair(source.ids()[slot], source.records()[slot], sourceStore);
    }
    flush(sourceStore);
  }

  /** Combines the records of the chosen ids with what is there. */
  void add(KeyedRecords source, RecordStore sourceStore, int[] chosen, int chosenCount) {
    for (int i = 0; i < chosenCount; i++) {
      pair(chosen[i], source.record(chosen[i]), sourceStore);
    }
    flush(sourceStore);
  }

  /** Combines one record, unless it is {@link KeyedRecords#NONE}, at the next {@link #flush}. */
  void pair(int id, int record, RecordStore sourceStore) {
    if (record == KeyedRecords.NONE) {
      return;
    }
    int slot = combined.slot(id);
    if (slot < 0) {
      int copy = combinedStore.allocateCopy(sourceStore, record);
      if (copy >= 0) {
        combined.add(id, copy, idSpace);
        return;
      }
      slot = combined.add(id, combinedStore.allocate(), idSpace);
    }
    into[pairs] = combined.records()[slot];
    from[pairs] = record;
    if (++pairs == BLOCK) {
      flush(sourceStore);
    }
  }

  /** Combines what was paired. */
  void flush(RecordStore sourceStore) {
    layout.combine(combinedStore, sourceStore, new RecordPairs(into, from, pairs));
    pairs = 0;
  }

  /** Ends combining. */
  void finish() {
    ids = combined.ids();
    records = combined.records();
    count = combined.size();
  }

  /** Adds keys that have no row in the window: their records are those of no row at all. */
  public void include(int[] emptyIds) {
    if (emptyIds.length == 0) {
      return;
    }
    if (!entries.equals(combined)) {
      KeyedRecords pane = entries;
      RecordStore paneStore = store;
      start();
      add(pane, paneStore);
    }
    for (int id : emptyIds) {
      combined.add(id, combinedStore.allocate(), idSpace);
    }
    finish();
  }

  /** Becomes a view of the records of a single pane. */
  void view(KeyedRecords pane, RecordStore paneStore) {
    entries = pane;
    store = paneStore;
    ids = pane.ids();
    records = pane.records();
    count = pane.size();
  }

  /** Becomes a view of the chosen records of a single pane. */
  void view(KeyedRecords pane, RecordStore paneStore, int[] chosen, int chosenCount) {
    entries = pane;
    store = paneStore;
    ids = new int[chosenCount];
    records = new int[chosenCount];
    count = 0;
    for (int i = 0; i < chosenCount; i++) {
      int record = pane.record(chosen[i]);
      if (record != KeyedRecords.NONE) {
        ids[count] = chosen[i];
        records[count++] = record;
      }
    }
  }

  /** How many keys have at least one row in the window. */
  public int count() {
    return count;
  }

  /** Their ids; longer than {@link #count}. Not to be changed. */
  public int[] ids() {
    return ids;
  }

  /** Brings the keys into the order of {@link KeyIndex#sort}. */
  public void sort(KeyIndex keys) {
    int[] sorted = Arrays.copyOf(ids, count);
    keys.sort(sorted, count);
    ids = sorted;
    records = records(sorted, count);
  }

  private int[] records(int[] chosen, int chosenCount) {
    int[] found = new int[chosenCount];
    for (int i = 0; i < chosenCount; i++) {
      found[i] = entries.record(chosen[i]);
    }
    return found;
  }

  /**
   * The results of one aggregate, in the order of {@link #ids}.
   *
   * @throws SashException when one is outside its type; {@link #failedId} is its key
   */
  public Column result(int aggregate) {
    return result(aggregate, ids, records, count);
  }

  /**
   * The results of one aggregate for the given ids, in their order; each must be one of {@link
   * #ids}.
   *
   * @throws SashException when one is outside its type; {@link #failedId} is its key
   */
  public Column result(int aggregate, int[] chosen, int chosenCount) {
    return result(aggregate, chosen, records(chosen, chosenCount), chosenCount);
  }

  private Column result(int aggregate, int[] chosen, int[] chosenRecords, int chosenCount) {
    AggregateFunction function = layout.aggregates().get(aggregate).function();
    ColumnBuilder out = ColumnBuilder.of(function.resultType());
    try {
      layout.result(aggregate, store, chosenRecords, chosenCount, out);
    } catch (SashException e) {
      failedId = chosen[out.size()];
      throw e;
    }
    return out.build();
  }

  /** The key whose result could not be given, after {@link #result} has thrown; else -1. */
  public int failedId() {
    return failedId;
  }
}
