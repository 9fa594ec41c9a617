package dev.sash.aggregate;

import dev.sash.data.Column;
import dev.sash.data.ColumnBuilder;
import dev.sash.data.DataType;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/**
 * A function of distinct values over rows that may be taken back: MIN, MAX and everything with
 * DISTINCT. The state has each value with the number of its rows; a value that has none left is
 * gone, and the next one is the smallest.
 *
 * <pre>
 *   MAX:  + 5, + 3     {5: 1, 3: 1}   5
 *         - 5          {3: 1}         3
 * </pre>
 */
final class CountedFunction extends AggregateFunction {
  private final DistinctFunction over;
  private final boolean coded;
  private long[] codes = {};

  /**
   * A function over counted values.
   *
   * @param over gives the result of the values that have rows
   * @param types the arguments' types
   */
  CountedFunction(DistinctFunction over, List<DataType> types, DataType resultType) {
    super(resultType);
    this.over = over;
    coded = types.size() == 1 && LongCoding.covers(types.get(0));
  }

  @Override
  int words() {
    return 0;
  }

  @Override
  boolean hasObject() {
    return true;
  }

  @Override
  boolean isCompact() {
    return false;
  }

  @Override
  Object stateMeaning() {
    return "counted values";
  }

  @Override
  void accumulate(Column[] arguments, RowRun run, FunctionState state) {
    change(arguments, run, state, 1);
  }

  @Override
  void retract(Column[] arguments, RowRun run, FunctionState state) {
    change(arguments, run, state, -1);
  }

  private void change(Column[] arguments, RowRun run, FunctionState state, long rows) {
    int count = run.count();
    if (coded) {
      codes = codes.length < count ? new long[count] : codes;
      LongCoding.encode(arguments[0], run.rows(), count, codes);
    }
    for (int i = 0; i < count; i++) {
      Object value = coded ? codes[i] : DistinctFunction.element(arguments, run.rows()[i]);
      add(state, run.records()[i], value, rows);
    }
  }

  private static void add(FunctionState state, int record, Object value, long rows) {
    CountedValues values = (CountedValues) state.object(record);
    if (values == null) {
      values = new CountedValues();
      state.setObject(record, values);
    }
    long bytes = values.bytes();
    values.add(value, rows);
    state.records().objectGrew(values.bytes() - bytes);
  }

  @Override
  void combine(FunctionState into, FunctionState from, RecordPairs pairs) {
    for (int i = 0; i < pairs.count(); i++) {
      int source = pairs.from()[i];
      CountedValues added = source < 0 ? null : (CountedValues) from.object(source);
      if (added != null) {
        int target = pairs.into()[i];
        added.counts().forEach((value, rows) -> add(into, target, value, rows));
      }
    }
  }

  @Override
  void result(FunctionState state, int[] records, int count, ColumnBuilder out) {
    for (int i = 0; i < count; i++) {
      CountedValues values = (CountedValues) state.object(records[i]);
      StateObject set = over.newSet();
      if (values != null) {
        for (Object value : values.counts().keySet()) {
          if (set instanceof LongSet longs) {
            longs.add((Long) value);
          } else {
            ((ObjectSet) set).add(value);
          }
        }
      }
      over.append(set, out);
    }
  }

  @Override
  void writeObject(Object value, DataOutput output) throws IOException {
    Map<Object, Long> counts = ((CountedValues) value).counts();
    output.writeInt(counts.size());
    for (Map.Entry<Object, Long> entry : counts.entrySet()) {
      StateValue.write(entry.getKey(), output);
      output.writeLong(entry.getValue());
    }
  }

  @Override
  Object readObject(DataInput input) throws IOException {
    CountedValues values = new CountedValues();
    for (int left = input.readInt(); left > 0; left--) {
      values.add(StateValue.read(input), input.readLong());
    }
    return values;
  }
}
