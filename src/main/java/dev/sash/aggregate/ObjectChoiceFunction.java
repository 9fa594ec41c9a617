package dev.sash.aggregate;

import dev.sash.data.Column;
import dev.sash.data.ColumnBuilder;
import dev.sash.data.DataType;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * ARG_MIN and ARG_MAX by a text or a large decimal: the state is the value and what it was chosen
 * by. Of equal ones the smaller value counts, as in {@link ChoiceFunction}.
 */
final class ObjectChoiceFunction extends AggregateFunction {
  private final DataType valueType;
  private final boolean largest;

  /** The row that is chosen so far. */
  private record Chosen(Object order, Object value) implements StateObject {
    @Override
    public long bytes() {
      return 24 + ObjectSet.bytesOf(order) + ObjectSet.bytesOf(value);
    }
  }

  ObjectChoiceFunction(DataType valueType, DataType resultType, boolean largest) {
    super(resultType);
    this.valueType = valueType;
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
    return largest ? "last of objects" : "first of objects";
  }

  @Override
  void accumulate(Column[] arguments, RowRun run, FunctionState state) {
    for (int i = 0; i < run.count(); i++) {
      int row = run.rows()[i];
      Chosen chosen = (Chosen) state.object(run.records()[i]);
      Object order = Elements.of(arguments[1], row);
      if (chosen == null || compare(order, chosen.order) <= 0) {
        offer(state, run.records()[i], new Chosen(order, Elements.of(arguments[0], row)));
      }
    }
  }

  private void offer(FunctionState state, int record, Chosen offered) {
    Chosen chosen = (Chosen) state.object(record);
    if (chosen == null || comesBefore(offered, chosen)) {
      state.setObject(record, offered);
    }
  }

  private boolean comesBefore(Chosen offered, Chosen chosen) {
    int order = compare(offered.order, chosen.order);
    return order < 0 || order == 0 && Elements.compare(offered.value, chosen.value, valueType) < 0;
  }

  @SuppressWarnings({"unchecked", "rawtypes"}) // both are texts, or both are numbers
  private int compare(Object left, Object right) {
    int order = ((Comparable) left).compareTo(right);
    return largest ? Integer.compare(0, order) : order;
  }

  @Override
  void combine(FunctionState into, FunctionState from, RecordPairs pairs) {
    for (int i = 0; i < pairs.count(); i++) {
      int source = pairs.from()[i];
      @Nullable Object chosen = source < 0 ? null : from.object(source);
      if (chosen != null) {
        offer(into, pairs.into()[i], (Chosen) chosen);
      }
    }
  }

  @Override
  void result(FunctionState state, int[] records, int count, ColumnBuilder out) {
    for (int i = 0; i < count; i++) {
      Chosen chosen = (Chosen) state.object(records[i]);
      out.appendObject(chosen == null ? null : Elements.decoded(chosen.value, valueType));
    }
  }

  @Override
  void writeObject(Object value, DataOutput output) throws IOException {
    StateValue.write(((Chosen) value).order, output);
    StateValue.write(((Chosen) value).value, output);
  }

  @Override
  Object readObject(DataInput input) throws IOException {
    Object order = StateValue.read(input);
    return new Chosen(order, StateValue.read(input));
  }
}
