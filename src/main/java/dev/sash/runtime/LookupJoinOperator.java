package dev.sash.runtime;

import dev.sash.data.Column;
import dev.sash.data.ColumnBatch;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Joins rows with a table, as it is when they come: what is changed in it is seen from the next
 * batch of rows on, and what was given before stays. The table is asked once for all rows of a
 * batch.
 *
 * <pre>
 *   s LEFT JOIN t ON s.k = t.k        t: (a, 'Anna')
 *   input:  (a, 1) (b, 2)
 *   output: (a, 1, a, 'Anna') (b, 2, NULL, NULL)
 * </pre>
 *
 * <p>The rows keep their place in the stream: their event times, and what is late, are what they
 * were.
 */
public final class LookupJoinOperator implements RowConsumer {
  private final JoinForm form;
  private final TableLookup table;
  private final JoinedRows joined;
  private final RowConsumer next;
  private int[] lefts = new int[ColumnBatch.MAX_ROWS];
  private int[] rights = new int[ColumnBatch.MAX_ROWS];
  private int pairs;

  /**
   * An operator.
   *
   * @param form INNER, LEFT, SEMI or ANTI
   * @param condition what must be true of a pair besides, or null
   * @param failures what happens to a pair whose condition fails
   */
  public LookupJoinOperator(
      JoinForm form,
      TableLookup table,
      @Nullable RowKernel condition,
      RowFailures failures,
      OperatorTime time,
      RowConsumer next) {
    this.form = form;
    this.table = table;
    this.next = next;
    joined = new JoinedRows(form, condition, failures, time);
  }

  @Override
  public void rows(Rows rows) {
    ColumnBatch left = rows.toBatch();
    int key = form.leftKeys().isEmpty() ? -1 : form.leftKeys().get(0);
    ColumnBatch right = table.find(left, key);
    MatchedKeys keys = new MatchedKeys(left, right, form);
    boolean[] matched = new boolean[left.rowCount()];
    pairs = 0;
    for (int row = 0; row < matched.length; row++) {
      int own = row;
      keys.forEach(row, partner -> add(own, partner));
      if (pairs >= ColumnBatch.MAX_ROWS) {
        match(rows, left, right, matched);
      }
    }
    match(rows, left, right, matched);
    sendSingle(rows, left, right, matched);
  }

  private void add(int left, int right) {
    if (pairs == lefts.length) {
      lefts = Arrays.copyOf(lefts, pairs * 2);
      rights = Arrays.copyOf(rights, pairs * 2);
    }
    lefts[pairs] = left;
    rights[pairs++] = right;
  }

  /** Gives the pairs of which the condition is true. */
  private void match(Rows rows, ColumnBatch left, ColumnBatch right, boolean[] matched) {
    int count = pairs;
    pairs = 0;
    if (count == 0) {
      return;
    }
    Column[] columns = new Column[form.pair().size()];
    int width = left.schema().size();
    for (int i = 0; i < columns.length; i++) {
      columns[i] =
          i < width
              ? left.column(i).gather(lefts, count)
              : right.column(i - width).gather(rights, count);
    }
    ColumnBatch candidates = new ColumnBatch(form.pair(), columns, count);
    int passed = joined.select(candidates);
    int[] sources = new int[passed];
    for (int i = 0; i < passed; i++) {
      int row = lefts[joined.selected()[i]];
      matched[row] = true;
      sources[i] = rows.from() + row;
    }
    if (form.kind().givesRight()) {
      send(rows, joined.pairs(candidates, passed), sources);
    }
  }

  /** Rows without a partner; of SEMI those with one. */
  private void sendSingle(Rows rows, ColumnBatch left, ColumnBatch right, boolean[] matched) {
    boolean wanted = form.kind() == JoinForm.Kind.SEMI;
    if (!wanted && !form.kind().keepsLeft()) {
      return;
    }
    int[] chosen = new int[matched.length];
    int count = 0;
    for (int row = 0; row < matched.length; row++) {
      chosen[count] = row;
      count += matched[row] == wanted ? 1 : 0;
    }
    ColumnBatch single = left.gather(chosen, count);
    int[] sources = new int[count];
    for (int i = 0; i < count; i++) {
      sources[i] = rows.from() + chosen[i];
    }
    send(
        rows,
        form.kind().givesRight() ? joined.padded(single, right.schema(), true) : single,
        sources);
  }

  private void send(Rows rows, ColumnBatch output, int[] sources) {
    if (output.rowCount() > 0) {
      next.rows(rows.derived(output, sources));
    }
  }
}
