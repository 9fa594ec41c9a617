package dev.sash.runtime;

import dev.sash.aggregate.StateBudget;
import dev.sash.data.BatchBuilder;
import dev.sash.data.BatchCodec;
import dev.sash.data.ColumnBatch;
import dev.sash.data.Schema;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Rows that wait until nothing comes before them any more. They are kept by quarter seconds of
 * their time, so that taking out the first ones looks at few of the others.
 */
final class PendingRows {
  /** A row that waits, and room for sorting it. */
  private static final int ROW_BYTES = 16;

  private static final int SPAN_SHIFT = 8;

  private final Schema schema;
  private final int timeColumn;
  private final StateBudget budget;
  private final long rowBytes;
  private final TreeMap<Long, Span> spans = new TreeMap<>();
  private long lastNumber;
  private @Nullable Span last;

  /** The rows of 256 milliseconds, in the order in which they came. */
  private static final class Span {
    final BatchBuilder rows;
    long firstTime = Long.MAX_VALUE;

    Span(Schema schema) {
      rows = new BatchBuilder(schema);
    }
  }

  PendingRows(Schema schema, int timeColumn, StateBudget budget) {
    this.schema = schema;
    this.timeColumn = timeColumn;
    this.budget = budget;
    rowBytes = ROW_BYTES + (long) schema.size() * Long.BYTES;
  }

  void add(ColumnBatch batch, int row, long time) {
    budget.reserve(rowBytes);
    put(batch, row, time);
  }

  private void put(ColumnBatch batch, int row, long time) {
    long number = time >> SPAN_SHIFT;
    Span span = last;
    if (span == null || number != lastNumber) {
      span = spans.computeIfAbsent(number, n -> new Span(schema));
      last = span;
      lastNumber = number;
    }
    span.rows.appendFrom(batch, row);
    span.firstTime = Math.min(span.firstTime, time);
  }

  boolean isEmpty() {
    return spans.isEmpty();
  }

  /** The least time of a row, {@link Long#MAX_VALUE} without rows. */
  long firstTime() {
    return spans.isEmpty() ? Long.MAX_VALUE : spans.firstEntry().getValue().firstTime;
  }

  /**
   * Takes out the first rows, all of the times that they have, or some more.
   *
   * @param time only rows before it
   * @return null when there are none
   */
  @Nullable ColumnBatch pollBefore(long time) {
    if (isEmpty() || firstTime() >= time) {
      return null;
    }
    Map.Entry<Long, Span> first = spans.pollFirstEntry();
    last = null;
    ColumnBatch rows = first.getValue().rows.build();
    boolean isWhole = first.getKey() < time >> SPAN_SHIFT;
    ColumnBatch due = isWhole ? rows : dueOf(rows, time);
    budget.release(due.rowCount() * rowBytes);
    return due;
  }

  private ColumnBatch dueOf(ColumnBatch rows, long time) {
    long[] times = rows.longs(timeColumn).values();
    int[] due = new int[rows.rowCount()];
    int count = 0;
    for (int row = 0; row < due.length; row++) {
      if (times[row] < time) {
        due[count++] = row;
      } else {
        put(rows, row, times[row]);
      }
    }
    return rows.gather(due, count);
  }

  void write(DataOutput output) throws IOException {
    BatchBuilder all = new BatchBuilder(schema);
    for (Span span : spans.values()) {
      ColumnBatch rows = span.rows.build();
      for (int row = 0; row < rows.rowCount(); row++) {
        all.appendFrom(rows, row);
        span.rows.appendFrom(rows, row);
      }
    }
    BatchCodec.write(all.build(), output);
  }

  void read(DataInput input) throws IOException {
    ColumnBatch rows = BatchCodec.read(schema, input);
    long[] times = rows.longs(timeColumn).values();
    for (int row = 0; row < rows.rowCount(); row++) {
      add(rows, row, times[row]);
    }
  }
}
