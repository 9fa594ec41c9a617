package dev.sash.aggregate;

import dev.sash.data.BooleanColumn;
import dev.sash.data.BooleanColumnBuilder;
import dev.sash.data.Column;
import dev.sash.data.ColumnBuilder;
import dev.sash.data.DataType;
import dev.sash.data.DecimalColumn;
import dev.sash.data.DecimalColumnBuilder;
import dev.sash.data.DoubleColumn;
import dev.sash.data.DoubleColumnBuilder;
import dev.sash.data.LongColumn;
import dev.sash.data.LongColumnBuilder;
import org.jspecify.annotations.Nullable;

/**
 * MIN and MAX of every type whose order is that of some longs: the state is the smallest code, and
 * MAX flips all bits so that it is a MIN too. The code {@link #NONE} means that there was no value.
 *
 * <p>The one rule for doubles: NaN is left out of the comparison, so MIN and MAX are NaN only when
 * every value is. -0.0 is 0.0.
 */
final class LongExtremeFunction extends AggregateFunction {
  private static final long NONE = Long.MAX_VALUE;
  private static final long NAN = Additions.NAN;
  private static final long NAN_BITS = Double.doubleToLongBits(Double.NaN);

  private final DataType argumentType;
  private final long flip;

  /** BIGINT uses up all codes, so a second word says whether there was a value. */
  private final boolean marked;

  LongExtremeFunction(DataType argumentType, DataType resultType, boolean largest) {
    super(resultType);
    this.argumentType = argumentType;
    flip = largest ? -1 : 0;
    marked = argumentType.kind() == DataType.Kind.BIGINT;
  }

  @Override
  int words() {
    return marked ? 2 : 1;
  }

  @Override
  void initial(long[] record, int at) {
    record[at] = NONE;
  }

  @Override
  Object stateMeaning() {
    return flip == 0 ? "min" : "max";
  }

  @Override
  void accumulate(Column[] arguments, RowRun run, FunctionState state) {
    if (arguments[0] instanceof LongColumn longs) {
      accumulate(longs.values(), run, state);
    } else if (arguments[0] instanceof DecimalColumn decimals) {
      accumulate(LongCoding.narrow(decimals, run.rows(), run.count()), run, state);
    } else if (arguments[0] instanceof DoubleColumn doubles) {
      accumulate(doubles.values(), run, state);
    } else {
      accumulate(((BooleanColumn) arguments[0]).values(), run, state);
    }
  }

  private void accumulate(long[] values, RowRun run, FunctionState state) {
    RecordStore store = state.records();
    long[][] chunks = store.chunks();
    int shift = store.shift();
    int mask = store.mask();
    int width = store.width();
    int word = state.word();
    int[] rows = run.rows();
    int[] records = run.records();
    int count = run.count();
    for (int i = 0; i < count; i++) {
      int record = records[i];
      long[] words = chunks[record >>> shift];
      int at = (record & mask) * width + word;
      words[at] = Math.min(words[at], values[rows[i]] ^ flip);
      if (marked) {
        words[at + 1] = 1;
      }
    }
  }

  private void accumulate(double[] values, RowRun run, FunctionState state) {
    RecordStore store = state.records();
    long[][] chunks = store.chunks();
    int shift = store.shift();
    int mask = store.mask();
    int width = store.width();
    int word = state.word();
    int[] rows = run.rows();
    int[] records = run.records();
    int count = run.count();
    for (int i = 0; i < count; i++) {
      int record = records[i];
      long[] words = chunks[record >>> shift];
      int at = (record & mask) * width + word;
      words[at] = Math.min(words[at], Additions.code(values[rows[i]], flip));
    }
  }

  @Override
  @Nullable String addition(String value, String at, int part) {
    boolean isDouble =
        argumentType.kind() == DataType.Kind.REAL || argumentType.kind() == DataType.Kind.DOUBLE;
    String code =
        isDouble ? "Additions.code(" + value + ", " + flip + "L)" : value + " ^ " + flip + "L";
    String mark = marked ? " words[" + at + " + 1] = 1;" : "";
    return argumentType.kind() == DataType.Kind.BOOLEAN
        ? null
        : "words[" + at + "] = Math.min(words[" + at + "], " + code + ");" + mark;
  }

  private void accumulate(boolean[] values, RowRun run, FunctionState state) {
    for (int i = 0; i < run.count(); i++) {
      int record = run.records()[i];
      long[] words = state.words(record);
      int at = state.at(record);
      words[at] = Math.min(words[at], (values[run.rows()[i]] ? 1 : 0) ^ flip);
    }
  }

  @Override
  void combine(FunctionState into, FunctionState from, RecordPairs pairs) {
    for (int i = 0; i < pairs.count(); i++) {
      int source = pairs.from()[i];
      if (source < 0) {
        continue;
      }
      int target = pairs.into()[i];
      long[] words = into.words(target);
      int at = into.at(target);
      words[at] = Math.min(words[at], from.words(source)[from.at(source)]);
      if (marked) {
        words[at + 1] |= from.words(source)[from.at(source) + 1];
      }
    }
  }

  @Override
  boolean isWordwise() {
    return true;
  }

  @Override
  long combine(StateBlock block, int word) {
    block.least(word);
    if (marked) {
      block.add(word + 1);
    }
    return 0;
  }

  @Override
  void result(StateBlock block, int word, ColumnBuilder out) {
    long[] codes = block.column(word);
    long[] marks = block.column(marked ? word + 1 : word);
    int count = block.count();
    boolean complete = true;
    for (int i = 0; i < count; i++) {
      complete &= marks[i] != (marked ? 0 : NONE);
    }
    if (complete && out instanceof LongColumnBuilder longs) {
      long[] values = longs.room(count);
      int at = longs.size();
      for (int i = 0; i < count; i++) {
        values[at + i] = codes[i] ^ flip;
      }
      longs.appended(count);
    } else if (complete && out instanceof DoubleColumnBuilder doubles) {
      double[] values = doubles.room(count);
      int at = doubles.size();
      for (int i = 0; i < count; i++) {
        long bits = codes[i] == NAN ? NAN_BITS : Additions.ordered(codes[i] ^ flip);
        values[at + i] = Double.longBitsToDouble(bits);
      }
      doubles.appended(count);
    } else {
      for (int i = 0; i < count; i++) {
        append(marks[i] == (marked ? 0 : NONE), codes[i], out);
      }
    }
  }

  @Override
  void result(FunctionState state, int[] records, int count, ColumnBuilder out) {
    for (int i = 0; i < count; i++) {
      long[] words = state.words(records[i]);
      int at = state.at(records[i]);
      append(marked ? words[at + 1] == 0 : words[at] == NONE, words[at], out);
    }
  }

  private void append(boolean none, long code, ColumnBuilder out) {
    long value = code ^ flip;
    if (none) {
      out.appendNull();
    } else if (out instanceof LongColumnBuilder longs) {
      longs.append(value);
    } else if (out instanceof DoubleColumnBuilder doubles) {
      doubles.append(code == NAN ? Double.NaN : Double.longBitsToDouble(Additions.ordered(value)));
    } else if (out instanceof BooleanColumnBuilder booleans) {
      booleans.append(value != 0);
    } else {
      ((DecimalColumnBuilder) out).appendUnscaled(value);
    }
  }

  @Override
  public String toString() {
    return stateMeaning() + "(" + argumentType.sql() + ")";
  }
}
