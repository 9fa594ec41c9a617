package dev.sash.runtime;

import dev.sash.aggregate.StateBudget;
import dev.sash.data.BatchBuilder;
import dev.sash.data.BatchCodec;
import dev.sash.data.ColumnBatch;
import dev.sash.data.LongColumn;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What operators have in common that need all rows of a window before they can say anything: rows
 * wait until their window closes, and are worked off window by window then. A row whose window has
 * closed is late.
 *
 * <p>The result of a window depends on the set of its rows only, not on the order in which they
 * came; results come in order of the ends of windows.
 */
abstract class WindowCloseOperator implements TimedOperator {
  private static final long NONE = WatermarkGenerator.NONE;

  /** A row that waits: where it is, and room for an index over it. */
  private static final int ROW_BYTES = 16;

  private final List<WindowRowsInput> inputs;
  private final boolean once;
  private final OperatorTime time;
  private final RowConsumer next;
  private final List<LateCollector> late = new ArrayList<>();

  /** Counts all state of the operator. */
  final StateBudget budget;

  private final TreeMap<Long, Waiting> open = new TreeMap<>();
  private long lastEnd;
  private @Nullable Waiting last;
  private volatile long sentEnd = NONE;
  private volatile int openCount;
  private volatile StateSize size = StateSize.EMPTY;

  /** The rows of one window. */
  private static final class Waiting {
    final BatchBuilder[] rows;
    final int[] dueAt;

    Waiting(List<WindowRowsInput> inputs, int dueAt) {
      rows = inputs.stream().map(i -> new BatchBuilder(i.schema())).toArray(BatchBuilder[]::new);
      this.dueAt = new int[rows.length];
      Arrays.fill(this.dueAt, dueAt);
    }
  }

  /**
   * An operator without rows.
   *
   * @param once whether the query ends: then no row is late
   * @param next takes the results
   */
  WindowCloseOperator(
      List<WindowRowsInput> inputs,
      boolean once,
      OperatorTime time,
      AggregateDefinition.Limits limits,
      RowConsumer next) {
    this.inputs = List.copyOf(inputs);
    this.once = once;
    this.next = next;
    this.time = time;
    budget = new StateBudget(limits.stateBytes());
    for (WindowRowsInput input : inputs) {
      AggregateOutput output = new AggregateOutput(time, emission -> {}, input.late());
      late.add(new LateCollector(output, input.asArrived(), null));
    }
  }

  /**
   * Works off a window.
   *
   * @param rows of each input
   */
  abstract void close(List<ColumnBatch> rows);

  /** How many rows of an input may wait in a window before {@link #needed} is asked. */
  int dueAt() {
    return Integer.MAX_VALUE;
  }

  /** Which rows of a window can still matter, whatever comes. */
  ColumnBatch needed(ColumnBatch rows) {
    return rows;
  }

  /** Hands on a part of a result. */
  final void send(ColumnBatch rows) {
    Rows.sendResults(rows, time, next);
  }

  /** Takes rows of an input. */
  final void take(int input, Rows rows) {
    WindowRowsInput form = inputs.get(input);
    LongColumn ends = rows.batch().longs(form.windowEnd());
    boolean mayBeLate = !once && !form.comesClosed();
    for (int row = rows.from(); row < rows.to(); ) {
      int source = rows.arrivalRow(row);
      long watermark = mayBeLate ? rows.arrival().watermarkAt(source, time) : NONE;
      int first = row;
      int dropped = 0;
      for (; row < rows.to() && (row == first || sameRow(rows, row, source)); row++) {
        if (ends.isNull(row)) {
          continue;
        }
        long end = ends.values()[row];
        if (mayBeLate && end <= watermark) {
          dropped++;
        } else {
          add(input, end, rows.batch(), row);
        }
      }
      if (dropped > 0) {
        late.get(input).add(first, dropped, row - first - dropped);
      }
    }
    late.get(input).flush(rows, form.timeColumn());
    count(rows.count());
  }

