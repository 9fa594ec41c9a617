package dev.sash.runtime;

import dev.sash.data.BatchCodec;
import dev.sash.data.ColumnBatch;
import dev.sash.data.RowKind;
import dev.sash.pane.KeyIndex;
import dev.sash.pane.PaneRows;
import dev.sash.pane.PaneStore;
import dev.sash.pane.TouchedKeys;
import dev.sash.pane.WindowState;
import dev.sash.window.PaneGrid;
import dev.sash.window.WindowSpec;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * Aggregates by key and hopping window: rows go into panes, panes are combined when a window closes
 * or is shown early.
 *
 * <p><b>Late rows.</b> A window is closed when the watermark has reached its end. A row is added to
 * its pane as long as one window over that pane is open: closed windows have been computed and do
 * not look at the pane again, open ones must have the row. So one row can be late for its older
 * windows and on time for its newer ones. Rows come in runs in which the watermark crosses no
 * window end (see {@link PipelineRunner}); what is closed is the same for all of them.
 *
 * <p><b>Early rows.</b> With EVERY, a tick shows the windows whose end is not after the first one
 * beyond stream time. A window that comes into that scope is shown whole; afterwards only keys to
 * which rows were added since the last tick are combined again. Closed windows are computed when
 * they close and wait for the tick as finished columns, so that a row which comes between closing
 * and tick cannot change them.
 *
 * <pre>
 *   HOP(5 s, 10 s), COUNT, ON CLOSE, no delay
 *   input:  (u, 1 s) (u, 3 s) (u, 7 s)
 *   output: FINAL (u, [-5 s, 5 s), 2)   when the row at 7 s has come
 * </pre>
 */
public final class WindowAggregateOperator implements RowConsumer, TimedOperator {
  private static final long NONE = WatermarkGenerator.NONE;
  private static final long NEVER = OpenWindows.NEVER;

  private final AggregateDefinition definition;
  private final WindowSpec.Hop hop;
  private final PaneGrid grid;
  private final OperatorTime time;
  private final ResultConsumer next;
  private final LateCollector late;
  private final AggregateState held;
  private final KeyIndex keys;
  private final PaneStore store;
  private final AggregateResults results;
  private final OpenWindows windows;
  private final List<ClosedWindow> waiting = new ArrayList<>();

  private int[] rowNumbers = {};
  private long[] panes = {};
  private int[] ids = {};

  /** All windows that end here or before have been in the scope of a tick. */
  private long scopedEnd = NONE;

  private volatile long lastSentEnd = NONE;
  private boolean touched;

  private volatile StateSize size = StateSize.EMPTY;

  private record ClosedWindow(long end, ColumnBatch rows) {}

  /** An operator without rows. */
  public WindowAggregateOperator(
      AggregateDefinition definition,
      WindowSpec.Hop hop,
      AggregateOutput output,
      AggregateDefinition.Limits limits) {
    this.definition = definition;
    this.hop = hop;
    this.grid = new PaneGrid(hop);
    this.time = output.time();
    this.next = output.results();
    this.late = new LateCollector(output.late(), definition.lateAsArrived());
    this.held = AggregateState.of(definition, grid, limits);
    this.keys = held.keys();
    this.store = held.store();
    this.windows = new OpenWindows(hop, grid, store);
    this.results = new AggregateResults(definition, keys);
    if (definition.emit().everyMillis() > 0 || definition.emit().onChange()) {
      store.trackTouched();
    }
  }

  // Rows

  @Override
  public void rows(Rows rows) {
    int count = route(rows);
    if (count > 0) {
      ColumnBatch batch = rows.batch();
      store.makeRoom(keys, count);
      keys.resolve(AggregateState.keyColumns(definition, batch), rowNumbers, count, ids);
      store.change(new PaneRows(batch, rowNumbers, panes, ids, count), rows.retracting());
      touched = true;
      count(count);
    }
    late.flush(rows, definition.timeColumn());
  }

  /** Finds the pane of each row, and keeps those that an open window takes. */
  private int route(Rows rows) {
    if (rowNumbers.length < rows.count()) {
      rowNumbers = new int[rows.count()];
      panes = new long[rows.count()];
      ids = new int[rows.count()];
    }
    long[] times = rows.batch().longs(definition.timeColumn()).values();
    boolean gaps = hop.slideMillis() > hop.sizeMillis();
    long closed = definition.emit().once() ? NONE : windows.endReachedBy(time.watermark());
    int count = 0;
    for (int row = rows.from(); row < rows.to(); row++) {
      long pane = grid.pane(times[row]);
      if (gaps && grid.firstEnd(pane) == NEVER) {
        continue;
      }
      if (times[row] < closed && isDropped(row, pane, closed)) {
        continue;
      }
      rowNumbers[count] = row;
      panes[count++] = pane;
    }
    return count;
  }

  /** Whether no window takes a row that at least the oldest of its windows might not take. */
  private boolean isDropped(int row, long pane, long closed) {
    long first = grid.firstEnd(pane);
    long last = grid.lastEnd(pane);
    if (first > closed) {
      return false;
    }
    long dropped = (Math.min(last, closed) - first) / hop.slideMillis() + 1;
    long total = (last - first) / hop.slideMillis() + 1;
    late.add(row, dropped, total - dropped);
    return dropped == total;
  }

  // Closing

