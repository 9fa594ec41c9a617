package dev.sash.view;

import dev.sash.data.ColumnBatch;
import dev.sash.data.Interleave;
import dev.sash.data.Schema;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;

/** Collects rows of any number of batches to make one batch of them. */
final class PickedRows {
  private final List<ColumnBatch> batches = new ArrayList<>();
  private final IdentityHashMap<ColumnBatch, Integer> numbers = new IdentityHashMap<>();
  private final int[] sources;
  private final int[] rows;
  private int count;

  /** Room for so many rows. */
  PickedRows(int rowsMax) {
    sources = new int[rowsMax];
    rows = new int[rowsMax];
  }

  void add(ColumnBatch batch, int row) {
    Integer number = numbers.putIfAbsent(batch, batches.size());
    if (number == null) {
      number = batches.size();
      batches.add(batch);
    }
    sources[count] = number;
    rows[count++] = row;
  }

  int count() {
    return count;
  }

  /** The rows in the order in which they were added. */
  ColumnBatch batch(Schema schema) {
    return count == 0
        ? ColumnBatch.empty(schema)
        : Interleave.rows(batches, Arrays.copyOf(sources, count), Arrays.copyOf(rows, count));
  }
}
