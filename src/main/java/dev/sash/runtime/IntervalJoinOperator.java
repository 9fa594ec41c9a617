package dev.sash.runtime;

import dev.sash.aggregate.StateBudget;
import dev.sash.data.BatchBuilder;
import dev.sash.data.BatchCodec;
import dev.sash.data.ColumnBatch;
import dev.sash.data.LongColumn;
import dev.sash.data.Schema;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Joins rows of two streams whose times are near each other: {@code r.ts - l.ts} in {@code [lower,
 * upper]}. A pair is given when its second row comes. A row waits as long as a partner may come:
 * until the watermark has passed all times at which one could be; if none has come then it is given
 * alone, where the join gives such rows.
 *
 * <pre>
 *   l LEFT JOIN r ON l.k = r.k AND r.ts BETWEEN l.ts AND l.ts + 5 s
 *   input:  l (a, 1 s)    r (a, 3 s)             l (b, 4 s)    r (c, 10 s)
 *   output:               (a, 1 s, a, 3 s)                     (b, 4 s, NULL, NULL)
 * </pre>
 *
 * <p>Rows behind the watermark are late: their partners may have gone. So what is given depends on
 * the set of rows only. NULL is equal to nothing.
 */
public final class IntervalJoinOperator implements TimedOperator {
  /** A row that waits, with its places by key and by time. */
  private static final int ROW_BYTES = 96;

  private static final int SLACK_MILLIS = 1_000;

  private final JoinForm form;
  private final Bounds bounds;
  private final boolean once;
  private final OperatorTime time;
  private final RowConsumer next;
  private final JoinedRows joined;
  private final StateBudget budget;
  private final Side left;
  private final Side right;
  private final BatchBuilder pairs;
  private final List<WaitingRows.Row> lefts = new ArrayList<>();
  private final List<WaitingRows.Row> rights = new ArrayList<>();
  private volatile StateSize size = StateSize.EMPTY;

  /**
   * How far apart rows may be.
   *
   * @param lowerMillis the least of right time minus left time
   * @param upperMillis the greatest
   */
  public record Bounds(long lowerMillis, long upperMillis) {}

  /**
   * One of the two inputs.
   *
   * @param timeColumn ordinal of its event time
   * @param comesClosed whether rows come from an operator below, when windows close: none is late
   */
  public record Input(Schema schema, int timeColumn, boolean comesClosed, LateOutput late) {}

  /** What stands around the operator. */
  public record Surroundings(
      boolean once, OperatorTime time, AggregateDefinition.Limits limits, RowConsumer next) {}

  private record Side(
      Input input, boolean isLeft, List<Integer> keys, WaitingRows rows, LateCollector late) {}

  /** An operator without rows. */
  public IntervalJoinOperator(
      List<Input> inputs,
      JoinForm form,
      Bounds bounds,
      @Nullable RowKernel condition,
      RowFailures failures,
      Surroundings around) {
    this.form = form;
    this.bounds = bounds;
    once = around.once;
    time = around.time;
    next = around.next;
    joined = new JoinedRows(form, condition, failures, time);
    budget = new StateBudget(around.limits.stateBytes());
    left = side(inputs.get(0), true, form.leftKeys());
    right = side(inputs.get(1), false, form.rightKeys());
    pairs = new BatchBuilder(form.pair());
  }

  private Side side(Input input, boolean isLeft, List<Integer> keys) {
    AggregateOutput output = new AggregateOutput(time, emission -> {}, input.late.rows());
    LateCollector late = new LateCollector(output, input.late.asArrived(), null);
    return new Side(input, isLeft, keys, new WaitingRows(), late);
  }

  /** Takes the rows of the left side. */
  public RowConsumer left() {
    return rows -> take(left, right, rows);
  }

  /** Takes the rows of the right side. */
  public RowConsumer right() {
    return rows -> take(right, left, rows);
  }

  private void take(Side own, Side other, Rows rows) {
    LongColumn times = rows.batch().longs(own.input.timeColumn);
    boolean mayBeLate = !once && !own.input.comesClosed;
    for (int row = rows.from(); row < rows.to(); row++) {
      if (times.isNull(row)) {
        continue;
      }
      long instant = times.values()[row];
      if (mayBeLate && instant < rows.arrival().watermarkAt(rows.arrivalRow(row), time)) {
        own.late.add(row, 1, 0);
        continue;
      }
      budget.reserve(rowBytes(own));
      WaitingRows.Row waiting = WaitingRows.row(rows.batch(), row, instant, own.keys);
      own.rows.add(waiting);
      pair(own, waiting, other);
    }
    match();
    own.late.flush(rows, own.input.timeColumn);
    count(rows.count());
  }

  private static long rowBytes(Side side) {
    return ROW_BYTES + (long) side.input.schema.size() * Long.BYTES;
  }

