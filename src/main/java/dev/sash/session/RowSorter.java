package dev.sash.session;

import dev.sash.data.BatchBuilder;
import dev.sash.data.ColumnBatch;
import dev.sash.data.Schema;
import dev.sash.plan.QueryPlan.SortKey;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** ORDER BY of a query that ends: holds all rows. Equal rows keep their order. */
final class RowSorter {
  private final BatchBuilder rows;
  private final List<SortKey> order;

  RowSorter(Schema schema, List<SortKey> order) {
    this.rows = new BatchBuilder(schema);
    this.order = order;
  }

  void add(ColumnBatch batch) {
    for (int row = 0; row < batch.rowCount(); row++) {
      rows.appendFrom(batch, row);
    }
  }

  ColumnBatch sorted() {
    ColumnBatch all = rows.build();
    Comparator<Integer> comparator = (a, b) -> compare(all, a, b);
    int[] numbers =
        IntStream.range(0, all.rowCount())
            .boxed()
            .sorted(comparator)
            .mapToInt(Integer::intValue)
            .toArray();
    return all.gather(numbers, numbers.length);
  }

  private int compare(ColumnBatch rows, int a, int b) {
    for (SortKey key : order) {
      int result = compare(rows, key, a, b);
      if (result != 0) {
        return result;
      }
    }
    return 0;
  }

  private static int compare(ColumnBatch rows, SortKey key, int a, int b) {
    Object left = rows.value(a, key.column());
    Object right = rows.value(b, key.column());
    if (left == null || right == null) {
      int nullOrder = Boolean.compare(left == null, right == null);
      return key.nullsFirst() ? -nullOrder : nullOrder;
    }
    int result = compareValues(left, right);
    return key.descending() ? -result : result;
  }

  @SuppressWarnings("unchecked") // both values come from one column, whose values are comparable
  private static int compareValues(Object left, @Nullable Object right) {
    return ((Comparable<@Nullable Object>) left).compareTo(right);
  }
}
