package dev.sash.aggregate;

import dev.sash.data.Column;
import dev.sash.data.ColumnBuilder;
import dev.sash.data.DataType;
import dev.sash.data.LongColumnBuilder;

/** COUNT(*) and COUNT(x): one word. */
final class CountFunction extends AggregateFunction {

  /** A word of a sum may be the count: see {@link AggregateFunction#countWord}. */
  private static final long COUNT = (1L << 61) - 1;

  CountFunction(DataType resultType) {
    super(resultType);
  }

  @Override
  int words() {
    return 1;
  }

  @Override
  Object stateMeaning() {
    return "count";
  }

  @Override
  String addition(String value, String at, int part) {
    return "words[" + at + "]++;";
  }

  @Override
  void accumulate(Column[] arguments, RowRun run, FunctionState state) {
    RecordStore store = state.records();
    long[][] chunks = store.chunks();
    int shift = store.shift();
    int mask = store.mask();
    int width = store.width();
    int word = state.word();
    int[] records = run.records();
    int count = run.count();
    for (int i = 0; i < count; i++) {
      int record = records[i];
      chunks[record >>> shift][(record & mask) * width + word]++;
    }
  }

  @Override
  boolean isInvertible() {
    return true;
  }

  @Override
  void retract(Column[] arguments, RowRun run, FunctionState state) {
    for (int i = 0; i < run.count(); i++) {
      int record = run.records()[i];
      state.words(record)[state.at(record)]--;
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
    LongColumnBuilder longs = (LongColumnBuilder) out;
    long[] counts = block.column(word);
    long[] values = longs.room(block.count());
    for (int i = 0; i < block.count(); i++) {
      values[out.size() + i] = counts[i] & COUNT;
    }
    longs.appended(block.count());
  }

  @Override
  void result(FunctionState state, int[] records, int count, ColumnBuilder out) {
    LongColumnBuilder longs = (LongColumnBuilder) out;
    for (int i = 0; i < count; i++) {
      longs.append(state.words(records[i])[state.at(records[i])] & COUNT);
    }
  }
}
