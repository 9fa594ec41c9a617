package dev.sash.pane;

import dev.sash.aggregate.RecordLayout;
import dev.sash.aggregate.RecordStore;
import dev.sash.aggregate.StateBudget;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * Combines sliding windows with a constant number of steps for each (key, pane), whatever the
 * number of panes in a window, for any aggregate that can be combined.
 *
 * <p><b>The problem.</b> A window of an hour that slides by a second has 3,600 panes, and 3,599 of
 * them are those of the window before. Combining all of them anew costs 3,600 steps a key and
 * second. Adding the new pane to the last result and subtracting the old one costs two, but MIN,
 * MAX and sketches have no inverse, and doubles drift and never recover from one NaN [1]. Two
 * stacks [2] need no inverse, but turn one stack into the other every so often, for all keys at
 * once. DABA [3] spreads that work out, at the cost of bookkeeping for each key.
 *
 * <p><b>The method.</b> Panes are grouped into chunks of half a window, aligned to pane numbers, so
 * that all keys share the bookkeeping and a window is
 *
 * <pre>
 *     chunk        chunk        chunk
 *   |. . . a b c|d e f g h i|j k . . . .|       window: a .. k
 *         suffix     middle   prefix
 * </pre>
 *
 * <p>For each key the state of the window is suffix, middle and prefix combined. A new pane is
 * added to the prefix. When the prefix is full it becomes the middle, and the middle the suffix.
 * When the suffix loses its oldest pane, each key of that pane falls back to the state over the
 * panes after it, which is at hand because the middle was scanned before it became the suffix: from
 * its newest pane to its oldest, keeping at each pane what comes after. There are as many panes to
 * scan as slides to do it in, so each slide adds one pane, scans one and drops one (the idea of [3]
 * and of the chunks of [4], with the chunks of all keys aligned). A pane keeps its own state too,
 * so that any other window can be combined directly.
 *
 * <p><b>Late rows.</b> A row for a pane that is already combined goes into its chunk's state as
 * well, unless the pane is scanned: then what other panes remember does not have the row. Such rows
 * are kept as an overlay for the pane and combined with every window until the pane leaves.
 *
 * <p><b>Jumps.</b> Panes without rows cost nothing: each step goes to the next pane there is. A
 * jump of a whole window starts afresh.
 *
 * <ol>
 *   <li>A. Arasu, J. Widom: Resource sharing in continuous sliding-window aggregates. VLDB 2004.
 *   <li>K. Tangwongsan, M. Hirzel, S. Schneider, K.-L. Wu: General incremental sliding-window
 *       aggregation. PVLDB 8(7), 2015, section 6.
 *   <li>K. Tangwongsan, M. Hirzel, S. Schneider: In-order sliding-window aggregation in worst-case
 *       constant time. VLDB Journal 30, 2021.
 *   <li>C. Zhang, R. Akbarinia, F. Toumani: Efficient incremental computation of aggregations over
 *       sliding windows. KDD 2021.
 * </ol>
 */
final class ChunkCombiner implements WindowCombiner {
  /** So few panes are combined faster directly. */
  private static final int DIRECT_PANES_MAX = 3;

  private static final int DENSE_SHARE = 4;
  private static final int FEW_KEYS = 1024;

  private final PaneDirectory panes;
  private final RecordStore store;
  private final RecordStore partials;
  private final RecordStore rows;
  private final Chunk.Stores stores;
  private final DirectCombiner direct;
  private final PaneSorter sorter;
  private final long windowPanes;
  private final long chunkPanes;

  /** The panes {@code [first, end)} are combined in the chunks; none where the two are equal. */
  private long first;

  private long end;
  private final List<Chunk> chunks = new ArrayList<>();

  /** Late rows by pane, for panes that were scanned before the rows came. */
  private final TreeMap<Long, KeyedRecords> overlays = new TreeMap<>();

  /** The keys that have changed since rows of a window were made. */
  private final ChangedKeys changed = new ChangedKeys();

  private int idSpace = 1;
  private final LateRecords late;
  private final LateRecords lateOfRows;

  /** Whether the last chunk had a good part of all keys. */
  private boolean isDense;

  ChunkCombiner(PaneDirectory panes, RecordStore store, RecordLayout layout, Shape shape) {
    this.panes = panes;
    this.store = store;
    partials = layout.newStore(shape.budget);
    rows = layout.newStore(shape.budget);
    stores = new Chunk.Stores(layout, store, partials, rows, shape.budget);
    late = new LateRecords(layout, partials);
    lateOfRows = new LateRecords(layout, rows);
    direct = new DirectCombiner(panes, store);
    sorter = new PaneSorter(store);
    windowPanes = shape.windowPanes;
    chunkPanes = shape.windowPanes / 2;
  }

  /**
   * What kind of windows there will be.
   *
   * @param windowPanes panes of each, at least 2
   * @param budget what memory is counted against
   */
  record Shape(long windowPanes, StateBudget budget) {}

