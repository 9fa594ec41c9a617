package dev.sash.runtime;

import dev.sash.data.Column;
import dev.sash.data.ColumnBatch;
import dev.sash.data.LongColumn;
import dev.sash.data.RowOrder;
import dev.sash.data.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Numbers the rows of each partition of a window in an order, and keeps the first n of them: {@code
 * ROW_NUMBER() OVER (PARTITION BY window_start, window_end, k ORDER BY v DESC) <= n}.
 *
 * <p>What has n rows before it has them whatever else comes. So rows are thrown away as soon as
 * there are twice as many as are needed: the state is about n rows for each window and partition.
 *
 * <pre>
 *   ROW_NUMBER() OVER (PARTITION BY window_end ORDER BY v DESC) <= 2
 *   input:  (a, 5, [0 s, 10 s)) (b, 7, [0 s, 10 s)) (c, 6, [0 s, 10 s))
 *   output: (b, 7, [0 s, 10 s), 1) (c, 6, [0 s, 10 s), 2)    when the window closes
 * </pre>
 */
public final class WindowTopNOperator extends WindowCloseOperator implements RowConsumer {
  private static final int DUE_ROWS = 4 * ColumnBatch.MAX_ROWS;

  /** So many rows are found by looking at each row once; more of them by sorting. */
  private static final int FEW = 100;

  private final Form form;

  /** By partition, then in the order asked for, then by all columns: no two orders are possible. */
  private final RowOrder order;

  private final RowOrder partition;
  private final RowOrder peers;

  /** How rows of a partition are numbered. */
  public enum Function {
    /** 1, 2, 3: rows that are equal in the order are numbered by their other columns. */
    ROW_NUMBER,
    /** 1, 1, 3: equal rows have one number, and the next has that of its place. */
    RANK,
    /** 1, 1, 2: equal rows have one number, and there are no gaps. */
    DENSE_RANK
  }

  /**
   * What is numbered.
   *
   * @param partition ordinals of the columns of PARTITION BY
   * @param order the keys of ORDER BY
   * @param ties the keys that decide between rows that are equal in the order
   * @param functions a column for each, behind those of the input
   * @param limit rows whose first number is greater are not given
   * @param output the columns of the input, and the numbers
   */
  public record Form(
      List<Integer> partition,
      List<RowOrder.Key> order,
      List<RowOrder.Key> ties,
      List<Function> functions,
      long limit,
      Schema output) {}

  /** An operator without rows. */
  public WindowTopNOperator(
      WindowRowsInput input,
      Form form,
      boolean once,
      OperatorTime time,
      AggregateDefinition.Limits limits,
      RowConsumer next) {
    super(List.of(input), once, time, limits, next);
    this.form = form;
    partition = new RowOrder(input.schema(), form.partition);
    peers = RowOrder.of(input.schema(), form.order);
    List<RowOrder.Key> keys = new ArrayList<>();
    form.partition.forEach(column -> keys.add(new RowOrder.Key(column, false, false)));
    keys.addAll(form.order);
    keys.addAll(form.ties);
    order = RowOrder.of(input.schema(), keys);
  }

  @Override
  public void rows(Rows rows) {
    take(0, rows);
  }

  @Override
  int dueAt() {
    return form.limit == Long.MAX_VALUE ? Integer.MAX_VALUE : DUE_ROWS;
  }

  @Override
  ColumnBatch needed(ColumnBatch rows) {
    ColumnBatch sorted = sorted(rows);
    int[] kept = new int[sorted.rowCount()];
    int count = select(number(sorted), kept);
    return sorted.gather(kept, count);
  }

  @Override
  void close(List<ColumnBatch> inputs) {
    ColumnBatch rows = sorted(inputs.get(0));
    long[][] numbers = number(rows);
    int[] kept = new int[rows.rowCount()];
    int count = select(numbers, kept);
    ColumnBatch chosen = rows.gather(kept, count);
    int width = rows.schema().size();
    Column[] columns = new Column[width + numbers.length];
    for (int i = 0; i < width; i++) {
      columns[i] = chosen.column(i);
    }
    for (int i = 0; i < numbers.length; i++) {
      long[] own = new long[count];
      for (int row = 0; row < count; row++) {
        own[row] = numbers[i][kept[row]];
      }
      columns[width + i] = new LongColumn(own, null);
    }
    send(new ColumnBatch(form.output, columns, count));
  }

  private ColumnBatch sorted(ColumnBatch rows) {
    boolean keepsFew =
        form.limit > 0 && form.limit <= FEW && form.functions.get(0) == Function.ROW_NUMBER;
    int[] first = keepsFew ? first(rows) : null;
    return first == null
        ? rows.gather(order.rows(rows), rows.rowCount())
        : rows.gather(first, first.length);
  }

  /**
   * The first rows in order, where all rows are of one partition; else null. Most rows are compared
   * with the last of them and with no other.
   */
  private int @Nullable [] first(ColumnBatch rows) {
    int[] first = new int[(int) Math.min(form.limit, rows.rowCount())];
    int count = 0;
    for (int row = 0; row < rows.rowCount(); row++) {
      if (!partition.same(rows, 0, rows, row)) {
        return null;
      }
      if (count == first.length && order.compare(rows, first[count - 1], rows, row) <= 0) {
        continue;
      }
      int place = count < first.length ? count++ : count - 1;
      for (; place > 0 && order.compare(rows, first[place - 1], rows, row) > 0; place--) {
        first[place] = first[place - 1];
      }
      first[place] = row;
    }
    return first;
  }

  /** The numbers of sorted rows, by function. */
  private long[][] number(ColumnBatch rows) {
    int count = rows.rowCount();
    long[][] numbers = new long[form.functions.size()][count];
    RankCounter counter = new RankCounter();
    for (int row = 0; row < count; row++) {
      boolean isFirst = row == 0 || !partition.same(rows, row - 1, rows, row);
      if (isFirst) {
        counter.start();
      }
      counter.next(!isFirst && peers.same(rows, row - 1, rows, row));
      for (int i = 0; i < numbers.length; i++) {
        numbers[i][row] = counter.number(form.functions.get(i));
      }
    }
    return numbers;
  }

  private int select(long[][] numbers, int[] kept) {
    int count = 0;
    for (int row = 0; row < kept.length; row++) {
      kept[count] = row;
      count += numbers[0][row] <= form.limit ? 1 : 0;
    }
    return count;
  }

  /** The ordinals below a number, as keys in one direction. */
  public static List<RowOrder.Key> allColumns(int columns, boolean descending) {
    return IntStream.range(0, columns)
        .mapToObj(column -> new RowOrder.Key(column, descending, descending))
        .toList();
  }
}
