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

/**
 * MIN and MAX of texts, by {@link String#compareTo}, and of decimals of more than 18 digits: the
 * state is the value itself.
 */
final class ObjectExtremeFunction extends AggregateFunction {
  private final boolean largest;

  ObjectExtremeFunction(DataType resultType, boolean largest) {
    super(resultType);
    this.largest = largest;
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
  Object stateMeaning() {
    return largest ? "max" : "min";
  }

  @Override
  void accumulate(Column[] arguments, RowRun run, FunctionState state) {
    int[] rows = run.rows();
    int[] records = run.records();
    if (arguments[0] instanceof TextColumn texts) {
      String[] values = texts.dictionary().values();
      int[] codes = texts.codes();
      for (int i = 0; i < run.count(); i++) {
        offer(state, records[i], values[codes[rows[i]]]);
      }
    } else {
      DecimalColumn decimals = (DecimalColumn) arguments[0];
      for (int i = 0; i < run.count(); i++) {
        BigDecimal value = decimals.decimal(rows[i]);
        if (value != null) {
          offer(state, records[i], value);
        }
      }
    }
  }

  private void offer(FunctionState state, int record, Object value) {
    Object best = state.object(record);
    if (best == null || isBetter(value, best)) {
      state.setObject(record, value);
    }
  }

  private boolean isBetter(Object value, Object best) {
    int order =
        value instanceof String text
            ? text.compareTo((String) best)
            : ((BigDecimal) value).compareTo((BigDecimal) best);
    return largest ? order > 0 : order < 0;
  }

  @Override
  void combine(FunctionState into, FunctionState from, RecordPairs pairs) {
    for (int i = 0; i < pairs.count(); i++) {
      int source = pairs.from()[i];
      Object value = source < 0 ? null : from.object(source);
      if (value != null) {
        offer(into, pairs.into()[i], value);
      }
    }
  }

  @Override
  void result(FunctionState state, int[] records, int count, ColumnBuilder out) {
    for (int i = 0; i < count; i++) {
      out.appendObject(state.object(records[i]));
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
