package dev.sash.aggregate;

import dev.sash.data.BooleanColumn;
import dev.sash.data.Column;
import dev.sash.data.ColumnBuilder;
import dev.sash.data.DataType;
import dev.sash.data.LongColumnBuilder;

/** COUNT_IF: one word. */
final class CountIfFunction extends AggregateFunction {

  CountIfFunction(DataType resultType) {
    super(resultType);
  }

  @Override
  int words() {
    return 1;
  }

  @Override
  Object stateMeaning() {
    return "count of TRUE";
  }

  @Override
  void accumulate(Column[] arguments, RowRun run, FunctionState state) {
    change(arguments, run, state, 1);
  }

  @Override
  boolean isInvertible() {
    return true;
  }

  @Override
  void retract(Column[] arguments, RowRun run, FunctionState state) {
    change(arguments, run, state, -1);
  }

  private static void change(Column[] arguments, RowRun run, FunctionState state, int rows) {
    boolean[] values = ((BooleanColumn) arguments[0]).values();
    for (int i = 0; i < run.count(); i++) {
      int record = run.records()[i];
      state.words(record)[state.at(record)] += values[run.rows()[i]] ? rows : 0;
    }
  }

  @Override
  void combine(FunctionState into, FunctionState from, RecordPairs pairs) {
    for (int i = 0; i < pairs.count(); i++) {
      int source = pairs.from()[i];
      if (source >= 0) {
        int target = pairs.into()[i];
        into.words(target)[into.at(target)] += from.words(source)[from.at(source)];
      }
    }
  }

  @Override
  boolean isWordwise() {
    return true;
  }

  @Override
  long combine(StateBlock block, int word) {
    block.add(word);
    return 0;
  }

  @Override
  void result(StateBlock block, int word, ColumnBuilder out) {
    for (int i = 0; i < block.count(); i++) {
      ((LongColumnBuilder) out).append(block.column(word)[i]);
    }
  }

  @Override
  void result(FunctionState state, int[] records, int count, ColumnBuilder out) {
    for (int i = 0; i < count; i++) {
      ((LongColumnBuilder) out).append(state.words(records[i])[state.at(records[i])]);
    }
  }
}
