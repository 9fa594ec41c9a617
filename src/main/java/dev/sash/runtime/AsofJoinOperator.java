package dev.sash.runtime;

import dev.sash.aggregate.StateBudget;
import dev.sash.data.BatchBuilder;
import dev.sash.data.BatchCodec;
import dev.sash.data.ColumnBatch;
import dev.sash.data.LongColumn;
import dev.sash.data.RowOrder;
import dev.sash.data.Schema;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Joins each row of the left side with the newest row of the right side that is not younger: {@code
 * ASOF JOIN ... MATCH_CONDITION l.ts >= r.ts ON l.k = r.k}. A row of the left side waits until the
 * watermark has passed its time; then no older partner can come any more, and it is given for good.
 *
 * <pre>
 *   input:  r (a, 1 s, x)  l (a, 3 s)  r (a, 4 s, y)  r (a, 2 s, z), then the watermark is 5 s
 *   output: (a, 3 s, a, 2 s, z)
 * </pre>
 *
 * <p>Of the right side the newest row of each key behind the watermark is kept, for as long as the
 * query runs, and all that are before it. Of rows of one key and time the last one counts in the
 * order of all their columns, so that what is given depends on the set of rows only. NULL is equal
 * to nothing. Rows behind the watermark are late.
 */
public final class AsofJoinOperator extends PassedTimeOperator {
  /** A row of the right side, with its places by key and by time. */
  private static final int ROW_BYTES = 96;

  private static final int SWEEP_ROWS_MIN = 1024;

  private final JoinForm form;
  private final boolean strict;
  private final boolean once;
  private final OperatorTime time;
  private final RowConsumer next;
  private final StateBudget budget;
  private final IntervalJoinOperator.Input left;
  private final IntervalJoinOperator.Input right;
  private final LateCollector lateLeft;
  private final LateCollector lateRight;
  private final PendingRows lefts;
  private final RowOrder leftOrder;
  private final RowOrder rightOrder;
  private final RowPool pool;
  private final Map<List<Object>, TreeMap<Long, Integer>> rights = new HashMap<>();
  private int sweepAt = SWEEP_ROWS_MIN;
  private volatile StateSize size = StateSize.EMPTY;

  /**
   * An operator without rows.
   *
   * @param inputs the left and the right side
   * @param strict whether a partner must be older, and not of the same time
   */
  public AsofJoinOperator(
      List<IntervalJoinOperator.Input> inputs,
      JoinForm form,
      boolean strict,
      IntervalJoinOperator.Surroundings around) {
    super(around.once(), around.time());
    this.form = form;
    this.strict = strict;
    once = around.once();
    time = around.time();
    next = around.next();
    budget = new StateBudget(around.limits().stateBytes());
    left = inputs.get(0);
    right = inputs.get(1);
    lateLeft = late(left);
    lateRight = late(right);
    lefts = new PendingRows(left.schema(), left.timeColumn(), budget);
    List<RowOrder.Key> order = new ArrayList<>();
    order.add(new RowOrder.Key(left.timeColumn(), false, false));
    order.addAll(WindowTopNOperator.allColumns(left.schema().size(), false));
    leftOrder = RowOrder.of(left.schema(), order);
    rightOrder =
        RowOrder.of(right.schema(), WindowTopNOperator.allColumns(right.schema().size(), false));
    pool = new RowPool(right.schema());
  }

  private LateCollector late(IntervalJoinOperator.Input input) {
    AggregateOutput output = new AggregateOutput(time, emission -> {}, input.late().rows());
    return new LateCollector(output, input.late().asArrived(), null);
  }

  /** Takes the rows of the left side. */
  public RowConsumer left() {
    return rows -> {
      take(true, rows);
      count(rows.count());
    };
  }

  /** Takes the rows of the right side. */
  public RowConsumer right() {
    return rows -> {
      take(false, rows);
      pool.settle();
      count(rows.count());
    };
  }

  private void take(boolean isLeft, Rows rows) {
    IntervalJoinOperator.Input input = isLeft ? left : right;
    LateCollector late = isLeft ? lateLeft : lateRight;
    LongColumn times = rows.batch().longs(input.timeColumn());
    boolean mayBeLate = !once && !input.comesClosed();
    for (int row = rows.from(); row < rows.to(); row++) {
      if (times.isNull(row)) {
        continue;
      }
      long instant = times.values()[row];
      if (mayBeLate && instant < rows.arrival().watermarkAt(rows.arrivalRow(row), time)) {
        late.add(row, 1, 0);
      } else if (isLeft) {
        lefts.add(rows.batch(), row, instant);
      } else {
        addRight(rows.batch(), row, instant);
      }
    }
    late.flush(rows, input.timeColumn());
  }

