package dev.sash.pane;

import dev.sash.aggregate.AggregateInput;
import dev.sash.aggregate.RecordLayout;
import dev.sash.aggregate.RecordPairs;
import dev.sash.aggregate.RecordStore;
import dev.sash.aggregate.StateBlock;
import dev.sash.aggregate.StateBudget;
import dev.sash.data.Column;
import dev.sash.data.ColumnBuilder;
import dev.sash.error.SashException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What a window holds: the ids of its keys and the combined state of each. Valid until the next
 * call of the {@link PaneStore} that gave it. Single-threaded.
 *
 * <p>A window is a few parts, each with records of some keys: a pane, or what a combiner keeps of
 * many panes. Nothing is combined before results are asked for; then some hundred keys at a time
 * are taken from all parts into a {@link StateBlock} and become result rows right there. Where
 * there are many parts, or state that is not words, records are combined one by one into a store
 * first.
 */
public final class WindowState implements WindowContent {
  private static final int PARTS_MAX = 8;
  private static final int PAIRS = 512;

  private final RecordLayout layout;
  private final KeyedRecords combined;
  private final RecordStore combinedStore;
  private final StateBlock block;
  private int idSpace;

  private KeyedState[] parts = new KeyedState[PARTS_MAX];
  private RecordStore[] stores = new RecordStore[PARTS_MAX];
  private int partCount;

  /** Whether {@link #ids} are those of the window. */
  private boolean hasIds;

  private final KeptRows kept;
  private @Nullable ChangedKeys changed;

  /** Whether the rows are those kept, but for the {@link #fresh} ones. */
  private boolean isPlanned;

  private int[] fresh = {};
  private int freshCount;

  private int[] ids = {};
  private int count;
  private int failedId = -1;

  private long[] seen = {};
  private final int[] found = new int[StateBlock.ROWS];
  private final int[] into = new int[PAIRS];
  private final int[] from = new int[PAIRS];
  private int pairs;

  WindowState(RecordLayout layout, StateBudget budget) {
    this.layout = layout;
    combined = new KeyedRecords(budget);
    combinedStore = layout.newStore(budget);
    block = layout.newBlock();
    kept = new KeptRows(budget);
  }

  void idSpace(int ids) {
    idSpace = ids;
  }

  /** All ids are below. */
  int idSpace() {
    return idSpace;
  }

  // Parts

  /** Begins with no part. */
  void start() {
    partCount = 0;
    hasIds = false;
    changed = null;
    isPlanned = false;
  }

  /**
   * Begins with no part.
   *
   * @param sinceKept the keys whose state may differ from that of the last window that began so and
   *     whose rows were made; begins anew when the rows of this one are
   */
  void start(ChangedKeys sinceKept) {
    start();
    changed = sinceKept;
  }

  /** Adds a part: records of keys, of which {@link KeyedRecords#NONE} is no record. */
  void part(KeyedState entries, RecordStore store) {
    if (partCount == parts.length) {
      parts = Arrays.copyOf(parts, partCount * 2);
      stores = Arrays.copyOf(stores, partCount * 2);
    }
    parts[partCount] = entries;
    stores[partCount++] = store;
  }

  /** Becomes a view of the records of a single pane. */
  void view(KeyedRecords pane, RecordStore paneStore) {
    start();
    part(pane, paneStore);
  }

  /** Becomes a view of the chosen records of a single pane. */
  void view(KeyedRecords pane, RecordStore paneStore, int[] chosen, int chosenCount) {
    view(pane, paneStore);
    ids = new int[chosenCount];
    count = 0;
    for (int i = 0; i < chosenCount; i++) {
      ids[count] = chosen[i];
      count += pane.record(chosen[i]) == KeyedRecords.NONE ? 0 : 1;
    }
    hasIds = true;
  }

  // Combining record by record

  /** Begins to combine records into the only part. */
  void startCombining() {
    combined.clear();
    combinedStore.clear();
    view(combined, combinedStore);
  }

  /** Combines the records of the chosen ids with what is there. */
  void add(KeyedState source, RecordStore sourceStore, int[] chosen, int chosenCount) {
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
    if (++pairs == PAIRS) {
      flush(sourceStore);
    }
  }

  /** Combines what was paired. */
  void flush(RecordStore sourceStore) {
    layout.combine(combinedStore, sourceStore, new RecordPairs(into, from, pairs));
    pairs = 0;
  }

