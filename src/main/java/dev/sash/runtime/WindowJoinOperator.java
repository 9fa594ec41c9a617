package dev.sash.runtime;

import dev.sash.data.Column;
import dev.sash.data.ColumnBatch;
import dev.sash.data.RowOrder;
import dev.sash.data.Schema;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Joins the rows of two inputs that are in the same window. A window is joined when it has closed
 * for both: then it is known of each row whether it has a partner, so that a row without one is
 * given once, and never beside a match.
 *
 * <p>A hash join for each window: keys of both sides get numbers, rows of the right side are laid
 * out by number, and each row of the left side looks at those of its own. NULL is equal to nothing.
 *
 * <pre>
 *   LEFT JOIN ... ON l.window_end = r.window_end AND l.k = r.k
 *   left:   (a, 1, [0 s, 5 s)) (b, 2, [0 s, 5 s))
 *   right:  (a, 9, [0 s, 5 s))
 *   output: (a, 1, [0 s, 5 s), a, 9, [0 s, 5 s)) (b, 2, [0 s, 5 s), NULL, NULL, NULL, NULL)
 * </pre>
 */
public final class WindowJoinOperator extends WindowCloseOperator {
  private static final int LEFT = 0;
  private static final int RIGHT = 1;

  private final JoinForm form;
  private final JoinedRows joined;
  private final RowOrder leftOrder;
  private final RowOrder rightOrder;
  private final int[] lefts = new int[ColumnBatch.MAX_ROWS];
  private final int[] rights = new int[ColumnBatch.MAX_ROWS];
  private int pairs;

  /**
   * An operator without rows.
   *
   * @param condition what must be true of a pair besides, or null
   * @param failures what happens to a pair whose condition fails
   */
  public WindowJoinOperator(
      List<WindowRowsInput> inputs,
      JoinForm form,
      @Nullable RowKernel condition,
      RowFailures failures,
      boolean once,
      OperatorTime time,
      AggregateDefinition.Limits limits,
      RowConsumer next) {
    super(inputs, once, time, limits, next);
    this.form = form;
    joined = new JoinedRows(form, condition, failures, time);
    leftOrder = all(inputs.get(LEFT).schema());
    rightOrder = all(inputs.get(RIGHT).schema());
  }

  private static RowOrder all(Schema schema) {
    return new RowOrder(schema, IntStream.range(0, schema.size()).boxed().toList());
  }

  /** Takes the rows of the left side. */
  public RowConsumer left() {
    return rows -> take(LEFT, rows);
  }

  /** Takes the rows of the right side. */
  public RowConsumer right() {
    return rows -> take(RIGHT, rows);
  }

  @Override
  void close(List<ColumnBatch> rows) {
    ColumnBatch left = leftOrder.sorted(rows.get(LEFT));
    ColumnBatch right = rightOrder.sorted(rows.get(RIGHT));
    MatchedKeys keys = new MatchedKeys(left, right, form);
    boolean[] leftMatched = new boolean[left.rowCount()];
    boolean[] rightMatched = new boolean[right.rowCount()];
    Window window = new Window(left, right, leftMatched, rightMatched);
    pairs = 0;
    for (int row = 0; row < leftMatched.length; row++) {
      int own = row;
      keys.forEach(row, partner -> add(window, own, partner));
    }
    match(window);
    sendLeft(window);
    sendRight(window);
  }

  @SuppressWarnings("ArrayRecordComponent") // what one window works with, never compared
  private record Window(
      ColumnBatch left, ColumnBatch right, boolean[] leftMatched, boolean[] rightMatched) {}

  private void add(Window window, int left, int right) {
    lefts[pairs] = left;
    rights[pairs++] = right;
    if (pairs == lefts.length) {
      match(window);
    }
  }

  /** Gives the pairs of which the condition is true. */
  private void match(Window window) {
    int count = pairs;
    pairs = 0;
    if (count == 0) {
      return;
    }
    ColumnBatch candidates = candidates(window, count);
    int matched = joined.select(candidates);
    int[] selected = joined.selected();
    for (int i = 0; i < matched; i++) {
      window.leftMatched[lefts[selected[i]]] = true;
      window.rightMatched[rights[selected[i]]] = true;
    }
    if (form.kind().givesRight()) {
      send(joined.pairs(candidates, matched));
    }
  }

  private ColumnBatch candidates(Window window, int count) {
    Column[] columns = new Column[form.pair().size()];
    int width = window.left.schema().size();
    for (int i = 0; i < columns.length; i++) {
      columns[i] =
          i < width
              ? window.left.column(i).gather(lefts, count)
              : window.right.column(i - width).gather(rights, count);
    }
    return new ColumnBatch(form.pair(), columns, count);
  }

  private void sendLeft(Window window) {
    boolean wanted = form.kind() == JoinForm.Kind.SEMI;
    if (!wanted && !form.kind().keepsLeft()) {
      return;
    }
    ColumnBatch rows = chosen(window.left, window.leftMatched, wanted);
    send(form.kind().givesRight() ? joined.padded(rows, window.right.schema(), true) : rows);
  }

  private void sendRight(Window window) {
    if (form.kind().keepsRight()) {
      send(
          joined.padded(
              chosen(window.right, window.rightMatched, false), window.left.schema(), false));
    }
  }

  private static ColumnBatch chosen(ColumnBatch rows, boolean[] matched, boolean wanted) {
    int[] chosen = new int[rows.rowCount()];
    int count = 0;
    for (int row = 0; row < chosen.length; row++) {
      chosen[count] = row;
      count += matched[row] == wanted ? 1 : 0;
    }
    return rows.gather(chosen, count);
  }
}