  /** Whether a row is the same one of the stream, in another window. */
  private static boolean sameRow(Rows rows, int row, int source) {
    return rows.arrivalRows() != null && rows.arrivalRow(row) == source;
  }

  private void add(int input, long end, ColumnBatch batch, int row) {
    budget.reserve(rowBytes(input));
    Waiting window = end == lastEnd && last != null ? last : window(end);
    BatchBuilder rows = window.rows[input];
    rows.appendFrom(batch, row);
    if (rows.rowCount() >= window.dueAt[input]) {
      ColumnBatch kept = needed(build(rows, input));
      append(kept, rows, input);
      window.dueAt[input] = Math.max(dueAt(), 2 * kept.rowCount());
    }
  }

  /** Most rows are in the window of the row before. */
  private Waiting window(long end) {
    Waiting window = open.computeIfAbsent(end, e -> new Waiting(inputs, dueAt()));
    lastEnd = end;
    last = window;
    return window;
  }

  private long rowBytes(int input) {
    return ROW_BYTES + (long) inputs.get(input).schema().size() * Long.BYTES;
  }

  private ColumnBatch build(BatchBuilder rows, int input) {
    budget.release(rows.rowCount() * rowBytes(input));
    return rows.build();
  }

  private void append(ColumnBatch batch, BatchBuilder into, int input) {
    budget.reserve(batch.rowCount() * rowBytes(input));
    for (int row = 0; row < batch.rowCount(); row++) {
      into.appendFrom(batch, row);
    }
  }

  private void count(int added) {
    openCount = open.size();
    size = new StateSize(0, budget.usedBytes(), size.paneUpdates() + added);
  }

  // Time

  @Override
  public final long nextBoundary() {
    return once || open.isEmpty() ? Long.MAX_VALUE : open.firstKey();
  }

  @Override
  public final void watermark() {
    long watermark = time.watermark();
    if (once && watermark != WatermarkGenerator.END) {
      return;
    }
    while (!open.isEmpty() && open.firstKey() <= watermark) {
      Map.Entry<Long, Waiting> window = open.pollFirstEntry();
      last = null;
      List<ColumnBatch> rows = new ArrayList<>();
      for (int input = 0; input < inputs.size(); input++) {
        rows.add(build(window.getValue().rows[input], input));
      }
      close(rows);
      sentEnd = Math.max(sentEnd, window.getKey());
    }
    count(0);
  }

  // Snapshots

  @Override
  public final void snapshot(DataOutput output) throws IOException {
    output.writeLong(sentEnd);
    output.writeInt(open.size());
    for (Map.Entry<Long, Waiting> window : open.entrySet()) {
      output.writeLong(window.getKey());
      for (int input = 0; input < inputs.size(); input++) {
        BatchBuilder rows = window.getValue().rows[input];
        ColumnBatch batch = build(rows, input);
        BatchCodec.write(batch, output);
        append(batch, rows, input);
      }
    }
  }

  @Override
  public final void restore(DataInput input) throws IOException {
    sentEnd = input.readLong();
    for (int left = input.readInt(); left > 0; left--) {
      Waiting window = new Waiting(inputs, dueAt());
      open.put(input.readLong(), window);
      for (int i = 0; i < inputs.size(); i++) {
        append(BatchCodec.read(inputs.get(i).schema(), input), window.rows[i], i);
      }
    }
    count(0);
  }

  // Progress

  @Override
  public final long closedEnd() {
    return sentEnd;
  }

  @Override
  public final long settledEnd() {
    return sentEnd;
  }

  @Override
  public final long lateRows() {
    return late.stream().mapToLong(LateCollector::total).sum();
  }

  @Override
  public final long nextClose() {
    return nextBoundary();
  }

  @Override
  public final long openWindows() {
    return openCount;
  }

  @Override
  public final StateSize stateSize() {
    return size;
  }
}
