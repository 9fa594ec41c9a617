package dev.sash.runtime;

import dev.sash.aggregate.StateBudget;
import dev.sash.data.Column;
import dev.sash.data.ColumnBatch;
import dev.sash.data.DataType;
import dev.sash.data.LongColumn;
import dev.sash.data.RowOrder;
import dev.sash.data.Schema;
import dev.sash.pane.KeyIndex;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.Function;

/**
 * Functions with OVER in event time: each row is given once, with what they say of it. A row waits
 * until the watermark has passed its time; then all rows before it are known, and it is given for
 * good.
 *
 * <pre>
 *   SUM(v) OVER (PARTITION BY k ORDER BY ts)
 *   input:  (a, 2 s, 1) (a, 1 s, 5)    (a, 9 s, 3), the watermark is 4 s
 *   output:                            (a, 1 s, 5, 5) (a, 2 s, 1, 6)
 * </pre>
 *
 * <p>Rows are worked off in the order asked for; those that are equal in it, in the order of their
 * other columns. So what is given depends on the set of rows only, not on how they came. Rows
 * behind the watermark are late.
 *
 * <p>Work is done where others look: at the end of a batch of input, when an operator above has
 * something to close, and before ticks. In between rows only collect, so that a batch is not cut
 * at every row.
 */
public final class OverOperator implements TimedOperator, RowConsumer {
  /** Spans of time that are kept are swept so many times in their length. */
  private static final int SWEEPS = 4;

  private static final long SWEEP_MILLIS_MIN = 1_000;

  private final OverForm form;
  private final boolean once;
  private final OperatorTime time;
  private final RowConsumer next;
  private final LateCollector late;
  private final StateBudget budget;
  private final PendingRows pending;
  private final KeyIndex keys;
  private final List<OverState> states;

  /** Order, partition, all columns: no two orders are possible. */
  private final RowOrder order;

  /** What is the same of rows that are equal in the order, of one key. */
  private final RowOrder peers;

  private final int width;
  private long sweepAt = WatermarkGenerator.NONE;
  private boolean midway;
  private volatile StateSize size = StateSize.EMPTY;

  /** What stands around the operator. */
  public record Surroundings(
      boolean once,
      OperatorTime time,
      AggregateDefinition.Limits limits,
      LateOutput late,
      RowConsumer next) {}

  /**
   * An operator without rows.
   *
   * @param states gives the functions, which count what they keep against a budget
   */
  public OverOperator(
      Schema input,
      OverForm form,
      Function<StateBudget, List<OverState>> states,
      Surroundings around) {
    this.form = form;
    once = around.once;
    time = around.time;
    next = around.next;
    AggregateOutput output = new AggregateOutput(time, emission -> {}, around.late.rows());
    late = new LateCollector(output, around.late.asArrived(), null);
    budget = new StateBudget(around.limits.stateBytes());
    pending = new PendingRows(input, form.timeColumn(), budget);
    List<DataType> keyTypes = form.partition().stream().map(input::type).toList();
    keys = new KeyIndex(keyTypes, around.limits.keys(), budget);
    this.states = states.apply(budget);
    this.states.forEach(state -> state.reserve(keys.size()));
    width = input.size();
    List<RowOrder.Key> equal = new ArrayList<>(form.order());
    form.partition().forEach(column -> equal.add(new RowOrder.Key(column, false, false)));
    peers = RowOrder.of(input, equal);
    List<RowOrder.Key> all = new ArrayList<>(equal);
    all.addAll(WindowTopNOperator.allColumns(width, false));
    order = RowOrder.of(input, all);
  }

  @Override
  public void rows(Rows rows) {
    LongColumn times = rows.batch().longs(form.timeColumn());
    for (int row = rows.from(); row < rows.to(); row++) {
      if (times.isNull(row)) {
        continue;
      }
      long instant = times.values()[row];
      if (!once
          && release(instant) < rows.arrival().watermarkAt(rows.arrivalRow(row), time)) {
        late.add(row, 1, 0);
      } else {
        pending.add(rows.batch(), row, instant);
      }
    }
    late.flush(rows, form.timeColumn());
    count(rows.count());
  }

  /** The watermark that must be passed before the rows of an instant are given. */
  private long release(long instant) {
    return form.endsWindow() ? instant - 1 : instant;
  }

  // Time

