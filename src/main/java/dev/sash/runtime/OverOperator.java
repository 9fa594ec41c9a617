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
 */
public final class OverOperator extends PassedTimeOperator implements RowConsumer {
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
  private final OverStep step;

  /** Order, partition, all columns: no two orders are possible. */
  private final RowOrder order;

  private long sweepAt = WatermarkGenerator.NONE;
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
   * @param step gives the functions, which count what they keep against a budget
   */
  public OverOperator(
      Schema input, OverForm form, Function<StateBudget, OverStep> step, Surroundings around) {
    super(around.once, around.time);
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
    this.step = step.apply(budget);
    this.step.reserve(keys.size());
    List<RowOrder.Key> all = new ArrayList<>(form.order());
    form.partition().forEach(column -> all.add(new RowOrder.Key(column, false, false)));
    all.addAll(WindowTopNOperator.allColumns(input.size(), false));
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
      if (!once && release(instant) < rows.arrival().watermarkAt(rows.arrivalRow(row), time)) {
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

  /** The least watermark at which there is something to give. */
  @Override
  long due() {
    long first = pending.isEmpty() ? Long.MAX_VALUE : release(pending.firstTime()) + 1;
    return Math.min(first, step.nextBoundary());
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
      ColumnBatch rows = due.gather(order.rows(due), due.rowCount());
      send(step.workOff(rows, ids(rows)));
    }
    send(step.passed(before));
    if (!isEnd && watermark >= sweepAt) {
      sweep(watermark);
    }
    count(0);
  }

  private int[] ids(ColumnBatch rows) {
    int[] numbers = new int[rows.rowCount()];
    for (int row = 0; row < numbers.length; row++) {
      numbers[row] = row;
    }
    Column[] columns = form.partition().stream().map(rows::column).toArray(Column[]::new);
    int[] ids = new int[numbers.length];
    keys.resolve(columns, numbers, numbers.length, ids);
    step.reserve(keys.size());
    return ids;
  }

  private void send(ColumnBatch rows) {
    Rows.sendResults(rows, time, next);
  }

  /** Forgets rows that no frame can hold any more, and keys without rows. */
  private void sweep(long watermark) {
    long span = step.spanMillis();
    if (span == Long.MAX_VALUE) {
      sweepAt = Long.MAX_VALUE;
      return;
    }
    sweepAt = watermark + Math.max(SWEEP_MILLIS_MIN, span / SWEEPS);
    step.expire(watermark);
    BitSet live = new BitSet(keys.size());
    for (int key = 0; key < keys.size(); key++) {
      live.set(key, step.holds(key));
    }
    if (!form.partition().isEmpty() && 2 * live.cardinality() < keys.size()) {
      int[] mapping = keys.retain(live);
      step.renumber(mapping, keys.size());
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
    step.snapshot(output);
  }

  @Override
  public void restore(DataInput input) throws IOException {
    sweepAt = input.readLong();
    pending.read(input);
    keys.read(input);
    step.restore(input);
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
