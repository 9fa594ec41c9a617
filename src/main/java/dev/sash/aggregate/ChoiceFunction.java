package dev.sash.aggregate;

import dev.sash.data.Column;
import dev.sash.data.ColumnBuilder;
import dev.sash.data.DataType;
import dev.sash.data.DecimalColumn;
import dev.sash.data.TextColumn;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The value of the row that comes first by some others: FIRST_VALUE by event time and input,
 * ARG_MIN by a second argument. The state is that row; of two with the same order the one with the
 * smaller value counts, so that it does not matter in which order rows are combined.
 *
 * <pre>
 *   words   | 0       | 1 ...                     | last
 *           | any row | codes of the order        | code of the value     object: value without code
 * </pre>
 *
 * <p>An order by texts or large decimals has no code: {@link ObjectChoiceFunction} is for that.
 */
final class ChoiceFunction extends AggregateFunction {
  private final DataType valueType;
  private final int orders;
  private final long flip;
  private final boolean coded;
  private final long[] codes;

  private ChoiceFunction(List<DataType> types, DataType resultType, boolean largest) {
    super(resultType);
    valueType = types.get(0);
    orders = types.size() - 1;
    flip = largest ? -1 : 0;
    coded = LongCoding.covers(valueType);
    codes = new long[orders + 1];
  }

  /**
   * The function of a call.
   *
   * @param types of the value, then of what it is chosen by
   * @param largest whether the row that comes last is chosen
   */
  static AggregateFunction of(List<DataType> types, DataType resultType, boolean largest) {
    boolean hasCodes = types.stream().skip(1).allMatch(LongCoding::covers);
    return hasCodes
        ? new ChoiceFunction(types, resultType, largest)
        : new ObjectChoiceFunction(types.get(0), resultType, largest);
  }

  @Override
  int words() {
    return orders + 2;
  }

  @Override
  boolean hasObject() {
    return !coded;
  }

  @Override
  Object stateMeaning() {
    return flip == 0 ? "first" : "last";
  }

  @Override
  void accumulate(Column[] arguments, RowRun run, FunctionState state) {
    for (int i = 0; i < run.count(); i++) {
      int row = run.rows()[i];
      for (int order = 0; order < orders; order++) {
        codes[order] = OrderCode.of(arguments[order + 1], row, flip);
      }
      codes[orders] = coded ? OrderCode.of(arguments[0], row, 0) : 0;
      offer(state, run.records()[i], codes, 0, coded ? null : value(arguments[0], row));
    }
  }

  private static @Nullable Object value(Column column, int row) {
    return column instanceof TextColumn texts
        ? texts.dictionary().values()[texts.codes()[row]]
        : ((DecimalColumn) column).decimal(row);
  }

  private void offer(
      FunctionState state, int record, long[] offered, int from, @Nullable Object value) {
    long[] words = state.words(record);
    int at = state.at(record);
    if (words[at] != 0 && !comesBefore(offered, from, words, at + 1, value, state, record)) {
      return;
    }
    words[at] = 1;
    for (int i = 0; i <= orders; i++) {
      words[at + 1 + i] = offered[from + i];
    }
    if (!coded) {
      state.setObject(record, value);
    }
  }

  private boolean comesBefore(
      long[] offered,
      int from,
      long[] words,
      int at,
      @Nullable Object value,
      FunctionState state,
      int record) {
    for (int i = 0; i <= orders; i++) {
      if (offered[from + i] != words[at + i]) {
        return offered[from + i] < words[at + i];
      }
    }
    Object chosen = coded ? null : state.object(record);
    if (value instanceof String text && chosen instanceof String other) {
      return text.compareTo(other) < 0;
    }
    return value instanceof BigDecimal number
        && chosen instanceof BigDecimal other
        && number.compareTo(other) < 0;
  }

  @Override
  void combine(FunctionState into, FunctionState from, RecordPairs pairs) {
    for (int i = 0; i < pairs.count(); i++) {
      int source = pairs.from()[i];
      if (source >= 0 && from.words(source)[from.at(source)] != 0) {
        Object value = coded ? null : from.object(source);
        offer(into, pairs.into()[i], from.words(source), from.at(source) + 1, value);
      }
    }
  }

  @Override
  void result(FunctionState state, int[] records, int count, ColumnBuilder out) {
    for (int i = 0; i < count; i++) {
      long[] words = state.words(records[i]);
      int at = state.at(records[i]);
      if (words[at] == 0) {
        out.appendNull();
      } else if (coded) {
        long code = OrderCode.value(words[at + 1 + orders], valueType);
        out.appendObject(Elements.decoded(code, valueType));
      } else {
        out.appendObject(state.object(records[i]));
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
