package dev.sash.runtime;

import dev.sash.aggregate.AggregateInput;
import dev.sash.aggregate.RecordTransfer;
import dev.sash.data.ColumnBatch;
import dev.sash.data.RowKind;
import dev.sash.pane.KeyIndex;
import dev.sash.pane.PaneStore;
import dev.sash.pane.Panes;
import dev.sash.pane.SharedPane;
import dev.sash.pane.TouchedKeys;
import dev.sash.window.WindowGrid;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
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
public final class WindowAggregateOperator implements AggregateOperator, Reprocessable {
  private static final long NONE = WatermarkGenerator.NONE;
  private static final long NEVER = OpenWindows.NEVER;

  private final AggregateDefinition definition;
  private final EmitSpec emit;
  private final WindowGrid grid;
  private final OperatorTime time;
  private final ResultConsumer next;
  private final Place place;
  private final RowNumbers numbers = new RowNumbers();
  private final LateCollector late;
  private final AggregateState held;
  private final KeyIndex keys;
  private final Panes store;
  private final WindowResults results;
  private final OpenWindows windows;
  private final UnsentWindows unsent;
  private final RoutedRows routed;
  private final LateCorrections corrections;
  private final @Nullable EmptyWindows empty;
  private final @Nullable KeptLateRows kept;

  /** All windows that end here or before have been in the scope of a tick. */
  private long scopedEnd = NONE;

  /** The end of the newest window with rows that has closed. */
  private long lastEnd = NONE;

  private volatile long sentEnd = NONE;
  private long settledEnd = NONE;
  private boolean touched;

  private volatile StateSize size = StateSize.EMPTY;

  /** Rows of this and other queries that this one has still to take over. */
  private @Nullable SharedPanes shared;

  /** An operator without rows, with one state for all keys. */
  public WindowAggregateOperator(
      AggregateDefinition definition,
      WindowGrid grid,
      AggregateOutput output,
      AggregateDefinition.Limits limits) {
    this(List.of(definition), grid, output, limits, Sharding.NONE);
  }

  /**
   * An operator without rows.
   *
   * @param definitions what it computes, once for each store of its state: they differ in the
   *     functions, which have room for what they work on
   * @param limits those of all shards together
   */
  public WindowAggregateOperator(
      List<AggregateDefinition> definitions,
      WindowGrid grid,
      AggregateOutput output,
      AggregateDefinition.Limits limits,
      Sharding sharding) {
    definition = definitions.get(0);
    this.emit = definition.emit();
    this.grid = grid;
    this.time = output.time();
    this.next = output.results();
    this.place = output.place();
    boolean keepsLate = limits.reprocessBytes() > 0 && !emit.once();
    this.kept = keepsLate ? new KeptLateRows(limits.lateRows(), definition.input()) : null;
    this.late = new LateCollector(output, definition.lateAsArrived(), kept);
    this.held = AggregateState.of(definitions, grid, limits, sharding);
    this.keys = held.keys();
    this.store = held.store();
    this.windows = new OpenWindows(grid, store, emit.latenessMillis());
    this.empty = emit.fills() ? new EmptyWindows(grid, store, definition, limits.fillRows()) : null;
    this.results = new WindowResults(grid, held, definition, empty);
    this.unsent = new UnsentWindows(definition.output(), results);
    this.routed = new RoutedRows(grid, definition.timeColumn(), late, keepsLate);
    this.corrections =
        new LateCorrections(
            grid,
            store,
            windows,
            results,
            new LateCorrections.Targets(emit.correctsAtOnce(), unsent, output),
            keepsLate);
    if (emit.everyMillis() > 0 || emit.onChange()) {
      store.trackTouched();
    }
    if (keepsLate) {
      store.keepExpired(limits.reprocessBytes());
    }
  }

  // Rows

  @Override
  public void rows(Rows rows) {
    rows(rows, numbers.of(rows), rows.count());
  }

  /** Takes some rows of a run: the first {@code chosenCount} of {@code chosen}, ascending. */
  void rows(Rows rows, int[] chosen, int chosenCount) {
    long watermark = emit.once() ? NONE : time.watermark();
    long reached = windows.endReachedBy(watermark);
    routed.route(rows, chosen, chosenCount, reached, windows.endExpiredBy(watermark));
    int count = routed.count;
    if (count > 0) {
      ColumnBatch batch = rows.batch();
      renumber(store.makeRoom(keys, count, this::liveIds));
      keys.resolve(AggregateState.keyColumns(definition, batch), routed.numbers, count, routed.ids);
      int added = corrections.correct(rows, routed);
      if (added < count) {
        store.change(routed.from(batch, added, count), rows.retracting());
      }
      if (empty != null) {
        empty.see(routed.from(batch, 0, count), batch.longs(definition.timeColumn()).values());
      }
      touched = true;
      count(count);
    }
    if (!rows.retracting()) {
      place.at(Place.LAST);
      answerTakenBack();
    }
    late.flush(rows, definition.timeColumn());
  }

  /** ON CLOSE sends what rows that were taken back have changed when their successors are in. */
  private void answerTakenBack() {
    if (emit.correctsAtOnce() && !unsent.isEmpty()) {
      unsent.send((kind, rows) -> send(rows, kind, time.nowMillis()));
    }
  }

