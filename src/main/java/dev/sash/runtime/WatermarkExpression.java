package dev.sash.runtime;

import dev.sash.data.BatchBuilder;
import dev.sash.data.ColumnBatch;
import dev.sash.data.DataType;
import dev.sash.data.Field;
import dev.sash.data.LongColumn;
import dev.sash.data.Schema;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * {@code WATERMARK FOR ts AS expression}: the value of the expression for each row. A row for which
 * it is NULL, or fails, does not move the watermark.
 */
public final class WatermarkExpression {
  private static final Schema RESULT =
      Schema.of(new Field("watermark", DataType.of(DataType.Kind.TIMESTAMP)));

  private final int column;
  private final @Nullable RowKernel kernel;
  private final Failures failures;
  private final BatchBuilder results = new BatchBuilder(RESULT);
  private int[] rows = {};

  /** Is told of a row for which the expression has no value. */
  @FunctionalInterface
  public interface Failures {
    /** Deals with the row of a batch. */
    void failed(ColumnBatch batch, int row, RuntimeException failure);
  }

  private WatermarkExpression(int column, @Nullable RowKernel kernel, Failures failures) {
    this.column = column;
    this.kernel = kernel;
    this.failures = failures;
  }

  /** A column of the stream. */
  public static WatermarkExpression ofColumn(int column) {
    return new WatermarkExpression(column, null, (batch, row, failure) -> {});
  }

  /** A kernel that computes one TIMESTAMP for each row. */
  public static WatermarkExpression ofKernel(RowKernel kernel, Failures failures) {
    return new WatermarkExpression(-1, kernel, failures);
  }

  /** The value for each row of a batch, {@link WatermarkGenerator#NONE} for none. */
  long[] values(ColumnBatch batch) {
    long[] values = new long[batch.rowCount()];
    Arrays.fill(values, WatermarkGenerator.NONE);
    if (kernel == null) {
      put(batch.longs(column), values.length, values);
    } else {
      int count = evaluate(kernel, batch);
      put((LongColumn) results.column(0).build(), count, values);
    }
    return values;
  }

  private void put(LongColumn column, int count, long[] values) {
    long[] found = column.values();
    for (int i = 0; i < count; i++) {
      if (!column.isNull(i)) {
        values[kernel == null ? i : rows[i]] = found[i];
      }
    }
  }

  private int evaluate(RowKernel compiled, ColumnBatch batch) {
    if (rows.length < batch.rowCount()) {
      rows = new int[batch.rowCount()];
    }
    compiled.count = 0;
    int from = 0;
    while (from < batch.rowCount()) {
      try {
        compiled.run(batch, from, batch.rowCount(), results, rows);
        break;
      } catch (RuntimeException e) {
        results.truncate(compiled.count);
        failures.failed(batch, compiled.row, e);
        from = compiled.row + 1;
      }
    }
    return compiled.count;
  }
}
