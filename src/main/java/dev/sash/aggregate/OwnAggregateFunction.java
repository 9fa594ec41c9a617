package dev.sash.aggregate;

import dev.sash.data.Column;
import dev.sash.data.ColumnBuilder;
import dev.sash.data.DataType;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * A function of the user's own. Its state counts as what the user says it takes.
 *
 * @param <S> the state of a group
 */
final class OwnAggregateFunction<S> extends SketchFunction<OwnState<S>> {
  private final OwnAggregate<S> own;

  OwnAggregateFunction(OwnAggregate<S> own, DataType resultType) {
    super(resultType);
    this.own = own;
  }

  @Override
  Object stateMeaning() {
    return own;
  }

  @Override
  boolean isCompact() {
    return false;
  }

  @Override
  OwnState<S> newSketch() {
    return own.create();
  }

  @Override
  void addAll(OwnState<S> into, OwnState<S> from) {
    own.merge(into, from);
  }

  @Override
  void accumulate(Column[] arguments, RowRun run, FunctionState state) {
    change(arguments, run, state, false);
  }

  @Override
  boolean isInvertible() {
    return own.code().retracts();
  }

  @Override
  void retract(Column[] arguments, RowRun run, FunctionState state) {
    change(arguments, run, state, true);
  }

  private void change(Column[] columns, RowRun run, FunctionState state, boolean back) {
    for (int i = 0; i < run.count(); i++) {
      OwnState<S> group = sketch(state, run.records()[i]);
      List<Object> values = new ArrayList<>(columns.length);
      for (Column column : columns) {
        Object value = column.value(run.rows()[i]);
        if (value == null) {
          throw new AssertionError(own.name());
        }
        values.add(value);
      }
      long bytes = group.bytes();
      if (back) {
        own.retract(group, own.arguments(values));
      } else {
        own.add(group, own.arguments(values));
      }
      state.records().objectGrew(group.bytes() - bytes);
    }
    state.records().checkLimit();
  }

  @Override
  void result(FunctionState state, int[] records, int count, ColumnBuilder out) {
    for (int i = 0; i < count; i++) {
      OwnState<S> group = sketchOrNull(state, records[i]);
      own.appendResult(group == null ? own.create() : group, out);
    }
  }

  @Override
  @SuppressWarnings("unchecked") // it made the object
  void writeObject(Object value, DataOutput output) throws IOException {
    own.write((OwnState<S>) value, output);
  }

  @Override
  Object readObject(DataInput input) throws IOException {
    return own.read(input);
  }
}
