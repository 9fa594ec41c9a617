package dev.sash.aggregate;

import dev.sash.data.BooleanColumn;
import dev.sash.data.Column;
import dev.sash.data.ColumnBuilder;
import dev.sash.data.DataType;
import dev.sash.data.DecimalColumn;
import dev.sash.data.DoubleColumn;
import dev.sash.data.DoubleColumnBuilder;
import dev.sash.data.LongColumn;
import dev.sash.data.LongColumnBuilder;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Another function over the distinct values of its argument, or the count of distinct value lists.
 * The state is the set; the other function runs over it when a result is asked for, so no
 * arithmetic is here.
 */
final class DistinctFunction extends AggregateFunction {
  private final List<DataType> types;
  private final @Nullable AggregateFunction over;
  private final boolean coded;
  private long[] codes = {};

  /**
   * A function over a set.
   *
   * @param types the arguments' types; one unless it counts
   * @param over what is computed of the values; null counts them
   */
  DistinctFunction(List<DataType> types, DataType resultType, @Nullable AggregateFunction over) {
    super(resultType);
    this.types = List.copyOf(types);
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
    return "set";
  }

  @Override
  void accumulate(Column[] arguments, RowRun run, FunctionState state) {
    int count = run.count();
    if (coded) {
      codes = codes.length < count ? new long[count] : codes;
      LongCoding.encode(arguments[0], run.rows(), count, codes);
    }
    for (int i = 0; i < count; i++) {
      StateObject set = set(state, run.records()[i]);
      long bytes = set.bytes();
      if (set instanceof LongSet longs) {
        longs.add(codes[i]);
      } else {
        ((ObjectSet) set).add(element(arguments, run.rows()[i]));
      }
      state.records().objectGrew(set.bytes() - bytes);
    }
  }

  private StateObject set(FunctionState state, int record) {
    StateObject set = (StateObject) state.object(record);
    if (set == null) {
      set = newSet();
      state.setObject(record, set);
    }
    return set;
  }

  StateObject newSet() {
    return coded ? new LongSet() : new ObjectSet();
  }

  /** What stands for the arguments of a row in an {@link ObjectSet}. */
  static Object element(Column[] arguments, int row) {
    if (arguments.length == 1) {
      return value(arguments[0], row);
    }
    List<Object> values = new ArrayList<>(arguments.length);
    for (Column argument : arguments) {
      values.add(value(argument, row));
    }
    return values;
  }

  private static Object value(Column column, int row) {
    Object value = column.value(row);
    if (value instanceof Double number) {
      return LongCoding.ofDouble(number);
    } else if (value instanceof Boolean truth) {
      return truth ? 1L : 0L;
    } else if (value instanceof BigDecimal decimal) {
      return decimal.unscaledValue();
    } else if (value == null) {
      throw new AssertionError("NULL was filtered out");
    }
    return value;
  }

  @Override
  void combine(FunctionState into, FunctionState from, RecordPairs pairs) {
    for (int i = 0; i < pairs.count(); i++) {
      int source = pairs.from()[i];
      Object added = source < 0 ? null : from.object(source);
      if (added == null) {
        continue;
      }
      StateObject set = set(into, pairs.into()[i]);
      long bytes = set.bytes();
      if (set instanceof LongSet longs) {
        longs.addAll((LongSet) added);
      } else {
        ((ObjectSet) added).values().forEach(((ObjectSet) set)::add);
      }
      into.records().objectGrew(set.bytes() - bytes);
    }
  }

  @Override
  void result(FunctionState state, int[] records, int count, ColumnBuilder out) {
    for (int i = 0; i < count; i++) {
      StateObject set = (StateObject) state.object(records[i]);
      append(set == null ? newSet() : set, out);
    }
  }

  /** Appends the result of a set. */
  void append(StateObject set, ColumnBuilder out) {
    if (over != null) {
      appendOver(over, set, out);
    } else {
      ((LongColumnBuilder) out).append(size(set));
    }
  }

  private static long size(StateObject set) {
    return set instanceof LongSet longs ? longs.size() : ((ObjectSet) set).values().size();
  }

  private void appendOver(AggregateFunction function, StateObject set, ColumnBuilder out) {
    RecordStore store = RecordLayout.storeOf(function);
    FunctionState state = new FunctionState(store, 0, 0);
    int[] record = {store.allocate()};
    Column column = column(set);
    function.accumulate(new Column[] {column}, RowRun.all((int) size(set)), state);
    function.result(state, record, 1, out);
  }

  /** The elements as a column of the argument's type. */
  private Column column(StateObject set) {
    DataType type = types.get(0);
    if (set instanceof ObjectSet objects) {
      ColumnBuilder builder = ColumnBuilder.of(type);
      for (Object value : objects.values()) {
        builder.appendObject(
            value instanceof BigInteger number ? new BigDecimal(number, type.scale()) : value);
      }
      return builder.build();
    }
    long[] values = ((LongSet) set).sorted();
    return switch (type.kind()) {
      case REAL, DOUBLE -> doubles(values);
      case DECIMAL -> new DecimalColumn(values, null, type.scale(), null);
      case BOOLEAN -> booleans(values);
      case TINYINT,
          SMALLINT,
          INTEGER,
          BIGINT,
          DATE,
          TIME,
          TIMESTAMP,
          TIMESTAMP_LTZ,
          VARCHAR,
          CHAR ->
          new LongColumn(values, null);
    };
  }

  private static DoubleColumn doubles(long[] codes) {
    DoubleColumnBuilder builder = new DoubleColumnBuilder();
    for (long code : codes) {
      builder.append(Double.longBitsToDouble(code));
    }
    return builder.build();
  }

  private static BooleanColumn booleans(long[] codes) {
    boolean[] values = new boolean[codes.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = codes[i] != 0;
    }
    return new BooleanColumn(values, null);
  }

  @Override
  void writeObject(Object value, DataOutput output) throws IOException {
    if (value instanceof LongSet longs) {
      output.writeInt(longs.size());
      for (long code : longs.sorted()) {
        output.writeLong(code);
      }
    } else {
      ObjectSet objects = (ObjectSet) value;
      output.writeInt(objects.values().size());
      for (Object element : objects.values()) {
        StateValue.write(element, output);
      }
    }
  }

  @Override
  Object readObject(DataInput input) throws IOException {
    int size = input.readInt();
    StateObject set = newSet();
    for (int i = 0; i < size; i++) {
      if (set instanceof LongSet longs) {
        longs.add(input.readLong());
      } else {
        ((ObjectSet) set).add(StateValue.read(input));
      }
    }
    return set;
  }
}
