package dev.sash.pane;

import dev.sash.aggregate.AggregateInput;
import dev.sash.aggregate.RecordLayout;
import dev.sash.aggregate.RecordPairs;
import dev.sash.aggregate.RecordStore;
import dev.sash.aggregate.RecordTransfer;
import dev.sash.aggregate.StateBudget;
import dev.sash.window.WindowGrid;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The panes of one operator. A row is added to one pane, whatever the window's size; a window is
 * combined from its panes when it is asked for.
 *
 * <pre>
 *   HOP(slide 2, size 4), COUNT per key: panes of 2
 *   rows     a@1  a@2  b@3  a@5
 *   panes    0: a 1 | 1: a 1, b 1 | 2: a 1
 *   window(0, 2)  = a 2, b 1        [0, 4)
 *   window(1, 2)  = a 2, b 1        [2, 6)
 * </pre>
 *
 * <p>Panes are created by their first row, in any order; a row may go to any pane that has not
 * expired. What a window holds depends on the set of rows of each (key, pane) only. All records are
 * in one {@link RecordStore}; those of expired panes are used again. Single-threaded.
 */
public final class PaneStore implements Panes {
  /** Where a row is in no more windows than this, combining each anew is as fast as anything. */
  private static final int DIRECT_WINDOWS_MAX = 3;

  private static final int POOLED_PANES = 16;

  private final RecordLayout layout;
  private final StateBudget budget;
  private final RecordStore store;
  private final PaneDirectory panes = new PaneDirectory();
  private final WindowCombiner combiner;
  private final WindowState window;
  private final RowRecords rowRecords;
  private final Deque<Pane> pool = new ArrayDeque<>();
  private int idSpace = 1;
  private boolean trackTouched;
  private boolean hasExpired;
  private final Lull lull = new Lull();

  /** The most keys of a window, or of a pane that has gone, since ids were renumbered. */
  private int keysTogether;

  private PaneArchive archive = new PaneArchive(0);
  private final List<Pane> touchedPanes = new ArrayList<>();

  /** A store that combines windows of so many panes in chunks; directly where it is 0. */
  PaneStore(List<AggregateInput> aggregates, long chunkedPanes, StateBudget budget) {
    this(aggregates, chunkedPanes, false, budget);
  }

  private PaneStore(
      List<AggregateInput> aggregates, long chunkedPanes, boolean cumulates, StateBudget budget) {
    layout = new RecordLayout(aggregates);
    this.budget = budget;
    store = layout.newStore(budget);
    window = new WindowState(layout, budget);
    rowRecords = new RowRecords(panes, this::pane, store);
    if (cumulates) {
      combiner = new PrefixCombiner(panes, store, layout, budget);
    } else if (chunkedPanes > 0 && layout.isCompact()) {
      ChunkCombiner.Shape shape = new ChunkCombiner.Shape(chunkedPanes, budget);
      combiner = new ChunkCombiner(panes, store, layout, shape);
    } else {
      combiner = new DirectCombiner(panes, store);
    }
  }

  /**
   * A store for windows on a grid.
   *
   * @param grid where windows and panes begin
   * @param aggregates what is computed, by ordinal
   * @param budget what its memory is counted against
   */
  public PaneStore(WindowGrid grid, List<AggregateInput> aggregates, StateBudget budget) {
    this(aggregates, isChunked(grid) ? grid.panesPerWindow() : 0, grid.cumulates(), budget);
  }

  private static boolean isChunked(WindowGrid grid) {
    return grid.panesPerWindow() > DIRECT_WINDOWS_MAX * grid.panesPerSlide();
  }

  /** A store for a single window over all time: every row goes to pane 0. */
  public static PaneStore global(List<AggregateInput> aggregates, StateBudget budget) {
    return new PaneStore(aggregates, 0, budget);
  }

