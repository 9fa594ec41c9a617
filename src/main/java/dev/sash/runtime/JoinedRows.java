package dev.sash.runtime;

import dev.sash.data.BatchBuilder;
import dev.sash.data.Column;
import dev.sash.data.ColumnBatch;
import dev.sash.data.Schema;
import java.util.Collections;
import org.jspecify.annotations.Nullable;

/** Makes the rows that a join gives: pairs that pass its condition, and rows without a partner. */
final class JoinedRows {
  private final JoinForm form;
  private final @Nullable RowKernel condition;
  private final RowFailures failures;
  private final OperatorTime time;
  private int[] selected = {};

  /**
   * Rows of a join.
   *
   * @param condition what must be true of a pair besides, or null
   * @param failures what happens to a pair whose condition fails
   */
  JoinedRows(
      JoinForm form, @Nullable RowKernel condition, RowFailures failures, OperatorTime time) {
    this.form = form;
    this.condition = condition;
    this.failures = failures;
    this.time = time;
  }

  /** How many pairs the condition is true of; {@link #selected} has their numbers. */
  int select(ColumnBatch pairs) {
    int count = pairs.rowCount();
    if (selected.length < count) {
      selected = new int[Math.max(count, ColumnBatch.MAX_ROWS)];
    }
    RowKernel kernel = condition;
    if (kernel == null) {
      for (int i = 0; i < count; i++) {
        selected[i] = i;
      }
      return count;
    }
    BatchBuilder nothing = new BatchBuilder(Schema.of());
    kernel.count = 0;
    for (int from = 0; from < count; ) {
      try {
        kernel.run(pairs, from, count, nothing, selected);
        break;
      } catch (RuntimeException e) {
        Arrival arrival = Arrival.ofResults(pairs, time);
        failures.failed(new Rows(pairs, 0, count, arrival, null), kernel.row, e);
        from = kernel.row + 1;
      }
    }
    return kernel.count;
  }

  /** Numbers of the pairs that were selected last. */
  int[] selected() {
    return selected;
  }

  /** The first {@code count} of the pairs that were selected last. */
  ColumnBatch pairs(ColumnBatch pairs, int count) {
    ColumnBatch chosen = count == pairs.rowCount() ? pairs : pairs.gather(selected, count);
    Column[] columns = new Column[form.output().size()];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = chosen.column(i);
    }
    return new ColumnBatch(form.output(), columns, count);
  }

  /**
   * Rows of one side with NULLs for the other.
   *
   * @param other the columns of the other side
   */
  ColumnBatch padded(ColumnBatch rows, Schema other, boolean isLeft) {
    int count = rows.rowCount();
    BatchBuilder nulls = new BatchBuilder(other);
    @Nullable Object[] none = Collections.nCopies(other.size(), null).toArray();
    for (int row = 0; row < count; row++) {
      nulls.appendRow(none);
    }
    ColumnBatch missing = nulls.build();
    ColumnBatch first = isLeft ? rows : missing;
    ColumnBatch second = isLeft ? missing : rows;
    Column[] columns = new Column[form.output().size()];
    int width = first.schema().size();
    for (int i = 0; i < columns.length; i++) {
      columns[i] = i < width ? first.column(i) : second.column(i - width);
    }
    return new ColumnBatch(form.output(), columns, count);
  }
}
