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
import java.util.Collection;
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

  /** The function over the distinct values where the call says so; else the function itself. */
  static AggregateFunction over(AggregateFunction function, AggregateRequest request) {
    return request.distinct()
        ? new DistinctFunction(request.argumentTypes(), request.resultType(), function)
        : function;
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
        ((ObjectSet) set).add(Elements.of(arguments, run.rows()[i]));
      }
      state.records().objectGrew(set.bytes() - bytes);
    }
    state.records().checkLimit();
  }

  private StateObject set(FunctionState state, int record) {
    StateObject set = (StateObject) state.object(record);
    if (set == null) {
      set = newSet();
      state.setObject(record, set);
    }
    return set;
  }

  private StateObject newSet() {
    return coded ? new LongSet() : new ObjectSet();
  }

  /** A set of values as of {@link Elements}. */
  StateObject setOf(Collection<Object> values) {
    StateObject set = newSet();
    for (Object value : values) {
      if (set instanceof LongSet longs) {
        longs.add((Long) value);
      } else {
        ((ObjectSet) set).add(value);
      }
    }
    return set;
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
    function.accumulate(columns(set), RowRun.all((int) size(set)), state);
    function.result(state, record, 1, out);
  }

  /** The elements as columns of the arguments' types. */
  private Column[] columns(StateObject set) {
    if (set instanceof LongSet longs) {
      return new Column[] {column(longs.sorted())};
    }
    Column[] columns = new Column[types.size()];
    for (int i = 0; i < columns.length; i++) {
      ColumnBuilder builder = ColumnBuilder.of(types.get(i));
      for (Object element : ((ObjectSet) set).values()) {
        Object value = columns.length == 1 ? element : ((List<?>) element).get(i);
        builder.appendObject(Elements.decoded(value, types.get(i)));
      }
      columns[i] = builder.build();
    }
    return columns;
  }

  private Column column(long[] values) {
    DataType type = types.get(0);
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