  @Override
  public long nextBoundary() {
    if (definition.emit().once()) {
      return NEVER;
    }
    long watermark = time.watermark();
    if (watermark == NONE) {
      return NONE + 1;
    }
    return watermark == WatermarkGenerator.END ? NEVER : hop.firstEndAfter(watermark);
  }

  @Override
  public void watermark() {
    long reached = windows.endReachedBy(time.watermark());
    for (long end = windows.first(); end <= reached && end != NEVER; end = windows.first()) {
      close(end);
      windows.close(end);
    }
    windows.closedUntil(reached);
    store.reclaim(keys, new BitSet());
    count(0);
  }

  private void count(int paneUpdates) {
    size = held.size(size.paneUpdates() + paneUpdates);
    windows.recount();
  }

  private void close(long end) {
    WindowState state = window(end);
    if (state.count() == 0) {
      return;
    }
    state.sort(keys);
    ColumnBatch rows = results.rows(state, end - hop.sizeMillis(), end);
    if (definition.emit().onClose()) {
      send(rows, RowKind.FINAL, time.nowMillis());
      lastSentEnd = end;
    } else {
      waiting.add(new ClosedWindow(end, rows));
    }
  }

  private WindowState window(long end) {
    return store.window(grid.firstPaneOfWindowEnding(end), grid.panesPerWindow());
  }

  private void send(ColumnBatch rows, RowKind kind, long emittedAt) {
    next.emit(new Emission(rows, kind, false, emittedAt, time.watermark()));
  }

  // Ticks

  @Override
  public boolean hasUnsent() {
    return touched || !waiting.isEmpty() || scopeEnd() > scopedEnd && !store.isEmpty();
  }

  private long scopeEnd() {
    long streamTime = time.streamTime();
    return streamTime == NONE ? NONE : hop.firstEndAfter(streamTime);
  }

  @Override
  public void tick(long tickMillis) {
    for (ClosedWindow closed : waiting) {
      send(closed.rows(), RowKind.FINAL, tickMillis);
      lastSentEnd = closed.end();
    }
    waiting.clear();
    TouchedKeys changed = store.drainTouched();
    touched = false;
    long scope = scopeEnd();
    for (long end = windows.first(); end <= scope && end != NEVER; end = windows.after(end)) {
      if (end > scopedEnd) {
        sendWhole(end, tickMillis);
      } else {
        sendChanged(changed, end, tickMillis);
      }
    }
    scopedEnd = Math.max(scopedEnd, scope);
  }

  private void sendEarly(WindowState state, long end, long emittedAt) {
    if (state.count() > 0) {
      state.sort(keys);
      send(results.rows(state, end - hop.sizeMillis(), end), RowKind.EARLY, emittedAt);
    }
  }

  /**
   * A window that comes into scope before it closes. It is asked for by its keys: that looks ahead,
   * while asking for a whole window would take the combiner past those that close before.
   */
  private void sendWhole(long end, long emittedAt) {
    int[] all = new int[keys.size()];
    Arrays.setAll(all, id -> id);
    long first = grid.firstPaneOfWindowEnding(end);
    sendEarly(store.window(first, grid.panesPerWindow(), all, all.length), end, emittedAt);
  }

  private void sendChanged(TouchedKeys changed, long end, long emittedAt) {
    long first = grid.firstPaneOfWindowEnding(end);
    int[] chosen = results.distinctIds(changed, first, first + grid.panesPerWindow());
    if (chosen.length > 0) {
      WindowState state = store.window(first, grid.panesPerWindow(), chosen, chosen.length);
      sendEarly(state, end, emittedAt);
    }
  }

  /** ON CHANGE: every open window of every pane that has got rows. */
  @Override
  public void batchEnd() {
    if (!definition.emit().onChange() || !touched) {
      return;
    }
    touched = false;
    TouchedKeys changed = store.drainTouched();
    long end = NONE;
    for (int i = 0; i < changed.count(); i++) {
      long last = grid.lastEnd(changed.panes()[i]);
      long from = Math.max(grid.firstEnd(changed.panes()[i]), windows.openFrom());
      for (end = Math.max(from, end == NONE ? from : end + hop.slideMillis());
          end <= last;
          end += hop.slideMillis()) {
        sendChanged(changed, end, time.nowMillis());
      }
      end -= hop.slideMillis();
    }
  }

  // Snapshots

  @Override
  public void snapshot(DataOutput output) throws IOException {
    held.snapshot(output);
    windows.snapshot(output);
    output.writeLong(scopedEnd);
    output.writeLong(lastSentEnd);
    output.writeBoolean(touched);
    output.writeInt(waiting.size());
    for (ClosedWindow closed : waiting) {
      output.writeLong(closed.end());
      BatchCodec.write(closed.rows(), output);
    }
  }

  @Override
  public void restore(DataInput input) throws IOException {
    held.restore(input);
    windows.restore(input);
    scopedEnd = input.readLong();
    lastSentEnd = input.readLong();
    touched = input.readBoolean();
    for (int left = input.readInt(); left > 0; left--) {
      long end = input.readLong();
      waiting.add(new ClosedWindow(end, BatchCodec.read(definition.output(), input)));
    }
    count(0);
  }

  // Progress

  @Override
  public long closedEnd() {
    long closed = windows.closedEnd();
    return waiting.isEmpty() && closed != WatermarkGenerator.END ? closed : lastSentEnd;
  }

  @Override
  public long lateRows() {
    return late.total();
  }

  @Override
  public long openWindows() {
    return windows.count();
  }

  @Override
  public StateSize stateSize() {
    return size;
  }
}