  private void renumber(int @Nullable [] mapping) {
    if (mapping != null) {
      unsent.renumber(mapping);
      corrections.renumber(mapping);
      if (empty != null) {
        empty.renumber(mapping);
      }
      if (shared != null) {
        shared.renumber(this, mapping);
      }
    }
  }

  /** Keys that are needed though they may have no row. */
  private BitSet liveIds() {
    return empty == null ? new BitSet() : empty.live(windows.closedEnd());
  }

  // Rows that queries share

  /** What is stored for each key, by ordinal. */
  List<AggregateInput> stored() {
    return undivided().aggregates();
  }

  /** Keys in shards are not shared. */
  private PaneStore undivided() {
    if (store instanceof PaneStore whole) {
      return whole;
    }
    throw new IllegalStateException("the keys are in shards");
  }

  /** How records of a store come here that has what is stored here from an ordinal on. */
  RecordTransfer transferFrom(PaneStore other, int first) {
    return undivided().transferFrom(other, first);
  }

  /** From now on the operator has the rows that are there or come there, or no longer. */
  void share(@Nullable SharedPanes panes) {
    shared = panes;
  }

  /** All windows that end here or before are closed for the rows that come now. */
  long reachedEnd() {
    return windows.endReachedBy(time.watermark());
  }

  /**
   * Takes rows over that have been added up elsewhere. None is in a window that is closed.
   *
   * @param startMillis where the pane begins; it lies in one of the panes here
   * @param known the ids of its keys
   * @param rowCount how many rows have come
   */
  void take(SharedPane pane, long startMillis, TakenKeys known, int rowCount) {
    renumber(store.makeRoom(keys, pane.count(), this::liveIds));
    undivided().addPane(pane, grid.pane(startMillis), known.of(pane, keys));
    touched = true;
    count(rowCount);
  }

  private void takeOver() {
    if (shared != null) {
      shared.takeOverBefore(WatermarkGenerator.END, this);
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
    if (shared != null) {
      shared.takeOverBefore(reached, this);
    }
    unsent.freezeUntil(windows.endExpiredBy(watermark));
    for (long end = toClose(reached); end <= reached && end != NEVER; end = toClose(reached)) {
      close(end);
      windows.close(end, watermark);
    }
    windows.closeAll(watermark);
    if (empty != null) {
      empty.closedUntil(windows.closedEnd());
      empty.forgetUntil(windows.endExpiredBy(watermark), kept != null);
    }
    corrections.forget();
    renumber(store.reclaim(keys, liveIds()));
    count(0);
    showSentEnd();
  }

  private long toClose(long reached) {
    long withRows = windows.first();
    return empty == null ? withRows : empty.next(windows.openFrom(), withRows, reached);
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
    return touched
        || shared != null && shared.holdRows()
        || !unsent.isEmpty()
        || scopeEnd() > scopedEnd && windows.first() != NEVER;
  }

  private long scopeEnd() {
    long streamTime = time.streamTime();
    return emit.allWindows() || streamTime == NONE ? NONE : grid.endAfter(streamTime);
  }

  @Override
  public void tick(long tickMillis) {
    takeOver();
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
    answerTakenBack();
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

  @Override
  public boolean keepsLateRows() {
    return kept != null;
  }

  /** What waits of closed windows goes first: a correction comes after the FINAL row. */
  @Override
  public Reprocessed reprocess(List<LateRows> remaining, Set<Long> corrected) {
    if (kept == null) {
      return new Reprocessed(0, 0, 0);
    }
    takeOver();
    long now = time.nowMillis();
    unsent.send((kind, rows) -> send(rows, kind, now));
    showSentEnd();
    place.at(Place.LAST);
    UnsentWindows due = new UnsentWindows(definition.output(), results);
    corrections.reprocessInto(due);
    Reprocessed outcome =
        new LateReprocessing(grid, held, results, definition, corrections).run(kept, corrected);
    kept.entries().forEach(entry -> remaining.add(entry.late()));
    due.send((kind, rows) -> send(rows, kind, now));
    count((int) outcome.rows());
    return outcome;
  }

  // Snapshots

  @Override
  public void snapshot(DataOutput output) throws IOException {
    takeOver();
    held.snapshot(output);
    windows.snapshot(output);
    output.writeLong(scopedEnd);
    output.writeLong(lastEnd);
    output.writeLong(sentEnd);
    output.writeBoolean(touched);
    unsent.snapshot(output);
    if (kept != null) {
      kept.snapshot(output);
      corrections.snapshot(output);
    }
    if (empty != null) {
      empty.snapshot(output);
    }
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
    if (kept != null) {
      kept.restore(input);
      corrections.restore(input);
    }
    if (empty != null) {
      empty.restore(input);
    }
    count(0);
  }

  // Progress

  @Override
  public long closedEnd() {
    return sentEnd;
  }

  /** REPROCESS LATE corrects what has expired as long as its panes are there. */
  @Override
  public long settledEnd() {
    if (unsent.isEmpty()) {
      settledEnd = Math.max(settledEnd, Math.min(windows.expiredEnd(), corrections.goneEnd()));
    }
    return settledEnd;
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
