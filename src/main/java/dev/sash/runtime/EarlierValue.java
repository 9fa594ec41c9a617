package dev.sash.runtime;

import dev.sash.aggregate.AggregateInput;
import dev.sash.aggregate.StateBudget;
import dev.sash.data.ColumnBatch;
import java.util.List;

/** LAG: the value of the row that is n rows before, of which the last n are kept. */
public final class EarlierValue extends FrameState {
  private final Form form;

  /**
   * Which row.
   *
   * @param column ordinal of the value
   * @param offset how many rows before, from 0 on
   * @param defaultColumn ordinal of what is given where there is no such row, -1 for NULL
   * @param ignoresNulls whether rows in which the value is NULL are not counted
   */
  public record Form(int column, int offset, int defaultColumn, boolean ignoresNulls) {}

  /**
   * A function without keys.
   *
   * @param value keeps the value of a row
   * @param ordinal as of {@link OverState}
   */
  public EarlierValue(Form form, AggregateInput value, int ordinal, StateBudget budget) {
    super(new OverFrame(true, form.offset), List.of(value), new int[] {ordinal}, budget);
    this.form = form;
  }

  @Override
  void peers(ColumnBatch batch, int from, int to, int key, long time) {
    FrameRows rows = frameOf(key);
    for (int row = from; row < to; row++) {
      if (form.offset == 0) {
        results[0].appendFrom(batch.column(form.column), row);
        continue;
      }
      if (rows.size() == form.offset) {
        appendResult(rows.record(0), 1);
      } else if (form.defaultColumn < 0) {
        results[0].appendNull();
      } else {
        results[0].appendFrom(batch.column(form.defaultColumn), row);
      }
      if (!form.ignoresNulls || !batch.column(form.column).isNull(row)) {
        evict(rows, ++rows.count - form.offset + 1);
        rows.add(recordOf(batch, row), rows.count);
      }
    }
  }
}