  @Override
  public long nextBoundary() {
    return once || midway || pending.isEmpty()
        ? Long.MAX_VALUE
        : release(pending.firstTime()) + 1;
  }

  @Override
  public void fed(Arrival arrival, int to) {
    midway = true;
  }

  @Override
  public void batchEnd() {
    midway = false;
    watermark();
  }

  @Override
  public boolean hasUnsent() {
    return !once && !pending.isEmpty() && release(pending.firstTime()) < time.watermark();
  }

  @Override
  public void tick(long tickMillis) {
    watermark();
  }

  @Override
  public void watermark() {
    long watermark = time.watermark();
    boolean isEnd = watermark == WatermarkGenerator.END;
    if (once && !isEnd) {
      return;
    }
    long before = isEnd || !form.endsWindow() ? watermark : watermark + 1;
    for (ColumnBatch due = pending.pollBefore(before);
        due != null;
        due = pending.pollBefore(before)) {
      workOff(due.gather(order.rows(due), due.rowCount()));
    }
    if (!isEnd && watermark >= sweepAt) {
      sweep(watermark);
    }
    count(0);
  }

  /** Gives sorted rows with their results. */
  private void workOff(ColumnBatch rows) {
    int count = rows.rowCount();
    int[] ids = ids(rows);
    long[] times = rows.longs(form.timeColumn()).values();
    for (int from = 0; from < count; ) {
      int to = from + 1;
      while (to < count && ids[to] == ids[from] && peers.same(rows, from, rows, to)) {
        to++;
      }
      for (OverState state : states) {
        state.peers(rows, from, to, ids[from], times[from]);
      }
      from = to;
    }
    Column[] columns = new Column[form.output().size()];
    for (int i = 0; i < width; i++) {
      columns[i] = rows.column(i);
    }
    states.forEach(state -> state.takeResults(columns, width));
    send(new ColumnBatch(form.output(), columns, count));
  }

  private int[] ids(ColumnBatch rows) {
    int[] numbers = new int[rows.rowCount()];
    for (int row = 0; row < numbers.length; row++) {
      numbers[row] = row;
    }
    Column[] columns = form.partition().stream().map(rows::column).toArray(Column[]::new);
    int[] ids = new int[numbers.length];
    keys.resolve(columns, numbers, numbers.length, ids);
    states.forEach(state -> state.reserve(keys.size()));
    return ids;
  }

  private void send(ColumnBatch rows) {
    for (int from = 0; from < rows.rowCount(); from += ColumnBatch.MAX_ROWS) {
      int to = Math.min(rows.rowCount(), from + ColumnBatch.MAX_ROWS);
      next.rows(new Rows(rows, from, to, Arrival.ofResults(rows, time), null));
    }
  }

  /** Forgets rows that no frame can hold any more, and keys without rows. */
  private void sweep(long watermark) {
    long span = states.stream().mapToLong(OverState::spanMillis).min().orElse(Long.MAX_VALUE);
    if (span == Long.MAX_VALUE) {
      sweepAt = Long.MAX_VALUE;
      return;
    }
    sweepAt = watermark + Math.max(SWEEP_MILLIS_MIN, span / SWEEPS);
    states.forEach(state -> state.expire(watermark));
    BitSet live = new BitSet(keys.size());
    for (int key = 0; key < keys.size(); key++) {
      int id = key;
      live.set(key, states.stream().anyMatch(state -> state.holds(id)));
    }
    if (!form.partition().isEmpty() && 2 * live.cardinality() < keys.size()) {
      int[] mapping = keys.retain(live);
      states.forEach(state -> state.renumber(mapping, keys.size()));
    }
  }

  private void count(int added) {
    size = new StateSize(keys.size(), budget.usedBytes(), size.paneUpdates() + added);
  }

  // Snapshots

  @Override
  public void snapshot(DataOutput output) throws IOException {
    output.writeLong(sweepAt);
    pending.write(output);
    keys.write(output);
    for (OverState state : states) {
      state.snapshot(output);
    }
  }

  @Override
  public void restore(DataInput input) throws IOException {
    sweepAt = input.readLong();
    pending.read(input);
    keys.read(input);
    for (OverState state : states) {
      state.restore(input);
    }
    count(0);
  }

  // Progress

  @Override
  public long lateRows() {
    return late.total();
  }

  @Override
  public StateSize stateSize() {
    return size;
  }
}