  private void pair(Side own, WaitingRows.Row row, Side other) {
    long from = own.isLeft ? row.time + bounds.lowerMillis : row.time - bounds.upperMillis;
    long to = own.isLeft ? row.time + bounds.upperMillis : row.time - bounds.lowerMillis;
    for (WaitingRows.Row partner : other.rows.of(row.key, from, to)) {
      WaitingRows.Row l = own.isLeft ? row : partner;
      WaitingRows.Row r = own.isLeft ? partner : row;
      int width = left.input.schema.size();
      for (int i = 0; i < form.pair().size(); i++) {
        WaitingRows.Row source = i < width ? l : r;
        pairs.column(i).appendFrom(source.batch.column(i < width ? i : i - width), source.number);
      }
      lefts.add(l);
      rights.add(r);
      if (lefts.size() == ColumnBatch.MAX_ROWS) {
        match();
      }
    }
  }

  /** Gives the pairs of which the condition is true. */
  private void match() {
    if (lefts.isEmpty()) {
      return;
    }
    ColumnBatch candidates = pairs.build();
    int matched = joined.select(candidates);
    int[] selected = joined.selected();
    List<WaitingRows.Row> once = new ArrayList<>();
    for (int i = 0; i < matched; i++) {
      WaitingRows.Row l = lefts.get(selected[i]);
      if (!l.matched) {
        once.add(l);
      }
      l.matched = true;
      rights.get(selected[i]).matched = true;
    }
    lefts.clear();
    rights.clear();
    if (form.kind().givesRight()) {
      send(joined.pairs(candidates, matched));
    } else if (form.kind() == JoinForm.Kind.SEMI) {
      send(batch(left, once));
    }
  }

  private static ColumnBatch batch(Side side, Collection<WaitingRows.Row> rows) {
    BatchBuilder builder = new BatchBuilder(side.input.schema);
    rows.forEach(row -> builder.appendFrom(row.batch, row.number));
    return builder.build();
  }

  private void send(ColumnBatch rows) {
    Rows.sendResults(rows, time, next);
  }

  private void count(int added) {
    size =
        new StateSize(
            (long) left.rows.keys() + right.rows.keys(),
            budget.usedBytes(),
            size.paneUpdates() + added);
  }

  // Time

  /** How long after its own time a row may find a partner. */
  private long reach(Side side) {
    return side.isLeft ? bounds.upperMillis : -bounds.lowerMillis;
  }

  private boolean keepsAlone(Side side) {
    return side.isLeft ? form.kind().keepsLeft() : form.kind().keepsRight();
  }

  /** Rows that are not given alone may go a little later, many at a time. */
  private long boundary(Side side) {
    if (side.rows.isEmpty()) {
      return Long.MAX_VALUE;
    }
    long slack =
        keepsAlone(side) ? 1 : (bounds.upperMillis - bounds.lowerMillis) / 8 + SLACK_MILLIS;
    return side.rows.firstTime() + reach(side) + slack;
  }

  @Override
  public long nextBoundary() {
    return once ? Long.MAX_VALUE : Math.min(boundary(left), boundary(right));
  }

  @Override
  public void watermark() {
    long watermark = time.watermark();
    boolean isEnd = watermark == WatermarkGenerator.END;
    if (once && !isEnd) {
      return;
    }
    for (Side side : List.of(left, right)) {
      long before = isEnd ? Long.MAX_VALUE : watermark - reach(side);
      List<WaitingRows.Row> gone = side.rows.removeBefore(before);
      budget.release(gone.size() * rowBytes(side));
      if (keepsAlone(side)) {
        gone.removeIf(row -> row.matched);
        ColumnBatch alone = batch(side, gone);
        Schema other = (side.isLeft ? right : left).input.schema;
        send(form.kind().givesRight() ? joined.padded(alone, other, side.isLeft) : alone);
      }
    }
    count(0);
  }

  // Snapshots

  @Override
  public void snapshot(DataOutput output) throws IOException {
    for (Side side : List.of(left, right)) {
      List<WaitingRows.Row> rows = side.rows.all();
      BatchCodec.write(batch(side, rows), output);
      for (WaitingRows.Row row : rows) {
        output.writeBoolean(row.matched);
      }
    }
  }

  @Override
  public void restore(DataInput input) throws IOException {
    for (Side side : List.of(left, right)) {
      ColumnBatch batch = BatchCodec.read(side.input.schema, input);
      long[] times = batch.longs(side.input.timeColumn).values();
      for (int row = 0; row < batch.rowCount(); row++) {
        budget.reserve(rowBytes(side));
        WaitingRows.Row waiting = WaitingRows.row(batch, row, times[row], side.keys);
        waiting.matched = input.readBoolean();
        side.rows.add(waiting);
      }
    }
    count(0);
  }

  // Progress

  @Override
  public long lateRows() {
    return left.late.total() + right.late.total();
  }

  @Override
  public StateSize stateSize() {
    return size;
  }
}
