package dev.sash.runtime;

import dev.sash.data.ColumnBatch;
import dev.sash.data.RowKind;
import dev.sash.pane.KeyIndex;
import dev.sash.pane.PaneRows;
import dev.sash.pane.Panes;
import dev.sash.pane.TouchedKeys;
import dev.sash.pane.WindowContent;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;

/**
 * Aggregates by key without a window: one state over all time, shown early at ticks, final at the
 * end of the input. Without keys there is one row, also when nothing has come.
 *
 * <pre>
 *   GROUP BY k, COUNT, EVERY 1 s
 *   input:  (a, 0.2 s) (b, 0.4 s) (a, 1.5 s)
 *   output: EARLY (a, 1) (b, 1) at 1 s, EARLY (a, 2) at 2 s
 * </pre>
 */
public final class GlobalAggregateOperator implements Shard {
  private static final long PANE = 0;

  private final AggregateDefinition definition;
  private final OperatorTime time;
  private final ResultConsumer next;
  private final AggregateState held;
  private final KeyIndex keys;
  private final Panes store;
  private final AggregateResults results;
  private final RowNumbers numbers = new RowNumbers();
  private long[] panes = {};
  private int[] ids = {};
  private boolean unsent;
  private boolean ended;
  private volatile StateSize size = StateSize.EMPTY;

  /** An operator without rows. */
  public GlobalAggregateOperator(
      AggregateDefinition definition, AggregateOutput output, AggregateDefinition.Limits limits) {
    this(List.of(definition), output, limits, Sharding.NONE);
  }

  /**
   * An operator without rows.
   *
   * @param definitions what it computes, once for each store of its state: they differ in the
   *     functions, which have room for what they work on
   */
  public GlobalAggregateOperator(
      List<AggregateDefinition> definitions,
      AggregateOutput output,
      AggregateDefinition.Limits limits,
      Sharding sharding) {
    this.definition = definitions.get(0);
    this.time = output.time();
    this.next = output.results();
    this.held = AggregateState.of(definitions, null, limits, sharding);
    this.keys = held.keys();
    this.store = held.store();
    this.results = new AggregateResults(definition, keys);
    unsent = isSingleRow();
    store.trackTouched();
  }

  private boolean isSingleRow() {
    return definition.onlyKey() != null;
  }

  @Override
  public void rows(Rows rows) {
    rows(rows, numbers.of(rows), rows.count());
  }

  @Override
  public void rows(Rows rows, int[] chosen, int count) {
    if (ids.length < count) {
      panes = new long[count];
      ids = new int[count];
    }
    ColumnBatch batch = rows.batch();
    keys.resolve(AggregateState.keyColumns(definition, batch), chosen, count, ids);
    store.change(new PaneRows(batch, chosen, panes, ids, count, 0, 0), rows.retracting());
    size = held.size(size.paneUpdates() + count);
    unsent = true;
  }

  @Override
  public void snapshot(DataOutput output) throws IOException {
    held.snapshot(output);
    output.writeBoolean(unsent);
    output.writeBoolean(ended);
  }

  @Override
  public void restore(DataInput input) throws IOException {
    held.restore(input);
    unsent = input.readBoolean();
    ended = input.readBoolean();
    size = held.size(0);
  }

  /** The end of the input is the only boundary. */
  @Override
  public long nextBoundary() {
    return Long.MAX_VALUE;
  }

  @Override
  public void watermark() {
    if (time.watermark() == WatermarkGenerator.END && !ended) {
      ended = true;
      unsent = false;
      send(all(), RowKind.FINAL, time.nowMillis());
    }
  }

  private WindowContent all() {
    return isSingleRow() ? store.window(PANE, 1, new int[] {0}, 1) : store.window(PANE, 1);
  }

  @Override
  public boolean hasUnsent() {
    return unsent;
  }

  @Override
  public void tick(long tickMillis) {
    if (unsent) {
      unsent = false;
      sendChanged(tickMillis);
    }
  }

  @Override
  public void batchEnd() {
    if (definition.emit().onChange() && unsent) {
      unsent = false;
      sendChanged(time.nowMillis());
    }
  }

  private void sendChanged(long emittedAt) {
    TouchedKeys changed = store.drainTouched();
    if (isSingleRow()) {
      send(all(), RowKind.EARLY, emittedAt);
      return;
    }
    int[] chosen = results.distinctIds(changed, PANE, PANE + 1);
    if (chosen.length > 0) {
      send(store.window(PANE, 1, chosen, chosen.length), RowKind.EARLY, emittedAt);
    }
  }

  private void send(WindowContent state, RowKind kind, long emittedAt) {
    ColumnBatch rows;
    if (state.count() == 0 && isSingleRow()) {
      rows = results.emptyRow();
    } else {
      state.sort(keys);
      rows = results.rows(state);
    }
    if (rows.rowCount() > 0) {
      next.emit(new Emission(rows, kind, false, emittedAt, time.watermark()));
    }
  }

  @Override
  public long openWindows() {
    return store.isEmpty() ? 0 : 1;
  }

  @Override
  public StateSize stateSize() {
    return size;
  }
}
