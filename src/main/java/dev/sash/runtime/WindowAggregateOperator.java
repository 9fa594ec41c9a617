package dev.sash.runtime;

import dev.sash.data.ColumnBatch;
import dev.sash.data.RowKind;
import dev.sash.pane.KeyIndex;
import dev.sash.pane.PaneRows;
import dev.sash.pane.PaneStore;
import dev.sash.pane.TouchedKeys;
import dev.sash.window.WindowGrid;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Aggregates by key and windows on a grid: rows go into panes, panes are combined when a window
 * closes or is shown early.
 *
 * <p><b>Late rows.</b> A window is closed when the watermark has reached its end, and expired when
 * it has gone on by the allowed lateness. A row is added to its pane as long as one window over
 * that pane has not expired: expired windows have been computed and do not look at the pane again.
 * So one row can be dropped by its oldest windows, correct younger ones, and be on time for the
 * rest. Rows come in runs in which the watermark crosses no window end and no expiry (see {@link
 * PipelineRunner}); what is closed is the same for all of them.
 *
 * <p><b>Corrections.</b> With ON CLOSE each row that a closed window takes is answered at once:
 * answering a batch at a time would make results depend on where batches are cut. Otherwise {@link
 * UnsentWindows} keeps what is due until the tick or the end of the batch.
 *
 * <p><b>Early rows.</b> With EVERY, a tick shows the windows whose end is not after the first one
 * beyond stream time. A window that comes into that scope is shown whole; afterwards only keys to
 * which rows were added since the last tick are combined again.
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
  private final EmitSpec emit;
  private final WindowGrid grid;
  private final QueryTime time;
  private final ResultConsumer next;
  private final LateCollector late;
  private final AggregateState held;
  private final KeyIndex keys;
  private final PaneStore store;
  private final WindowResults results;
  private final OpenWindows windows;
  private final UnsentWindows unsent;

  private int[] rowNumbers = {};
  private long[] panes = {};
  private int[] ids = {};

  /** Which of the rows of a run go into closed windows. */
  private int[] correcting = {};

  private int correctingCount;

  /** All windows that end here or before have been in the scope of a tick. */
  private long scopedEnd = NONE;

  /** The end of the newest window with rows that has closed. */
  private long lastEnd = NONE;

  private volatile long sentEnd = NONE;
  private boolean touched;

  private volatile StateSize size = StateSize.EMPTY;

  /** An operator without rows. */
  public WindowAggregateOperator(
      AggregateDefinition definition,
      WindowGrid grid,
      AggregateOutput output,
      AggregateDefinition.Limits limits) {
    this.definition = definition;
    this.emit = definition.emit();
    this.grid = grid;
    this.time = output.time();
    this.next = output.results();
    this.late = new LateCollector(output.late(), definition.lateAsArrived());
    this.held = AggregateState.of(definition, grid, limits);
    this.keys = held.keys();
    this.store = held.store();
    this.windows = new OpenWindows(grid, store, emit.latenessMillis());
    this.results = new WindowResults(grid, held, definition);
    this.unsent = new UnsentWindows(definition.output(), results);
    if (emit.everyMillis() > 0 || emit.onChange()) {
      store.trackTouched();
    }
  }

  // Rows

  @Override
  public void rows(Rows rows) {
    int count = route(rows);
    if (count > 0) {
      ColumnBatch batch = rows.batch();
      renumber(store.makeRoom(keys, count, new BitSet()));
      keys.resolve(AggregateState.keyColumns(definition, batch), rowNumbers, count, ids);
      int added = correct(rows, count);
      add(batch, added, count);
      touched = true;
      count(count);
    }
    late.flush(rows, definition.timeColumn());
  }

  private void add(ColumnBatch batch, int from, int to) {
    if (from == 0) {
      store.add(new PaneRows(batch, rowNumbers, panes, ids, to));
    } else if (from < to) {
      store.add(
          new PaneRows(
              batch,
              Arrays.copyOfRange(rowNumbers, from, to),
              Arrays.copyOfRange(panes, from, to),
              Arrays.copyOfRange(ids, from, to),
              to - from));
    }
  }

  private void renumber(int @Nullable [] mapping) {
    if (mapping != null) {
      unsent.renumber(mapping);
    }
  }

  /** Finds the pane of each row, and keeps those that a window takes. */
  private int route(Rows rows) {
    if (rowNumbers.length < rows.count()) {
      rowNumbers = new int[rows.count()];
      panes = new long[rows.count()];
      ids = new int[rows.count()];
    }
    correctingCount = 0;
    long[] times = rows.batch().longs(definition.timeColumn()).values();
    boolean gaps = grid.hasGaps();
    long closed = emit.once() ? NONE : windows.endReachedBy(time.watermark());
    int count = 0;
    for (int row = rows.from(); row < rows.to(); row++) {
      long pane = grid.pane(times[row]);
      if (gaps && grid.firstEnd(pane) == NEVER) {
        continue;
      }
      if (times[row] < closed && isDropped(row, pane, count, closed)) {
        continue;
      }
      rowNumbers[count] = row;
      panes[count++] = pane;
    }
    return count;
  }

  /** Whether no window takes a row that at least the oldest of its windows might not take. */
  private boolean isDropped(int row, long pane, int place, long closed) {
    long first = grid.firstEnd(pane);
    if (first > closed) {
      return false;
    }
    long last = grid.lastEnd(pane);
    long expired = windows.endExpiredBy(time.watermark());
    if (first <= expired) {
      long dropped = grid.countEnds(first, Math.min(last, expired));
      long total = grid.countEnds(first, last);
      late.add(row, dropped, total - dropped);
      if (dropped == total) {
        return true;
      }
    }
    if (expired < closed && Math.max(first, grid.endAfter(expired)) <= closed) {
      if (correctingCount == correcting.length) {
        correcting = Arrays.copyOf(correcting, Math.max(16, correctingCount * 2));
      }
      correcting[correctingCount++] = place;
    }
    return false;
  }

  // Corrections

  /**
   * Sees to the rows that closed windows take.
   *
   * @return how many rows have been added: those up to the last one that was answered at once
   */
  private int correct(Rows rows, int count) {
    int added = 0;
    for (int i = 0; i < correctingCount; i++) {
      int place = correcting[i];
      long closed = windows.closedEnd();
      long last = Math.min(grid.lastEnd(panes[place]), closed);
      long first = Math.max(grid.firstEnd(panes[place]), windows.correctableFrom());
      List<Correction> due = new ArrayList<>();
      for (long end = first; end <= last; end = grid.endAfter(end)) {
        boolean isFirstRow = !results.hasRows(end, ids[place]);
        if (emit.correctsAtOnce()) {
          due.add(new Correction(end, isFirstRow ? RowKind.FINAL : RowKind.LATE));
        } else {
          unsent.correct(end, ids[place], isFirstRow);
        }
      }
      if (!due.isEmpty()) {
        add(rows.batch(), added, place + 1);
        added = place + 1;
        answer(rows, place, due);
      }
    }
    return added;
  }

  private record Correction(long end, RowKind kind) {}

  private void answer(Rows rows, int place, List<Correction> due) {
    int row = rows.arrivalRow(rowNumbers[place]);
    long now = rows.arrival().arrivedAt(row);
    long watermark = rows.arrival().watermarkAt(row);
    for (Correction correction : due) {
      ColumnBatch corrected = results.chosen(correction.end, ids[place]);
      next.emit(new Emission(corrected, correction.kind, false, now, watermark));
    }
  }

  // Closing

  @Override
  public long nextBoundary() {
    return emit.once() ? NEVER : windows.nextBoundary(time.watermark());
  }

  @Override
  public void watermark() {
    long watermark = time.watermark();
    long reached = windows.endReachedBy(watermark);
    unsent.freezeUntil(windows.endExpiredBy(watermark));
    for (long end = windows.first(); end <= reached && end != NEVER; end = windows.first()) {
      close(end);
      windows.close(end, watermark);
    }
    windows.closeAll(watermark);
    renumber(store.reclaim(keys, new BitSet()));
    count(0);
    showSentEnd();
  }

  private void count(int paneUpdates) {
    size = held.size(size.paneUpdates() + paneUpdates);
    windows.recount();
  }

  private void close(long end) {
    ColumnBatch rows = results.whole(end);
    if (rows.rowCount() == 0) {
      return;
    }
    lastEnd = end;
    if (emit.onClose()) {
      send(rows, RowKind.FINAL, time.nowMillis());
    } else {
      unsent.closed(end, rows);
    }
  }

  private void send(ColumnBatch rows, RowKind kind, long emittedAt) {
    if (rows.rowCount() > 0) {
      next.emit(new Emission(rows, kind, false, emittedAt, time.watermark()));
    }
  }

  /** While FINAL rows wait, the windows before the last tick are what is closed and sent. */
  private void showSentEnd() {
    if (!unsent.holdsFinals()) {
      sentEnd = windows.closedEnd() == WatermarkGenerator.END ? lastEnd : windows.closedEnd();
    }
  }

  // Ticks

  @Override
  public boolean hasUnsent() {
    return touched || !unsent.isEmpty() || scopeEnd() > scopedEnd && windows.first() != NEVER;
  }

  private long scopeEnd() {
    long streamTime = time.streamTime();
    return emit.allWindows() || streamTime == NONE ? NONE : grid.endAfter(streamTime);
  }

  @Override
  public void tick(long tickMillis) {
    unsent.send((kind, rows) -> send(rows, kind, tickMillis));
    showSentEnd();
    TouchedKeys changed = store.drainTouched();
    touched = false;
    if (emit.allWindows()) {
      sendAllChanged(changed, tickMillis);
      return;
    }
    long scope = scopeEnd();
    for (long end = windows.first(); end <= scope && end != NEVER; end = windows.next(end)) {
      send(
          end > scopedEnd ? results.ahead(end) : results.changed(end, changed),
          RowKind.EARLY,
          tickMillis);
    }
    scopedEnd = Math.max(scopedEnd, scope);
  }

  @Override
  public void batchEnd() {
    if (emit.onChange() && touched) {
      touched = false;
      unsent.send((kind, rows) -> send(rows, kind, time.nowMillis()));
      sendAllChanged(store.drainTouched(), time.nowMillis());
    }
  }

  /** Every open window of every pane that has got rows. */
  private void sendAllChanged(TouchedKeys changed, long emittedAt) {
    long openFrom = windows.openFrom();
    long done = NONE;
    for (int i = 0; i < changed.count(); i++) {
      long last = grid.lastEnd(changed.panes()[i]);
      long from = Math.max(grid.firstEnd(changed.panes()[i]), openFrom);
      long next = done == NONE ? from : Math.max(from, grid.endAfter(done));
      for (; next <= last; next = grid.endAfter(next)) {
        send(results.changed(next, changed), RowKind.EARLY, emittedAt);
        done = next;
      }
    }
  }

  // Snapshots

  @Override
  public void snapshot(DataOutput output) throws IOException {
    held.snapshot(output);
    windows.snapshot(output);
    output.writeLong(scopedEnd);
    output.writeLong(lastEnd);
    output.writeLong(sentEnd);
    output.writeBoolean(touched);
    unsent.snapshot(output);
  }

  @Override
  public void restore(DataInput input) throws IOException {
    held.restore(input);
    windows.restore(input);
    scopedEnd = input.readLong();
    lastEnd = input.readLong();
    sentEnd = input.readLong();
    touched = input.readBoolean();
    unsent.restore(input);
    count(0);
  }

  // Progress

  @Override
  public long closedEnd() {
    return sentEnd;
  }

  @Override
  public long lateRows() {
    return late.total();
  }

  @Override
  public long nextClose() {
    return windows.nextClose();
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
