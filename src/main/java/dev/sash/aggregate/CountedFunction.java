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
 * A function that keeps every value with the number of its rows: MODE, MEDIAN, LISTAGG, and of rows
 * that may be taken back also MIN, MAX and everything with DISTINCT. A value that has no rows left
 * is gone, and the next one is the smallest.
 *
 * <pre>
 *   MAX:  + 5, + 3     {5: 1, 3: 1}   5
 *         - 5          {3: 1}         3
 * </pre>
 */
final class CountedFunction extends AggregateFunction {
  private final CountedResult result;
  private final int strict;
  private final boolean coded;
  private long[] codes = {};

  /**
   * A function over counted values.
   *
   * @param types the arguments' types
   * @param strict how many of them leave a row out when they are NULL
   */
  CountedFunction(CountedResult result, List<DataType> types, int strict, DataType resultType) {
    super(resultType);
    this.result = result;
    this.strict = strict;
    coded = strict == 1 && types.size() == 1 && LongCoding.covers(types.get(0));
  }

  /** The function over distinct values, of rows that may be taken back. */
  static CountedFunction of(DistinctFunction distinct, List<DataType> types, DataType resultType) {
    return new CountedFunction(
        (counts, out) -> distinct.append(distinct.setOf(counts.keySet()), out),
        types,
        types.size(),
        resultType);
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
    return "counted values, strict " + strict;
  }

  @Override
  int strictArguments() {
    return strict;
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

  private void change(Column[] arguments, RowRun run, FunctionState state, long rows) {
    int count = run.count();
    if (coded) {
      codes = codes.length < count ? new long[count] : codes;
      LongCoding.encode(arguments[0], run.rows(), count, codes);
    }
    for (int i = 0; i < count; i++) {
      Object value = coded ? codes[i] : Elements.of(arguments, run.rows()[i]);
      add(state, run.records()[i], value, rows);
    }
    state.records().checkLimit();
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
      result.append(values == null ? Map.of() : values.counts(), out);
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
