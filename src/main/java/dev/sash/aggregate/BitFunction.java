package dev.sash.aggregate;

import dev.sash.data.Column;
import dev.sash.data.ColumnBuilder;
import dev.sash.data.DataType;
import dev.sash.data.LongColumn;
import dev.sash.data.LongColumnBuilder;

/**
 * BIT_AND, BIT_OR and BIT_XOR of integers: the bits, and how many values there were. XOR is its own
 * inverse; where rows are taken back the others keep their values.
 */
final class BitFunction extends AggregateFunction {

  /** What is done with two values. */
  enum Operation {
    AND,
    OR,
    XOR;

    long of(long left, long right) {
      return switch (this) {
        case AND -> left & right;
        case OR -> left | right;
        case XOR -> left ^ right;
      };
    }
  }

  private final Operation operation;

  BitFunction(Operation operation, DataType resultType) {
    super(resultType);
    this.operation = operation;
  }

  @Override
  int words() {
    return 2;
  }

  @Override
  void initial(long[] record, int at) {
    record[at] = operation == Operation.AND ? -1 : 0;
  }

  @Override
  Object stateMeaning() {
    return operation;
  }

  @Override
  void accumulate(Column[] arguments, RowRun run, FunctionState state) {
    change(arguments, run, state, 1);
  }

  @Override
  boolean isInvertible() {
    return operation == Operation.XOR;
  }

  @Override
  void retract(Column[] arguments, RowRun run, FunctionState state) {
    change(arguments, run, state, -1);
  }

  private void change(Column[] arguments, RowRun run, FunctionState state, int rows) {
    long[] values = ((LongColumn) arguments[0]).values();
    for (int i = 0; i < run.count(); i++) {
      int record = run.records()[i];
      change(state, record, values[run.rows()[i]], rows);
    }
  }

  private void change(FunctionState state, int record, long bits, long rows) {
    long[] words = state.words(record);
    int at = state.at(record);
    words[at] = operation.of(words[at], bits);
    words[at + 1] += rows;
  }

  @Override
  void combine(FunctionState into, FunctionState from, RecordPairs pairs) {
    for (int i = 0; i < pairs.count(); i++) {
      int source = pairs.from()[i];
      if (source >= 0) {
        long[] words = from.words(source);
        int at = from.at(source);
        change(into, pairs.into()[i], words[at], words[at + 1]);
      }
    }
  }

  @Override
  void result(FunctionState state, int[] records, int count, ColumnBuilder out) {
    for (int i = 0; i < count; i++) {
      long[] words = state.words(records[i]);
      int at = state.at(records[i]);
      if (words[at + 1] == 0) {
        out.appendNull();
      } else {
        ((LongColumnBuilder) out).append(words[at]);
      }
    }
  }
}
