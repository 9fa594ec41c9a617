package dev.sash.aggregate;

import dev.sash.data.Column;
import dev.sash.data.ColumnBuilder;
import dev.sash.data.DataType;
import dev.sash.data.DecimalColumn;
import dev.sash.data.DoubleColumn;
import dev.sash.data.DoubleColumnBuilder;
import dev.sash.data.LongColumn;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.math.BigDecimal;

/**
 * APPROX_PERCENTILE: see {@link ValueBuckets}. Several fractions of one value share their state.
 */
final class ApproximatePercentileFunction extends SketchFunction<ValueBuckets> {
  private final BigDecimal fraction;

  ApproximatePercentileFunction(BigDecimal fraction, DataType resultType) {
    super(resultType);
    this.fraction = fraction;
  }

  @Override
  Object stateMeaning() {
    return "value buckets";
  }

  @Override
  ValueBuckets newSketch() {
    return new ValueBuckets();
  }

  @Override
  void addAll(ValueBuckets into, ValueBuckets from) {
    into.addAll(from);
  }

  @Override
  void accumulate(Column[] arguments, RowRun run, FunctionState state) {
    change(arguments[0], run, state, 1);
  }

  @Override
  boolean isInvertible() {
    return true;
  }

  @Override
  void retract(Column[] arguments, RowRun run, FunctionState state) {
    change(arguments[0], run, state, -1);
  }

  private void change(Column column, RowRun run, FunctionState state, long values) {
    for (int i = 0; i < run.count(); i++) {
      ValueBuckets sketch = sketch(state, run.records()[i]);
      long bytes = sketch.bytes();
      sketch.add(ValueBuckets.bucket(value(column, run.rows()[i])), values);
      state.records().objectGrew(sketch.bytes() - bytes);
    }
    state.records().checkLimit();
  }

  private static double value(Column column, int row) {
    if (column instanceof DoubleColumn doubles) {
      return doubles.values()[row];
    } else if (column instanceof LongColumn longs) {
      return longs.values()[row];
    }
    BigDecimal decimal = ((DecimalColumn) column).decimal(row);
    return decimal == null ? 0 : decimal.doubleValue();
  }

  @Override
  void result(FunctionState state, int[] records, int count, ColumnBuilder out) {
    for (int i = 0; i < count; i++) {
      ValueBuckets sketch = sketchOrNull(state, records[i]);
      if (sketch == null || sketch.isEmpty()) {
        out.appendNull();
      } else {
        ((DoubleColumnBuilder) out).append(sketch.percentile(fraction));
      }
    }
  }

  @Override
  void writeObject(Object value, DataOutput output) throws IOException {
    ((ValueBuckets) value).write(output);
  }

  @Override
  Object readObject(DataInput input) throws IOException {
    return ValueBuckets.read(input);
  }
}