  /** A store for windows on a grid, or without one for a single window over all time. */
  public static PaneStore of(
      @Nullable WindowGrid grid, List<AggregateInput> aggregates, StateBudget budget) {
    return grid == null ? global(aggregates, budget) : new PaneStore(grid, aggregates, budget);
  }

  /** Whether it keeps something of the windows that it was asked for. */
  boolean remembersWindows() {
    return !(combiner instanceof DirectCombiner);
  }

  @Override
  public void trackTouched() {
    trackTouched = true;
  }

  @Override
  public void add(PaneRows rows) {
    change(rows, false);
  }

  @Override
  public void change(PaneRows rows, boolean retract) {
    int count = rows.count();
    if (archive.count() > 0 && budget.isTight()) {
      dropExpired();
    }
    if (lull.isNow()) {
      combiner.workAhead();
    }
    lull.rowsTaken();
    if (!rowRecords.find(rows)) {
      for (int i = 0; i < count; i++) {
        idSpace = Math.max(idSpace, rows.ids()[i] + 1);
      }
      rowRecords.addMissing(rows, idSpace);
    }
    int[] records = rowRecords.found();
    if (trackTouched) {
      rowRecords.touch(rows, touchedPanes);
    }
    if (retract) {
      layout.retract(rows.batch(), rows.rows(), records, count, store);
    } else {
      layout.add(rows.batch(), rows.rows(), records, count, store);
    }
    combiner.rowsChanged(rows, retract);
  }

  /**
   * Adds what another store holds in one of its panes, as if the rows had come here. No window over
   * the pane may have been asked for as a whole yet.
   *
   * @param from where the rows are, one of its panes
   * @param pane where they are added
   * @param ids by id there, the id here
   */
  public void addPane(SharedPane from, long pane, int[] ids) {
    if (archive.count() > 0 && budget.isTight()) {
      dropExpired();
    }
    KeyedRecords source = from.entries();
    int count = source.size();
    for (int slot = 0; slot < count; slot++) {
      idSpace = Math.max(idSpace, ids[source.ids()[slot]] + 1);
    }
    Pane target = pane(pane);
    int[] records = rowRecords.records(target.entries, source, ids, idSpace);
    if (trackTouched) {
      rowRecords.touch(target, count, touchedPanes);
    }
    from.transfer().add(store, from.store(), new RecordPairs(records, source.records(), count));
  }

  /**
   * What the first pane holds, for {@link #addPane} of a store that has some of the aggregates.
   *
   * @param transfer how records go there
   */
  public SharedPane shareFirst(RecordTransfer transfer) {
    return new SharedPane(panes.at(0).entries, store, transfer);
  }

  /** Drops the first pane. For a store that nothing expires in. */
  public void removeFirst() {
    release(panes.removeFirst());
  }

  /** How records of another store are added to records of this one; see {@link RecordLayout}. */
  public RecordTransfer transferFrom(PaneStore other, int first) {
    return layout.transferFrom(other.layout, first);
  }

  /** What is computed, by ordinal. */
  public List<AggregateInput> aggregates() {
    return layout.aggregates();
  }

  private Pane pane(long ordinal) {
    Pane pane = panes.find(ordinal);
    if (pane == null) {
      pane = pool.poll();
      if (pane == null) {
        pane = new Pane(ordinal, budget);
      }
      pane.ordinal = ordinal;
      panes.insert(pane);
      if (ordinal < archive.end()) {
        archive.add(pane.bytes());
      }
    }
    return pane;
  }

  @Override
  public boolean isEmpty() {
    return panes.size() == 0;
  }

  @Override
  public long firstPane() {
    return isEmpty() ? Long.MAX_VALUE : panes.at(0).ordinal;
  }

  @Override
  public long lastPane() {
    return isEmpty() ? Long.MIN_VALUE : panes.at(panes.size() - 1).ordinal;
  }

  @Override
  public long nextPane(long pane) {
    int index = panes.indexFrom(pane);
    return index == panes.size() ? Long.MAX_VALUE : panes.at(index).ordinal;
  }