  @Override
  public void combine(PaneRange window, WindowState into) {
    boolean isNext = first == end || window.first() >= first;
    boolean isWhole = window.end() - window.first() == windowPanes;
    if (!isNext || !isWhole || first == end && isSmall(window)) {
      direct.combine(window, into);
      return;
    }
    idSpace = into.idSpace();
    expireBefore(window.first());
    if (first == end) {
      first = window.first();
      end = first;
    }
    takeBefore(window.end());
    into.start(changed);
    for (Chunk chunk : chunks) {
      into.part(chunk.sum(), chunk.sumStore());
    }
    for (KeyedRecords overlay : overlays.values()) {
      into.part(overlay, partials);
    }
  }

  private boolean isSmall(PaneRange window) {
    return panes.indexFrom(window.end()) - panes.indexFrom(window.first()) <= DIRECT_PANES_MAX;
  }

  private void takeBefore(long windowEnd) {
    for (int i = panes.indexFrom(end); i < panes.size() && panes.at(i).ordinal < windowEnd; i++) {
      Pane pane = panes.at(i);
      changed.add(pane.entries, idSpace);
      noteDensity(pane.ordinal);
      if (isDense) {
        sorter.sort(pane, idSpace);
      }
      chunkOf(pane.ordinal).take(pane, idSpace);
      end = pane.ordinal + 1;
      scanOn();
    }
    end = Math.max(end, windowEnd);
    scanOn();
  }

  /** At the first pane of a chunk, looks how many of all keys the chunk before has. */
  private void noteDensity(long pane) {
    if (chunks.isEmpty()) {
      isDense = idSpace <= FEW_KEYS;
    } else if (pane >= chunks.get(chunks.size() - 1).end) {
      int keys = chunks.get(chunks.size() - 1).sum().size();
      isDense = idSpace <= FEW_KEYS || (long) keys * DENSE_SHARE >= idSpace;
    }
  }

  private Chunk chunkOf(long pane) {
    for (int i = chunks.size() - 1; i >= 0; i--) {
      if (chunks.get(i).start <= pane && pane < chunks.get(i).end) {
        return chunks.get(i);
      }
    }
    long start = Math.floorDiv(pane, chunkPanes) * chunkPanes;
    int state = (int) Math.floorMod(start / chunkPanes, (long) DenseRecords.STATES);
    DenseRecords dense = isDense ? new DenseRecords(rows, state, stores.budget()) : null;
    Chunk chunk = new Chunk(stores, start, start + chunkPanes, dense);
    int at = chunks.size();
    while (at > 0 && chunks.get(at - 1).start > start) {
      at--;
    }
    chunks.add(at, chunk);
    return chunk;
  }

  /** Scans what the next window needs, so that its closing does not have to. */
  @Override
  public void workAhead() {
    if (first < end) {
      scanFor(end + 1);
    }
  }

  private void scanOn() {
    scanFor(end);
  }

  /**
   * Scans as many panes of the middle chunk as the newest one has, and all of older ones.
   *
   * @param takenEnd the panes before this one count as taken
   */
  private void scanFor(long takenEnd) {
    long newest = Math.floorDiv(takenEnd - 1, chunkPanes) * chunkPanes;
    long taken = takenEnd - newest;
    for (Chunk chunk : chunks) {
      if (chunk.end == newest) {
        scan(chunk, chunk.end - taken);
      } else if (chunk.end < newest) {
        scan(chunk, chunk.start);
      }
    }
  }

  private void scan(Chunk chunk, long from) {
    long oldest = Math.max(chunk.start, first);
    if (chunk.scanned() > oldest) {
      chunk.scanFrom(Math.max(from, oldest), panes, idSpace);
      if (chunk.scanned() <= oldest) {
        chunk.endScan();
      }
    }
  }

  @Override
  public void expireBefore(long pane) {
    if (first == end || pane <= first) {
      return;
    }
    while (!chunks.isEmpty() && chunks.get(0).end <= pane) {
      changed.add(chunks.get(0).sum(), idSpace);
      chunks.remove(0).release(panes);
    }
    boolean inChunk = !chunks.isEmpty() && chunks.get(0).start < pane;
    if (pane >= end || (inChunk && chunks.get(0).end > end)) {
      // The chunk is not complete, so it could not be scanned. Windows have jumped ahead.
      reset();
      return;
    }
    if (inChunk) {
      Chunk oldest = chunks.get(0);
      scan(oldest, oldest.start);
      int from = panes.indexFrom(Math.max(first, oldest.start));
      for (int i = from; i < panes.size() && panes.at(i).ordinal < pane; i++) {
        changed.add(panes.at(i).entries, idSpace);
        oldest.expire(panes.at(i));
      }
    }
    dropOverlaysBefore(pane);
    first = pane;
  }

  private void dropOverlaysBefore(long pane) {
    while (!overlays.isEmpty() && overlays.firstKey() < pane) {
      KeyedRecords overlay = overlays.pollFirstEntry().getValue();
      changed.add(overlay, idSpace);
      partials.free(overlay.records(), overlay.size());
      overlay.release();
    }
  }

