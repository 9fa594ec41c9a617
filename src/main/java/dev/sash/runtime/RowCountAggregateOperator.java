package dev.sash.runtime;

import dev.sash.aggregate.StateBudget;
import dev.sash.data.BatchCodec;
import dev.sash.data.Column;
import dev.sash.data.ColumnBatch;
import dev.sash.data.Interleave;
import dev.sash.data.LongColumn;
import dev.sash.data.RowKind;
import dev.sash.data.RowOrder;
import dev.sash.pane.KeyIndex;
import dev.sash.pane.RowCountStore;
import dev.sash.window.WindowSpec;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * Aggregates the last rows of each key, in the order in which they arrive. The window of a key
 * closes with its last row; at the end of the input, those that are not full yet close too.
 *
 * <p>Nothing is late, and no time is looked at. A window is named by numbers of rows of its key,
 * {@code [start, end)} counted from 0; the first windows start before it.
 *
 * <pre>
 *   HOP_ROWS(2, 4), SUM
 *   input:  (u, 1) (u, 2)          (u, 3) (u, 4)         (u, 5)  end
 *   output:   FINAL (u, [-2, 2), 3)    FINAL (u, [0, 4), 10)     FINAL (u, [2, 6), 12)
 *                                                                FINAL (u, [4, 8), 5)
 * </pre>
 */
public final class RowCountAggregateOperator implements Shard {
  private final AggregateDefinition definition;
  private final long slide;
  private final long windowRows;
  private final OperatorTime time;
  private final ResultConsumer next;
  private final KeyIndex keys;
  private final RowCountStore store;
  private final List<ColumnBatch> unsent = new ArrayList<>();
  private BitSet touched = new BitSet();
  private final Made made = new Made();
  private final RowNumbers numbers = new RowNumbers();
  private final RowOrder order;
  private final Place place;
  private int[] ids = {};
  private long[] times = {};
  private boolean ended;
  private volatile StateSize size = StateSize.EMPTY;

  /** Windows that were made and not sent, with a record each. */
  private static final class Made {
    final SlotList keys = new SlotList();
    final SlotList records = new SlotList();
    final SlotList rows = new SlotList();
    long[] ends = new long[16];

    void add(int key, int record, long end) {
      add(key, record, end, 0);
    }

    void add(int key, int record, long end, int row) {
      if (keys.size() == ends.length) {
        ends = Arrays.copyOf(ends, ends.length * 2);
      }
      rows.add(row);
      ends[keys.size()] = end;
      keys.add(key);
      records.add(record);
    }

    void clear() {
      keys.clear();
      records.clear();
      rows.clear();
    }
  }

  /** An operator without rows. */
  public RowCountAggregateOperator(
      AggregateDefinition definition,
      WindowSpec.RowCount rows,
      AggregateOutput output,
      AggregateDefinition.Limits limits) {
    this.definition = definition;
    slide = rows.slideRows();
    windowRows = rows.sizeRows();
    time = output.time();
    next = output.results();
    place = output.place();
    order = ShardMerge.resultOrder(definition);
    StateBudget budget = new StateBudget(limits.stateBytes());
    keys = new KeyIndex(definition.keyTypes(), limits.keys(), budget);
    store = new RowCountStore(rows, definition.aggregates(), budget);
  }

  @Override
  public void rows(Rows rows) {
    rows(rows, numbers.of(rows), rows.count());
  }

  @Override
  public void rows(Rows rows, int[] chosen, int count) {
    if (ids.length < count) {
      ids = new int[count];
    }
    times = times.length < rows.to() ? new long[rows.to()] : times;
    rows.arrival().processingTimes(rows, times);
    ColumnBatch batch = rows.batch();
    keys.resolve(AggregateState.keyColumns(definition, batch), chosen, count, ids);
    long since = 0;
    for (int i = 0; i < count; i++) {
      int row = chosen[i];
      if (made.keys.size() > 0 && times[row] != since) {
        closeInOrderOfRows(since);
      }
      since = times[row];
      store.add(batch, row, ids[i]);
      touched.set(ids[i]);
      long taken = store.count(ids[i]);
      if (taken % slide == 0) {
        made.add(ids[i], store.window(ids[i], taken), taken, row);
      }
    }
    closeInOrderOfRows(since);
    size = new StateSize(keys.size(), store.stateBytes(), size.paneUpdates() + count);
  }