  @Override
  public WindowState window(long firstPane, long paneCount) {
    lull.windowAsked();
    window.idSpace(idSpace);
    combiner.combine(new PaneRange(firstPane, firstPane + paneCount), window);
    return window;
  }

  @Override
  public WindowState window(long firstPane, long paneCount, int[] ids, int count) {
    window.idSpace(idSpace);
    combiner.combine(new PaneRange(firstPane, firstPane + paneCount), ids, count, window);
    return window;
  }

  @Override
  public long nearestBefore(int id, long pane, long oldest) {
    return panes.nearestBefore(id, pane, oldest);
  }

  @Override
  public long nearestAfter(int id, long pane, long newest) {
    return panes.nearestAfter(id, pane, newest);
  }

  @Override
  public void closeBefore(long pane) {
    combiner.expireBefore(pane);
  }

  @Override
  public void expireBefore(long pane) {
    combiner.expireBefore(pane);
    touchedPanes.removeIf(touched -> touched.ordinal < pane);
    for (int i = panes.indexFrom(archive.end()); i < panes.size(); i++) {
      Pane expired = panes.at(i);
      if (expired.ordinal >= pane) {
        break;
      }
      expired.forgetTouched();
      archive.add(bytes(expired));
    }
    archive.expireBefore(pane);
    while (archive.isFull()) {
      dropFirst();
    }
  }

  private long bytes(Pane pane) {
    return pane.bytes() + store.bytes(pane.entries.records(), pane.entries.size());
  }

  private void dropFirst() {
    Pane expired = panes.removeFirst();
    archive.drop(expired.ordinal, bytes(expired));
    touchedPanes.remove(expired);
    hasExpired = true;
    keysTogether = Math.max(keysTogether, expired.entries.size());
    release(expired);
  }

  private void release(Pane pane) {
    store.free(pane.entries.records(), pane.entries.size());
    if (pool.size() < POOLED_PANES && !pane.entries.isSlack()) {
      pane.clear();
      pool.push(pane);
    } else {
      pane.release();
    }
  }

  @Override
  public void dropExpired() {
    while (archive.count() > 0) {
      dropFirst();
    }
  }

  @Override
  public void keepExpired(long bytes) {
    archive = new PaneArchive(Math.min(bytes, budget.maxBytes() / 8));
  }

  @Override
  public long keptFrom() {
    return archive.keptFrom();
  }

  @Override
  public TouchedKeys drainTouched() {
    touchedPanes.sort(Comparator.comparingLong(pane -> pane.ordinal));
    TouchedKeys drained = TouchedKeys.drained(touchedPanes);
    touchedPanes.clear();
    return drained;
  }

  @Override
  public int @Nullable [] reclaim(KeyIndex keys, BitSet alsoLive) {
    if (!hasExpired || !keys.mayReclaim(keysTogether())) {
      return lull.isOverdue() && mayReorder(keys) ? reorder(keys) : null;
    }
    if (keys.isTight()) {
      dropExpired();
    }
    return reclaimNow(keys, alsoLive);
  }

  @Override
  public int @Nullable [] makeRoom(KeyIndex keys, int comingKeys, Supplier<BitSet> alsoLive) {
    if (!keys.mayOverflow(comingKeys)) {
      return lull.isNow() && mayReorder(keys) ? reorder(keys) : null;
    }
    dropExpired();
    return hasExpired ? reclaimNow(keys, alsoLive.get()) : null;
  }

  private boolean mayReorder(KeyIndex keys) {
    return gainsByOrder() && keys.mayReorder();
  }

  /** Whether windows are combined faster when ids are in the order of keys. */
  boolean gainsByOrder() {
    return combiner instanceof ChunkCombiner;
  }

  private int[] reorder(KeyIndex keys) {
    int[] mapping = keys.reorder();
    renumber(mapping, true);
    window.renumber(mapping);
    return mapping;
  }