  private void addRight(ColumnBatch batch, int row, long instant) {
    List<Object> key = WaitingRows.row(batch, row, instant, form.rightKeys()).key;
    if (key == null) {
      return; // nothing is equal to it
    }
    TreeMap<Long, Integer> ofKey = rights.computeIfAbsent(key, k -> new TreeMap<>());
    Integer same = ofKey.get(instant);
    if (same != null) {
      if (rightOrder.compare(pool.batch(same), pool.row(same), batch, row) >= 0) {
        return;
      }
      free(same);
    }
    budget.reserve(rowBytes());
    ofKey.put(instant, pool.add(batch, row));
  }

  private long rowBytes() {
    return ROW_BYTES + (long) right.schema().size() * Long.BYTES;
  }

  private void free(int number) {
    pool.free(number);
    budget.release(rowBytes());
  }

  private void count(int added) {
    size = new StateSize(rights.size(), budget.usedBytes(), size.paneUpdates() + added);
  }

  // Time

  @Override
  long due() {
    return lefts.isEmpty() ? Long.MAX_VALUE : lefts.firstTime() + 1;
  }

  @Override
  public void watermark() {
    long watermark = time.watermark();
    if (once && watermark != WatermarkGenerator.END) {
      return;
    }
    for (ColumnBatch due = lefts.pollBefore(watermark);
        due != null;
        due = lefts.pollBefore(watermark)) {
      send(joined(due.gather(leftOrder.rows(due), due.rowCount())));
    }
    if (pool.size() > sweepAt) {
      sweep(watermark);
      sweepAt = Math.max(SWEEP_ROWS_MIN, 2 * pool.size());
    }
    count(0);
  }

  private ColumnBatch joined(ColumnBatch rows) {
    BatchBuilder output = new BatchBuilder(form.output());
    long[] times = rows.longs(left.timeColumn()).values();
    int width = left.schema().size();
    for (int row = 0; row < rows.rowCount(); row++) {
      Integer partner = partner(rows, row, times[row]);
      if (partner == null && !form.kind().keepsLeft()) {
        continue;
      }
      for (int column = 0; column < form.output().size(); column++) {
        if (column < width) {
          output.column(column).appendFrom(rows.column(column), row);
        } else if (partner == null) {
          output.column(column).appendNull();
        } else {
          output
              .column(column)
              .appendFrom(pool.batch(partner).column(column - width), pool.row(partner));
        }
      }
    }
    return output.build();
  }

  private @Nullable Integer partner(ColumnBatch rows, int row, long instant) {
    List<Object> key = WaitingRows.row(rows, row, instant, form.leftKeys()).key;
    TreeMap<Long, Integer> ofKey = key == null ? null : rights.get(key);
    if (ofKey == null) {
      return null;
    }
    Map.Entry<Long, Integer> found = strict ? ofKey.lowerEntry(instant) : ofKey.floorEntry(instant);
    return found == null ? null : found.getValue();
  }

  private void send(ColumnBatch rows) {
    Rows.sendResults(rows, time, next);
  }

  /** Rows to come are not before the watermark: of what is, each key needs its newest row only. */
  private void sweep(long watermark) {
    for (TreeMap<Long, Integer> ofKey : rights.values()) {
      Long newest = ofKey.lowerKey(watermark);
      Iterator<Integer> older =
          newest == null
              ? new ArrayList<Integer>().iterator()
              : ofKey.headMap(newest, false).values().iterator();
      while (older.hasNext()) {
        free(older.next());
        older.remove();
      }
    }
    pool.settle();
  }

  // Snapshots

  @Override
  public void snapshot(DataOutput output) throws IOException {
    lefts.write(output);
    BatchBuilder rows = new BatchBuilder(right.schema());
    for (TreeMap<Long, Integer> ofKey : rights.values()) {
      ofKey.values().forEach(row -> rows.appendFrom(pool.batch(row), pool.row(row)));
    }
    BatchCodec.write(rows.build(), output);
  }

  @Override
  public void restore(DataInput input) throws IOException {
    lefts.read(input);
    Schema schema = right.schema();
    ColumnBatch rows = BatchCodec.read(schema, input);
    long[] times = rows.longs(right.timeColumn()).values();
    for (int row = 0; row < rows.rowCount(); row++) {
      addRight(rows, row, times[row]);
    }
    pool.settle();
    count(0);
  }

  // Progress

  @Override
  public long lateRows() {
    return lateLeft.total() + lateRight.total();
  }

  @Override
  public StateSize stateSize() {
    return size;
  }
}
