package dev.sash.runtime;

import dev.sash.aggregate.AggregateInput;
import dev.sash.aggregate.StateBudget;
import dev.sash.data.ColumnBatch;
import java.util.List;

/**
 * The value of one row of the frame: FIRST_VALUE, LAST_VALUE and NTH_VALUE. Only rows that can be
 * that one are kept: of an unbounded frame one or n, of the last row one.
 */
public final class FrameValues extends FrameState {
  private final Form form;

  /**
   * Which row.
   *
   * @param column ordinal of the value
   * @param number its place in the frame from 1 on, {@link #LAST} for the last one
   * @param ignoresNulls whether rows in which the value is NULL are not counted
   */
  public record Form(OverFrame frame, int column, int number, boolean ignoresNulls) {
    /** The last row of the frame. */
    public static final int LAST = 0;
  }

  /**
   * A function without keys.
   *
   * @param value keeps the value of a row
   * @param ordinal as of {@link OverState}
   */
  public FrameValues(Form form, AggregateInput value, int ordinal, StateBudget budget) {
    super(form.frame, List.of(value), new int[] {ordinal}, budget);
    this.form = form;
  }

  @Override
  void peers(ColumnBatch batch, int from, int to, int key, long time) {
    FrameRows rows = frameOf(key);
    if (frame.byRows()) {
      for (int row = from; row < to; row++) {
        add(rows, batch, row, rows.count);
        result(rows, 1);
      }
    } else {
      for (int row = from; row < to; row++) {
        add(rows, batch, row, time);
      }
      result(rows, to - from);
    }
  }

  private void add(FrameRows rows, ColumnBatch batch, int row, long position) {
    rows.count++;
    if (!frame.isUnbounded()) {
      evict(rows, position - frame.preceding());
    }
    if (form.ignoresNulls && batch.column(form.column).isNull(row)) {
      return;
    }
    if (form.number == Form.LAST) {
      evict(rows, Long.MAX_VALUE);
    } else if (frame.isUnbounded() && rows.size() == form.number) {
      return;
    }
    rows.add(recordOf(batch, row), position);
  }

  private void result(FrameRows rows, int times) {
    int place = form.number == Form.LAST ? rows.size() : form.number;
    if (place == 0 || place > rows.size()) {
      for (int i = 0; i < times; i++) {
        results[0].appendNull();
      }
    } else {
      appendResult(rows.record(place - 1), times);
    }
  }
}