  /** Is told that every id has become another one; none has gone. */
  void renumber(int[] mapping) {
    renumber(mapping, false);
  }

  private void renumber(int[] mapping, boolean keepsRows) {
    idSpace = Math.max(idSpace, mapping.length);
    for (int i = 0; i < panes.size(); i++) {
      panes.at(i).entries.renumber(mapping, idSpace);
    }
    combiner.renumber(mapping, keepsRows);
  }

  @Override
  public int[] reclaimNow(KeyIndex keys, BitSet alsoLive) {
    BitSet live = live();
    live.or(alsoLive);
    int[] mapping = keys.retain(live);
    renumber(mapping, keys.size());
    window.forgetRows();
    return mapping;
  }

  /** The ids that are in some pane. */
  BitSet live() {
    BitSet live = new BitSet(idSpace);
    for (int i = 0; i < panes.size(); i++) {
      KeyedRecords entries = panes.at(i).entries;
      for (int slot = 0; slot < entries.size(); slot++) {
        live.set(entries.ids()[slot]);
      }
    }
    return live;
  }

  /** Ids have changed; there are so many. */
  void renumber(int[] mapping, int ids) {
    hasExpired = false;
    keysTogether = 0;
    idSpace = Math.max(1, ids);
    for (int i = 0; i < panes.size(); i++) {
      panes.at(i).entries.renumber(mapping, idSpace);
    }
    combiner.reset();
  }

  /** The most keys of a window, or of a pane that has gone, since ids were renumbered. */
  int keysTogether() {
    keysTogether = Math.max(keysTogether, window.knownCount());
    return keysTogether;
  }

  /** Whether panes were dropped since ids were renumbered. */
  boolean hasExpired() {
    return hasExpired;
  }

  @Override
  public long stateBytes() {
    return budget.usedBytes();
  }

  @Override
  public int recordsInUse() {
    return store.size();
  }

  /** Records that the combiner keeps beside those of the panes. */
  int partialsInUse() {
    return combiner.recordsInUse();
  }

  @Override
  public void write(DataOutput output) throws IOException {
    output.writeInt(panes.size());
    output.writeInt(idSpace);
    output.writeLong(archive.keptFrom());
    output.writeLong(archive.end());
    for (int i = 0; i < panes.size(); i++) {
      Pane pane = panes.at(i);
      KeyedRecords entries = pane.entries;
      output.writeLong(pane.ordinal);
      output.writeInt(entries.size());
      for (int slot = 0; slot < entries.size(); slot++) {
        output.writeInt(entries.ids()[slot]);
      }
      layout.write(store, entries.records(), entries.size(), output);
      output.writeInt(pane.touchedMarks().length);
      for (long marks : pane.touchedMarks()) {
        output.writeLong(marks);
      }
    }
  }

  @Override
  public void read(DataInput input) throws IOException {
    int count = input.readInt();
    idSpace = input.readInt();
    long keptFrom = input.readLong();
    long archiveEnd = input.readLong();
    for (int i = 0; i < count; i++) {
      Pane pane = pane(input.readLong());
      KeyedRecords entries = pane.entries;
      int size = input.readInt();
      for (int slot = 0; slot < size; slot++) {
        entries.add(input.readInt(), store.allocate(), idSpace);
      }
      layout.read(store, entries.records(), size, input);
      int words = input.readInt();
      for (int word = 0; word < words; word++) {
        restoreTouched(pane, word, input.readLong());
      }
      if (pane.ordinal < archiveEnd) {
        archive.add(bytes(pane));
      }
    }
    archive.restore(keptFrom, archiveEnd);
  }

  private void restoreTouched(Pane pane, int word, long marks) {
    for (long rest = marks; rest != 0; rest &= rest - 1) {
      if (pane.touch((word << 6) + Long.numberOfTrailingZeros(rest))) {
        touchedPanes.add(pane);
      }
    }
  }
}