  @Override
  public void rowsChanged(PaneRows changedRows, boolean retract) {
    if (changedRows.least() >= end) {
      return;
    }
    for (int i = 0; i < changedRows.count(); i++) {
      long pane = changedRows.panes()[i];
      if (pane < end && pane >= first) {
        takeLate(pane, changedRows.ids()[i], changedRows.rows()[i]);
      }
    }
    late.flush(changedRows.batch(), retract);
    lateOfRows.flush(changedRows.batch(), retract);
  }

  private void takeLate(long pane, int id, int row) {
    idSpace = Math.max(idSpace, id + 1);
    changed.add(id);
    Chunk chunk = chunkOf(pane);
    if (pane < chunk.scanned()) {
      (chunk.sum() instanceof DenseRecords ? lateOfRows : late)
          .add(row, chunk.sumRecord(id, idSpace));
      return;
    }
    KeyedRecords overlay = overlays.computeIfAbsent(pane, p -> new KeyedRecords(stores.budget()));
    int slot = overlay.slot(id);
    if (slot < 0) {
      slot = overlay.add(id, partials.allocate(), idSpace);
    }
    late.add(row, overlay.records()[slot]);
  }

  /**
   * Combines a window that lies a little ahead of the last one, as early results do, without moving
   * on: what the chunks have, less what leaves before the window, and the newer panes one by one.
   */
  @Override
  public void combine(PaneRange window, int[] ids, int count, WindowState into) {
    if (window.first() < first || window.first() >= end || window.end() < end || isFar(window)) {
      direct.combine(window, ids, count, into);
      return;
    }
    into.startCombining();
    for (Chunk chunk : chunks) {
      if (chunk.start >= window.first()) {
        into.add(chunk.sum(), chunk.sumStore(), ids, count);
      } else if (chunk.end > window.first()) {
        addEndOf(chunk, window.first(), into, new Chosen(ids, count));
      }
    }
    addPanes(end, window.end(), into, new Chosen(ids, count));
    for (KeyedRecords overlay : overlays.tailMap(window.first()).values()) {
      into.add(overlay, partials, ids, count);
    }
  }

  @SuppressWarnings("ArrayRecordComponent") // a pair of arguments, never compared
  private record Chosen(int[] ids, int count) {}

  /** Whether combining the panes of the window directly takes fewer steps. */
  private boolean isFar(PaneRange window) {
    int last = panes.indexFrom(window.end());
    int start = panes.indexFrom(window.first());
    int gone = start - panes.indexFrom(first);
    return gone + last - panes.indexFrom(end) + DIRECT_PANES_MAX >= last - start;
  }

  private void addPanes(long from, long to, WindowState into, Chosen chosen) {
    for (int i = panes.indexFrom(from); i < panes.size() && panes.at(i).ordinal < to; i++) {
      into.add(panes.at(i).entries, store, chosen.ids, chosen.count);
    }
  }

  /** Combines the panes of a chunk from the given one on. */
  private void addEndOf(Chunk chunk, long pane, WindowState into, Chosen chosen) {
    long oldest = Math.max(chunk.start, first);
    if (pane <= oldest) {
      into.add(chunk.sum(), chunk.sumStore(), chosen.ids, chosen.count);
      return;
    }
    boolean isComplete = chunk.scanned() <= oldest;
    if (pane < chunk.scanned()) {
      addPanes(pane, Math.min(chunk.scanned(), end), into, chosen);
      into.add(chunk.scan(), partials, chosen.ids, chosen.count);
      return;
    }
    int low = panes.indexFrom(isComplete ? oldest : chunk.scanned());
    int high = panes.indexFrom(pane);
    int[] untouched = new int[chosen.count];
    int untouchedCount = 0;
    for (int i = 0; i < chosen.count; i++) {
      int id = chosen.ids[i];
      untouched[untouchedCount++] = id;
      for (int p = high - 1; p >= low; p--) {
        int slot = panes.at(p).entries.slot(id);
        if (slot >= 0 && slot < panes.at(p).following.length) {
          into.pair(id, panes.at(p).following[slot], partials);
          untouchedCount--;
          break;
        }
      }
    }
    into.flush(partials);
    // of all other keys nothing goes before that pane
    KeyedState whole = isComplete ? chunk.sum() : chunk.scan();
    into.add(whole, isComplete ? chunk.sumStore() : partials, untouched, untouchedCount);
  }

  @Override
  public void renumber(int[] mapping, boolean keepsRows) {
    if (rows.hasObjects()) {
      reset();
      return;
    }
    if (rows.size() > 0) {
      DenseRecords.renumber(rows, mapping);
    }
    for (Chunk chunk : chunks) {
      chunk.renumber(mapping, idSpace);
    }
    for (KeyedRecords overlay : overlays.values()) {
      overlay.renumber(mapping, idSpace);
    }
    if (keepsRows) {
      changed.renumber(mapping);
    } else {
      changed.all();
    }
  }

  @Override
  public void reset() {
    for (Chunk chunk : chunks) {
      chunk.release(panes);
    }
    chunks.clear();
    rows.clear();
    dropOverlaysBefore(Long.MAX_VALUE);
    changed.all();
    first = 0;
    end = 0;
  }

  @Override
  public int recordsInUse() {
    return partials.size();
  }
}
