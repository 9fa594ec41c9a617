package dev.sash.aggregate;

import dev.sash.data.DataType;
import org.jspecify.annotations.Nullable;

/**
 * A function whose state is one object of bounded size in each record.
 *
 * @param <S> the object
 */
abstract class SketchFunction<S extends StateObject> extends AggregateFunction {

  SketchFunction(DataType resultType) {
    super(resultType);
  }

  @Override
  final int words() {
    return 0;
  }

  @Override
  final boolean hasObject() {
    return true;
  }

  abstract S newSketch();

  /** Adds a sketch to another one. */
  abstract void addAll(S into, S from);

  /** The record's object; it is made where there is none. */
  @SuppressWarnings("unchecked") // no other function has this slot
  final S sketch(FunctionState state, int record) {
    S sketch = (S) state.object(record);
    if (sketch == null) {
      sketch = newSketch();
      state.setObject(record, sketch);
    }
    return sketch;
  }

  @SuppressWarnings("unchecked") // no other function has this slot
  final @Nullable S sketchOrNull(FunctionState state, int record) {
    return (S) state.object(record);
  }

  @Override
  final void combine(FunctionState into, FunctionState from, RecordPairs pairs) {
    for (int i = 0; i < pairs.count(); i++) {
      int source = pairs.from()[i];
      S added = source < 0 ? null : sketchOrNull(from, source);
      if (added != null) {
        S sketch = sketch(into, pairs.into()[i]);
        long bytes = sketch.bytes();
        addAll(sketch, added);
        into.records().objectGrew(sketch.bytes() - bytes);
      }
    }
  }
}