  private void closeInOrderOfRows(long nowMillis) {
    place.atRows(Arrays.copyOf(made.rows.array(), made.rows.size()));
    if (made.keys.size() > 0) {
      close(batch(), nowMillis);
    }
    place.atRows(null);
  }

  /** What was made is closed: sent, or kept for the next tick. */
  private void close(ColumnBatch batch, long nowMillis) {
    if (definition.emit().onClose()) {
      send(batch, RowKind.FINAL, nowMillis);
    } else {
      unsent.add(batch);
    }
  }

  private void send(ColumnBatch batch, RowKind kind, long nowMillis) {
    next.emit(new Emission(batch, kind, false, nowMillis, time.watermark()));
  }

  private ColumnBatch batch() {
    int count = made.keys.size();
    List<Column> columns = new ArrayList<>();
    for (int key = 0; key < definition.keyColumns().length; key++) {
      columns.add(keys.keyColumn(key, made.keys.array(), count));
    }
    long[] ends = Arrays.copyOf(made.ends, count);
    columns.add(new LongColumn(Arrays.stream(ends).map(end -> end - windowRows).toArray(), null));
    columns.add(new LongColumn(ends, null));
    for (int i = 0; i < definition.aggregates().size(); i++) {
      columns.add(store.result(i, made.records.array(), count));
    }
    store.free(made.records.array(), count);
    made.clear();
    return new ColumnBatch(definition.output(), columns.toArray(new Column[0]), count);
  }

  /** The end of the window that a key's next row is for. */
  private long currentEnd(int id) {
    return Math.floorDiv(store.count(id), slide) * slide + slide;
  }

  private void sendEarly(long nowMillis) {
    touched.stream()
        .filter(id -> currentEnd(id) - windowRows < store.count(id))
        .forEach(id -> made.add(id, store.window(id, currentEnd(id)), currentEnd(id)));
    touched = new BitSet();
    if (made.keys.size() > 0) {
      send(order.sorted(batch()), RowKind.EARLY, nowMillis);
    }
  }

  // Time

  /** The end of the input is the only boundary. */
  @Override
  public long nextBoundary() {
    return Long.MAX_VALUE;
  }

  @Override
  public void watermark() {
    if (time.watermark() != WatermarkGenerator.END || ended) {
      return;
    }
    ended = true;
    touched.clear();
    int keyCount = definition.keyColumns().length == 0 ? 1 : keys.size();
    for (int id = 0; id < keyCount; id++) {
      long last = store.count(id) + windowRows;
      for (long end = currentEnd(id); store.count(id) > 0 && end < last; end += slide) {
        made.add(id, store.window(id, end), end);
      }
    }
    if (made.keys.size() > 0) {
      close(order.sorted(batch()), time.nowMillis());
    }
  }

  @Override
  public boolean hasUnsent() {
    return !unsent.isEmpty() || !touched.isEmpty();
  }

  @Override
  public void tick(long tickMillis) {
    if (!unsent.isEmpty()) {
      send(order.sorted(Interleave.concatenate(unsent)), RowKind.FINAL, tickMillis);
    }
    unsent.clear();
    sendEarly(tickMillis);
  }

  @Override
  public void batchEnd() {
    if (definition.emit().onChange() && !touched.isEmpty()) {
      sendEarly(time.nowMillis());
    }
  }

  // Snapshots

  @Override
  public void snapshot(DataOutput output) throws IOException {
    keys.write(output);
    store.write(keys.size(), output);
    KeysByWindow.write(touched, output);
    output.writeBoolean(ended);
    output.writeInt(unsent.size());
    for (ColumnBatch batch : unsent) {
      BatchCodec.write(batch, output);
    }
  }

  @Override
  public void restore(DataInput input) throws IOException {
    keys.read(input);
    store.read(keys.size(), input);
    touched = KeysByWindow.read(input);
    ended = input.readBoolean();
    for (int left = input.readInt(); left > 0; left--) {
      unsent.add(BatchCodec.read(definition.output(), input));
    }
  }

  // Progress

  @Override
  public long openWindows() {
    return size.keys();
  }

  @Override
  public StateSize stateSize() {
    return size;
  }
}
