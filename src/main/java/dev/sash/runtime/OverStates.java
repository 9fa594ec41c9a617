package dev.sash.runtime;

import dev.sash.data.Column;
import dev.sash.data.ColumnBatch;
import dev.sash.data.RowOrder;
import dev.sash.data.Schema;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;

/** Functions that look back: what they say of a row is known as soon as it comes in its order. */
public final class OverStates extends OverStep {
  private final OverForm form;
  private final List<OverState> states;
  private final RowOrder peers;
  private final int width;
  private final ColumnBatch nothing;

  /** The functions of an operator. */
  public OverStates(Schema input, OverForm form, List<OverState> states) {
    this.form = form;
    this.states = List.copyOf(states);
    peers = RowOrder.of(input, form.order());
    width = input.size();
    nothing = ColumnBatch.empty(form.output());
  }

  @Override
  void reserve(int keys) {
    states.forEach(state -> state.reserve(keys));
  }

  @Override
  ColumnBatch workOff(ColumnBatch rows, int[] ids) {
    int count = rows.rowCount();
    long[] times = form.times(rows);
    for (int from = 0; from < count; ) {
      int to = from + 1;
      while (to < count && ids[to] == ids[from] && peers.same(rows, from, rows, to)) {
        to++;
      }
      for (int i = 0; i < states.size(); i++) {
        states.get(i).peers(rows, from, to, ids[from], times[from]);
      }
      from = to;
    }
    Column[] columns = new Column[form.output().size()];
    for (int i = 0; i < width; i++) {
      columns[i] = rows.column(i);
    }
    states.forEach(state -> state.takeResults(columns, width));
    return new ColumnBatch(form.output(), columns, count);
  }

  @Override
  ColumnBatch passed(long time) {
    return nothing;
  }

  @Override
  void expire(long time) {
    states.forEach(state -> state.expire(time));
  }

  @Override
  long spanMillis() {
    return states.stream().mapToLong(OverState::spanMillis).min().orElse(Long.MAX_VALUE);
  }

  @Override
  boolean holds(int key) {
    return states.stream().anyMatch(state -> state.holds(key));
  }

  @Override
  void renumber(int[] mapping, int keys) {
    states.forEach(state -> state.renumber(mapping, keys));
  }

  @Override
  public void snapshot(DataOutput output) throws IOException {
    for (OverState state : states) {
      state.snapshot(output);
    }
  }

  @Override
  public void restore(DataInput input) throws IOException {
    for (OverState state : states) {
      state.restore(input);
    }
  }
}
