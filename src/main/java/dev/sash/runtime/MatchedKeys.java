package dev.sash.runtime;

import dev.sash.aggregate.StateBudget;
import dev.sash.data.Column;
import dev.sash.data.ColumnBatch;
import dev.sash.data.DataType;
import dev.sash.pane.KeyIndex;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntConsumer;

/**
 * Which rows of two batches have equal keys: keys of both get numbers, and the rows of the right
 * one are laid out by number. NULL is equal to nothing.
 */
final class MatchedKeys {
  private final int[] leftIds;
  private final int[] starts;
  private final int[] rightRows;

  /** The rows of two batches. */
  MatchedKeys(ColumnBatch left, ColumnBatch right, JoinForm form) {
    List<DataType> types = form.leftKeys().stream().map(left.schema()::type).toList();
    KeyIndex keys = new KeyIndex(types, Integer.MAX_VALUE, StateBudget.unlimited());
    leftIds = ids(left, form.leftKeys(), keys);
    int[] rightIds = ids(right, form.rightKeys(), keys);
    starts = new int[keys.size() + 1];
    rightRows = layOut(rightIds, starts);
  }

  /** Tells each row of the right batch whose key is that of a row of the left one. */
  void forEach(int leftRow, IntConsumer rightRow) {
    int id = leftIds[leftRow];
    for (int i = id < 0 ? 0 : starts[id]; i < (id < 0 ? 0 : starts[id + 1]); i++) {
      rightRow.accept(rightRows[i]);
    }
  }

  /** A number for the key of each row, -1 where a part of it is NULL. */
  private static int[] ids(ColumnBatch rows, List<Integer> ordinals, KeyIndex keys) {
    Column[] columns = ordinals.stream().map(rows::column).toArray(Column[]::new);
    int count = rows.rowCount();
    int[] ids = new int[count];
    int[] numbers = new int[Math.min(count, ColumnBatch.MAX_ROWS)];
    int[] part = new int[numbers.length];
    for (int from = 0; from < count; from += numbers.length) {
      int size = Math.min(numbers.length, count - from);
      for (int i = 0; i < size; i++) {
        numbers[i] = from + i;
      }
      keys.resolve(columns, numbers, size, part);
      System.arraycopy(part, 0, ids, from, size);
    }
    for (Column column : columns) {
      for (int row = 0; column.hasNulls() && row < count; row++) {
        ids[row] = column.isNull(row) ? -1 : ids[row];
      }
    }
    return ids;
  }

  /**
   * Rows by the number of their key: those of {@code id} are in {@code [starts[id], starts[id+1])}.
   */
  private static int[] layOut(int[] ids, int[] starts) {
    for (int id : ids) {
      if (id >= 0) {
        starts[id + 1]++;
      }
    }
    for (int id = 1; id < starts.length; id++) {
      starts[id] += starts[id - 1];
    }
    int[] next = Arrays.copyOf(starts, starts.length);
    int[] rows = new int[ids.length];
    for (int row = 0; row < ids.length; row++) {
      if (ids[row] >= 0) {
        rows[next[ids[row]]++] = row;
      }
    }
    return rows;
  }
}
