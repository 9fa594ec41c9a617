package dev.sash.runtime;

import dev.sash.aggregate.StateBudget;
import dev.sash.data.BatchBuilder;
import dev.sash.data.Column;
import dev.sash.data.ColumnBatch;
import dev.sash.data.LongColumn;
import dev.sash.pane.KeyIndex;
import dev.sash.pane.SessionStore;
import dev.sash.window.WindowSpec;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Gives each row with the bounds of its session, when the session closes: before, nobody knows
 * them. Sessions come in order of (end, key), the rows of one by their time.
 *
 * <p>A row whose session is over cannot be given its bounds any more: it is late.
 *
 * <pre>
 *   SESSION(10 s)
 *   input:  (u, 1 s) (u, 8 s) (u, 30 s)
 *   output: (u, 1 s, 1 s, 18 s) (u, 8 s, 1 s, 18 s)   when the row at 30 s has come
 * </pre>
 */
public final class SessionRowsOperator implements RowConsumer, TimedOperator {
  private static final long NONE = WatermarkGenerator.NONE;

  private final AggregateDefinition definition;
  private final long gapMillis;
  private final OperatorTime time;
  private final RowConsumer next;
  private final LateCollector late;
  private final KeyIndex keys;
  private final SessionStore store;
  private final HeldRows held;
  private final SlotList closing = new SlotList();
  private @Nullable Arrival arrival;
  private int[] rowNumbers = {};
  private int[] ids = {};
  private volatile long sentEnd = NONE;
  private volatile long openSessions;
  private volatile StateSize size = StateSize.EMPTY;

  /**
   * An operator without rows.
   *
   * @param definition its output is the input with the two bounds behind; it has no aggregates
   * @param output where late rows go; results go to {@code next}
   */
  public SessionRowsOperator(
      AggregateDefinition definition,
      WindowSpec.Session session,
      AggregateOutput output,
      AggregateDefinition.Limits limits,
      RowConsumer next) {
    this.definition = definition;
    this.next = next;
    gapMillis = session.gapMillis();
    time = output.time();
    late = new LateCollector(output, definition.lateAsArrived(), null);
    StateBudget budget = new StateBudget(limits.stateBytes());
    keys = new KeyIndex(definition.keyTypes(), limits.keys(), budget);
    store = new SessionStore(session, List.of(), budget);
    held = new HeldRows(definition.input(), budget);
  }

  @Override
  public void rows(Rows rows) {
    int count = rows.count();
    if (rowNumbers.length < count) {
      rowNumbers = new int[count];
      ids = new int[count];
    }
    for (int i = 0; i < count; i++) {
      rowNumbers[i] = rows.from() + i;
    }
    arrival = rows.arrival();
    ColumnBatch batch = rows.batch();
    store.makeRoom(keys, count);
    keys.resolve(AggregateState.keyColumns(definition, batch), rowNumbers, count, ids);
    LongColumn times = batch.longs(definition.timeColumn());
    boolean once = definition.emit().once();
    held.begin(batch);
    for (int i = 0; i < count; i++) {
      int row = rowNumbers[i];
      if (times.isNull(row)) {
        continue;
      }
      long watermark = once ? NONE : rows.arrival().watermarkAt(rows.arrivalRow(row), time);
      if (store.isDue(watermark)) {
        advance(watermark);
      }
      int slot = take(ids[i], times.values()[row], watermark);
      if (slot == SessionStore.NONE) {
        late.add(row, 1, 0);
      } else {
        held.add(row, slot);
      }
    }
    held.end();
    late.flush(rows, definition.timeColumn());
    count(count);
  }

  private int take(int id, long rowTime, long watermark) {
    int slot = store.join(id, rowTime, watermark);
    if (slot == SessionStore.NONE) {
      if (rowTime + gapMillis <= watermark) {
        return SessionStore.NONE;
      }
      slot = store.open(id, rowTime, watermark);
      store.dueAt(slot, store.end(slot));
    } else if (store.absorbed() != SessionStore.NONE) {
      held.merge(slot, store.absorbed());
      store.free(store.absorbed());
    }
    return slot;
  }

  private void advance(long watermark) {
    closing.clear();
    while (store.isDue(watermark)) {
      int slot = store.firstOfQueue();
      if (store.end(slot) > watermark) {
        store.dueAt(slot, store.end(slot));
      } else {
        store.notDue(slot);
        closing.add(slot);
      }
    }
    int[] sorted = Arrays.copyOf(closing.array(), closing.size());
    store.sort(sorted, sorted.length, keys);
    send(sorted);
    for (int slot : sorted) {
      sentEnd = Math.max(sentEnd, store.end(slot));
      store.free(slot);
    }
  }

  private void send(int[] slots) {
    BatchBuilder out = new BatchBuilder(definition.input());
    long[] starts = new long[ColumnBatch.MAX_ROWS];
    long[] ends = new long[ColumnBatch.MAX_ROWS];
    int count = 0;
    for (int slot : slots) {
      HeldRows.Session rows = held.take(slot, definition.timeColumn());
      for (int i = 0; i < rows.size(); i++) {
        rows.appendTo(out, i);
        starts[count] = store.start(slot);
        ends[count++] = store.end(slot);
        if (count == ColumnBatch.MAX_ROWS) {
          send(out, starts, ends, count);
          count = 0;
        }
      }
    }
    send(out, starts, ends, count);
  }

  private void send(BatchBuilder out, long[] starts, long[] ends, int count) {
    Arrival last = arrival;
    if (count == 0 || last == null) {
      return;
    }
    ColumnBatch rows = out.build();
    Column[] columns = new Column[definition.output().size()];
    for (int i = 0; i < columns.length - 2; i++) {
      columns[i] = rows.column(i);
    }
    columns[columns.length - 2] = new LongColumn(Arrays.copyOf(starts, count), null);
    columns[columns.length - 1] = new LongColumn(Arrays.copyOf(ends, count), null);
    ColumnBatch batch = new ColumnBatch(definition.output(), columns, count);
    next.rows(new Rows(batch, 0, count, last.holding(batch), null));
  }

  private void count(int added) {
    size = new StateSize(keys.size(), store.stateBytes(), size.paneUpdates() + added);
    openSessions = store.size();
  }

  // Time

  @Override
  public long nextBoundary() {
    return definition.emit().once() ? Long.MAX_VALUE : store.firstDue();
  }

  @Override
  public void watermark() {
    advance(time.watermark());
    store.reclaim(keys);
    count(0);
  }

  // Snapshots

  @Override
  public void snapshot(DataOutput output) throws IOException {
    output.writeLong(sentEnd);
    keys.write(output);
    held.write(store.write(output), output);
  }

  @Override
  public void restore(DataInput input) throws IOException {
    sentEnd = input.readLong();
    keys.read(input);
    int sessions = store.read(input);
    held.read(sessions, input);
    for (int slot = 0; slot < sessions; slot++) {
      store.dueAt(slot, store.end(slot));
    }
    arrival = Arrival.ofResults(ColumnBatch.empty(definition.input()), time);
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
  public long openWindows() {
    return openSessions;
  }

  @Override
  public StateSize stateSize() {
    return size;
  }
}