  /** Makes one part of all, with a record for each of the ids. */
  private void combineParts() {
    KeyedState[] sources = parts.clone();
    RecordStore[] sourceStores = stores.clone();
    int sourceCount = partCount;
    if (sourceCount != 1 || sources[0] != combined) {
      boolean hadIds = hasIds;
      startCombining();
      hasIds = hadIds;
      for (int part = 0; part < sourceCount; part++) {
        int[] keys = new int[sources[part].size()];
        add(sources[part], sourceStores[part], keys, sources[part].copyIds(keys));
      }
    }
    for (int i = 0; hasIds && i < count; i++) {
      if (combined.slot(ids[i]) < 0) {
        combined.add(ids[i], combinedStore.allocate(), idSpace);
      }
    }
  }

  // Keys

  private void findIds() {
    if (hasIds) {
      return;
    }
    if (partCount > PARTS_MAX) {
      combineParts();
    }
    hasIds = true;
    if (partCount == 1) {
      ids = new int[parts[0].size()];
      count = parts[0].copyIds(ids);
    } else {
      mergeIds();
    }
  }

  /** The ids of all parts, each once. */
  private void mergeIds() {
    seen = seen.length << 6 < idSpace ? new long[(idSpace >> 6) + 1] : seen;
    int room = 1;
    boolean isDense = false;
    for (int part = 0; part < partCount; part++) {
      room = Math.min(room + parts[part].size(), idSpace + 1);
      if (parts[part] instanceof DenseRecords dense) {
        dense.mark(seen);
        isDense = true;
      }
    }
    int[] merged = new int[room];
    int size = isDense ? DenseRecords.copyIds(seen, merged) : 0;
    for (int part = 0; part < partCount; part++) {
      if (parts[part] instanceof KeyedRecords sparse) {
        size = merge(sparse, merged, size);
      }
    }
    for (int i = 0; i < size; i++) {
      seen[merged[i] >> 6] = 0;
    }
    ids = merged;
    count = size;
  }

  /** Appends the ids of a part that were not seen in another. */
  private int merge(KeyedRecords part, int[] merged, int mergedCount) {
    int size = mergedCount;
    for (int slot = 0; slot < part.size(); slot++) {
      int id = part.ids()[slot];
      merged[size] = id;
      long isNew = ~seen[id >> 6] >>> id & ~part.records()[slot] >>> 31;
      seen[id >> 6] |= isNew << id;
      size += (int) isNew;
    }
    return size;
  }

  @Override
  public void include(int[] emptyIds) {
    if (emptyIds.length > 0) {
      findIds();
      changed = null;
      ids = Arrays.copyOf(ids, count + emptyIds.length);
      System.arraycopy(emptyIds, 0, ids, count, emptyIds.length);
      count += emptyIds.length;
    }
  }

  @Override
  public int count() {
    findIds();
    return count;
  }

  /** How many keys there are as far as somebody has asked, else 0. */
  int knownCount() {
    return hasIds ? count : 0;
  }

  @Override
  public int[] ids() {
    findIds();
    return ids;
  }

  @Override
  public void sort(KeyIndex keys) {
    ChangedKeys since = changed;
    if (!hasIds && since != null && kept.isClose(since) && isInWords()) {
      plan(since, keys);
    } else {
      findIds();
      ids = keys.sorted(ids, count);
    }
  }

  private void plan(ChangedKeys since, KeyIndex keys) {
    int[] sorted = keys.sorted(since.ids(), since.count());
    int total = since.count();
    boolean[] isPresent = present(sorted, total);
    fresh = new int[total];
    freshCount = 0;
    for (int i = 0; i < total; i++) {
      fresh[freshCount] = sorted[i];
      freshCount += isPresent[i] ? 1 : 0;
    }
    kept.plan(since, sorted, isPresent, keys);
    ids = kept.patchedIds(fresh);
    count = kept.patchedCount();
    hasIds = true;
    isPlanned = true;
  }

  /** Which of some keys have rows in the window. */
  boolean[] present(int[] wanted, int wantedCount) {
    boolean[] isPresent = new boolean[wantedCount];
    for (int start = 0; start < wantedCount; start += StateBlock.ROWS) {
      int rows = Math.min(StateBlock.ROWS, wantedCount - start);
      for (int part = 0; part < partCount; part++) {
        parts[part].lookUp(wanted, start, rows, found);
        for (int i = 0; i < rows; i++) {
          isPresent[start + i] |= found[i] != KeyedRecords.NONE;
        }
      }
    }
    return isPresent;
  }

  /** As {@link #start(ChangedKeys)} was told, null where it was not: nothing is known then. */
  @Nullable ChangedKeys changed() {
    return changed;
  }

