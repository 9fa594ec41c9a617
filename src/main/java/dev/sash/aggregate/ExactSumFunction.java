package dev.sash.aggregate;

import dev.sash.data.Column;
import dev.sash.data.ColumnBuilder;
import dev.sash.data.DataType;
import dev.sash.data.DecimalColumn;
import dev.sash.data.LongColumn;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/**
 * SUM and AVG of integers and decimals: a 128-bit sum of the unscaled values and their count. The
 * sum cannot overflow while values fit a long; for decimals of more than 18 digits it moves on to a
 * {@link BigInteger} in the record's object when it has to.
 */
final class ExactSumFunction extends AggregateFunction {
  private static final int LONG_DIGITS = 18;

  private final DataType argumentType;
  private final ExactResult result;

  /** Whether the argument is never NULL. */
  private final boolean takesAllRows;

  ExactSumFunction(DataType argumentType, DataType resultType, boolean average) {
    super(resultType);
    this.argumentType = argumentType;
    takesAllRows = !argumentType.nullable();
    result = new ExactResult(resultType, argumentType.scale(), average);
  }

  @Override
  int words() {
    return 3;
  }

  @Override
  boolean hasObject() {
    return argumentType.precision() > LONG_DIGITS;
  }

  @Override
  int countWord() {
    return takesAllRows ? 2 : -1;
  }

  @Override
  Object stateMeaning() {
    return "exact sum" + (hasObject() ? " of wide decimals" : "");
  }

  @Override
  void accumulate(Column[] arguments, RowRun run, FunctionState state) {
    if (arguments[0] instanceof LongColumn longs) {
      accumulate(longs.values(), run, state);
    } else {
      DecimalColumn decimals = (DecimalColumn) arguments[0];
      if (decimals.isNarrow()) {
        accumulate(decimals.unscaled(), run, state);
      } else {
        accumulateWide(decimals, run, state);
      }
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
      if (!Additions.addLong(words, at, values[rows[i]])) {
        spill(state, record);
      }
    }
  }

  @Override
  String addition(String value, String at, int part) {
    return "if (!Additions.addLong(words, %2$s, %3$s)) rare(%1$d, record, 0);"
        .formatted(part, at, value);
  }

  @Override
  void addRare(FunctionState state, int record, double value) {
    spill(state, record);
  }

  private void accumulateWide(DecimalColumn decimals, RowRun run, FunctionState state) {
    for (int i = 0; i < run.count(); i++) {
      int record = run.records()[i];
      int row = run.rows()[i];
      state.words(record)[state.at(record) + 2]++;
      BigDecimal wide = decimals.isWide(row) ? decimals.decimal(row) : null;
      if (wide == null) {
        long value = decimals.unscaled()[row];
        add(state, record, value >> 63, value);
      } else if (wide.unscaledValue().bitLength() < 126) {
        BigInteger value = wide.unscaledValue();
        add(state, record, value.shiftRight(Long.SIZE).longValue(), value.longValue());
      } else {
        addToRest(state, record, wide.unscaledValue());
      }
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
      int row = run.rows()[i];
      state.words(record)[state.at(record) + 2]--;
      if (arguments[0] instanceof LongColumn longs) {
        subtract(state, record, longs.values()[row]);
      } else {
        DecimalColumn decimals = (DecimalColumn) arguments[0];
        BigDecimal wide = decimals.isWide(row) ? decimals.decimal(row) : null;
        if (wide == null) {
          subtract(state, record, decimals.unscaled()[row]);
        } else {
          addToRest(state, record, wide.unscaledValue().negate());
        }
      }
    }
  }

  private void subtract(FunctionState state, int record, long value) {
    add(state, record, value == 0 ? 0 : ~(value >> 63), -value);
  }

  private void add(FunctionState state, int record, long high, long low) {
    long[] words = state.words(record);
    int at = state.at(record);
    long sum = words[at] + low;
    long sumHigh = words[at + 1] + high + (Long.compareUnsigned(sum, low) < 0 ? 1 : 0);
    words[at] = sum;
    words[at + 1] = sumHigh;
    // Every addend is below 2^126, so while the sum is too the next addition stays in 128 bits.
    if ((sumHigh ^ sumHigh << 1) < 0) {
      spill(state, record);
    }
  }

  private void spill(FunctionState state, int record) {
    long[] words = state.words(record);
    int at = state.at(record);
    addToRest(state, record, FixedPoint.toBigInteger(words[at + 1], words[at]));
    words[at] = 0;
    words[at + 1] = 0;
  }

  private void addToRest(FunctionState state, int record, BigInteger value) {
    if (!hasObject()) {
      throw result.overflow();
    }
    BigInteger rest = (BigInteger) state.object(record);
    state.setObject(record, rest == null ? value : rest.add(value));
  }

  @Override
  void combine(FunctionState into, FunctionState from, RecordPairs pairs) {
    for (int i = 0; i < pairs.count(); i++) {
      int source = pairs.from()[i];
      if (source < 0) {
        continue;
      }
      int target = pairs.into()[i];
      long[] words = from.words(source);
      int at = from.at(source);
      into.words(target)[into.at(target) + 2] += words[at + 2];
      add(into, target, words[at + 1], words[at]);
      BigInteger rest = rest(from, source);
      if (rest != null) {
        addToRest(into, target, rest);
      }
    }
  }

  private @Nullable BigInteger rest(FunctionState state, int record) {
    return hasObject() ? (BigInteger) state.object(record) : null;
  }

  @Override
  boolean isWordwise() {
    return true;
  }

  @Override
  long combine(StateBlock block, int word) {
    block.add(word + 2);
    return block.addWide(word);
  }

  @Override
  void result(StateBlock block, int word, ColumnBuilder out) {
    result.append(
        block.column(word + 1), block.column(word), block.column(word + 2), block.count(), out);
  }

  @Override
  void result(FunctionState state, int[] records, int count, ColumnBuilder out) {
    for (int i = 0; i < count; i++) {
      int record = records[i];
      long[] words = state.words(record);
      int at = state.at(record);
      BigInteger rest = rest(state, record);
      if (words[at + 2] == 0) {
        out.appendNull();
      } else if (rest == null) {
        result.append(words[at + 1], words[at], words[at + 2], out);
      } else {
        BigInteger sum = rest.add(FixedPoint.toBigInteger(words[at + 1], words[at]));
        result.append(sum, words[at + 2], out);
      }
    }
  }

  @Override
  void writeObject(Object value, DataOutput output) throws IOException {
    StateValue.write(value, output);
  }

  @Override
  Object readObject(DataInput input) throws IOException {
    return StateValue.read(input);
  }
}
