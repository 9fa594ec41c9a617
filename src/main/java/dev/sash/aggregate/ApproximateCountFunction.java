package dev.sash.aggregate;

import dev.sash.data.Column;
import dev.sash.data.ColumnBuilder;
import dev.sash.data.DataType;
import dev.sash.data.LongColumnBuilder;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** APPROX_COUNT_DISTINCT: see {@link HyperLogLog}. */
final class ApproximateCountFunction extends SketchFunction<HyperLogLog> {
  private final DataType argumentType;

  ApproximateCountFunction(DataType argumentType, DataType resultType) {
    super(resultType);
    this.argumentType = argumentType;
  }

  @Override
  Object stateMeaning() {
    return "HyperLogLog";
  }

  @Override
  HyperLogLog newSketch() {
    return new HyperLogLog();
  }

  @Override
  void addAll(HyperLogLog into, HyperLogLog from) {
    into.addAll(from);
  }

  @Override
  void accumulate(Column[] arguments, RowRun run, FunctionState state) {
    for (int i = 0; i < run.count(); i++) {
      HyperLogLog sketch = sketch(state, run.records()[i]);
      long bytes = sketch.bytes();
      sketch.add(HashCode64.of(arguments[0], run.rows()[i], argumentType));
      state.records().objectGrew(sketch.bytes() - bytes);
    }
    state.records().checkLimit();
  }

  @Override
  void result(FunctionState state, int[] records, int count, ColumnBuilder out) {
    for (int i = 0; i < count; i++) {
      HyperLogLog sketch = sketchOrNull(state, records[i]);
      ((LongColumnBuilder) out).append(sketch == null ? 0 : sketch.estimate());
    }
  }

  @Override
  void writeObject(Object value, DataOutput output) throws IOException {
    ((HyperLogLog) value).write(output);
  }

  @Override
  Object readObject(DataInput input) throws IOException {
    return HyperLogLog.read(input);
  }
}