  // Results

  @Override
  public Column[] rows(KeyIndex keys, int aggregateCount) {
    findIds();
    Column[] columns =
        isPlanned && kept.columnCount() == keys.columnCount() + aggregateCount
            ? patched(keys, aggregateCount)
            : rowsOf(ids, count, keys, aggregateCount);
    if (changed != null) {
      kept.keep(ids, count, columns);
      rowsAreKept();
    }
    return columns;
  }

  /** Is told that every id has become another one; what was a window is one no more. */
  void renumber(int[] mapping) {
    start();
    kept.renumber(mapping);
  }

  /** Is told that keys are gone: rows of theirs may be among those that are kept. */
  void forgetRows() {
    kept.forget();
  }

  /** From now on {@link ChangedKeys} are those that differ from this window. */
  void rowsAreKept() {
    if (changed != null) {
      changed.clear();
      changed = null;
      isPlanned = false;
    }
  }

  private Column[] rowsOf(int[] wanted, int wantedCount, KeyIndex keys, int aggregateCount) {
    int keyCount = keys.columnCount();
    Column[] results = results(wanted, wantedCount, 0, aggregateCount);
    Column[] columns = new Column[keyCount + aggregateCount];
    for (int key = 0; key < keyCount; key++) {
      columns[key] = keys.keyColumn(key, wanted, wantedCount);
    }
    System.arraycopy(results, 0, columns, keyCount, aggregateCount);
    return columns;
  }

  private Column[] patched(KeyIndex keys, int aggregateCount) {
    Column[] columns = rowsOf(fresh, freshCount, keys, aggregateCount);
    for (int i = 0; i < columns.length; i++) {
      boolean isSame = i < keys.columnCount() && kept.hasSameKeys();
      columns[i] = isSame ? kept.column(i) : kept.patched(i, columns[i]);
    }
    return columns;
  }

  @Override
  public Column result(int aggregate) {
    findIds();
    return results(ids, count, aggregate, aggregate + 1)[0];
  }

  /** The results of aggregates {@code [first, end)} for some keys of the window. */
  Column[] results(int[] wanted, int wantedCount, int firstAggregate, int endAggregate) {
    failedId = -1;
    ColumnBuilder[] out = new ColumnBuilder[endAggregate - firstAggregate];
    for (int i = 0; i < out.length; i++) {
      AggregateInput input = layout.aggregates().get(firstAggregate + i);
      out[i] = ColumnBuilder.of(input.function().resultType(), wantedCount);
    }
    if (!resultsOfBlocks(wanted, wantedCount, firstAggregate, out)) {
      combineParts();
      int[] records = records(wanted, wantedCount);
      for (int i = 0; i < out.length; i++) {
        out[i].truncate(0);
        try {
          layout.result(firstAggregate + i, stores[0], records, wantedCount, out[i]);
        } catch (SashException e) {
          failedId = wanted[out[i].size()];
          throw e;
        }
      }
    }
    Column[] columns = new Column[out.length];
    for (int i = 0; i < out.length; i++) {
      columns[i] = out[i].build();
    }
    return columns;
  }

  private int[] records(int[] wanted, int wantedCount) {
    int[] records = new int[wantedCount];
    for (int i = 0; i < wantedCount; i++) {
      records[i] = parts[0].record(wanted[i]);
    }
    return records;
  }

  /** Whether all state is words. */
  boolean isInWords() {
    boolean inWords = layout.isWordwise();
    for (int part = 0; part < partCount && inWords; part++) {
      inWords = !stores[part].hasObjects();
    }
    return inWords;
  }

  /** Makes results block by block, or says that it takes more than words. */
  private boolean resultsOfBlocks(
      int[] wanted, int wantedCount, int firstAggregate, ColumnBuilder[] out) {
    if (!isInWords()) {
      return false;
    }
    for (int start = 0; start < wantedCount; start += StateBlock.ROWS) {
      int rows = Math.min(StateBlock.ROWS, wantedCount - start);
      block.start(rows);
      for (int part = 0; part < partCount; part++) {
        parts[part].lookUp(wanted, start, rows, found);
        block.add(stores[part], found);
      }
      if (!block.isWhole()) {
        return false;
      }
      for (int i = 0; i < out.length; i++) {
        try {
          block.result(firstAggregate + i, out[i]);
        } catch (SashException e) {
          failedId = wanted[out[i].size()];
          throw e;
        }
      }
    }
    return true;
  }

  @Override
  public int failedId() {
    return failedId;
  }
}
