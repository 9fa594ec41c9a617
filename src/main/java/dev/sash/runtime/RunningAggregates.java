package dev.sash.runtime;

import dev.sash.aggregate.AggregateInput;
import dev.sash.aggregate.RecordLayout;
import dev.sash.aggregate.RecordStore;
import dev.sash.aggregate.StateBudget;
import dev.sash.data.ColumnBatch;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/**
 * Aggregates of all rows from the first of the key on: one record a key, which rows are added to.
 *
 * <pre>
 *   SUM(v) OVER (PARTITION BY k ORDER BY ts)         ... ROWS UNBOUNDED PRECEDING
 *   input:  (a, 1 s, 5) (a, 2 s, 1) (a, 2 s, 2)
 *   output: 5, 8, 8                                  5, 6, 8
 * </pre>
 */
public final class RunningAggregates extends OverState {
  private static final int NONE = -1;

  private final boolean byRows;
  private final RecordLayout layout;
  private final RecordStore store;
  private final StateBudget budget;
  private int[] recordOf = {};
  private int keys;
  private int[] rowNumbers = {};
  private int[] records = {};

  /** Aggregates without keys; ordinals as of {@link OverState}. */
  public RunningAggregates(
      boolean byRows, List<AggregateInput> aggregates, int[] ordinals, StateBudget budget) {
    super(ordinals, aggregates.stream().map(a -> a.function().resultType()).toList());
    this.byRows = byRows;
    this.budget = budget;
    layout = new RecordLayout(aggregates);
    store = layout.newStore(budget);
  }

  @Override
  void reserve(int count) {
    if (count > recordOf.length) {
      int length = Math.max(count, recordOf.length * 2);
      budget.reserve((long) (length - recordOf.length) * Integer.BYTES);
      int old = recordOf.length;
      recordOf = Arrays.copyOf(recordOf, length);
      Arrays.fill(recordOf, old, length, NONE);
    }
    keys = count;
  }

  @Override
  void peers(ColumnBatch rows, int from, int to, int key, long time) {
    if (recordOf[key] == NONE) {
      recordOf[key] = store.allocate();
    }
    int step = byRows ? 1 : to - from;
    if (records.length < step) {
      rowNumbers = new int[step];
      records = new int[step];
    }
    Arrays.fill(records, 0, step, recordOf[key]);
    for (int first = from; first < to; first += step) {
      for (int i = 0; i < step; i++) {
        rowNumbers[i] = first + i;
      }
      layout.add(rows, rowNumbers, records, step, store);
      for (int i = 0; i < results.length; i++) {
        layout.result(i, store, records, step, results[i]);
      }
    }
  }

  @Override
  boolean holds(int key) {
    return recordOf[key] != NONE;
  }

  @Override
  void renumber(int[] mapping, int count) {
    recordOf = moved(recordOf, mapping, recordOf.length, NONE);
    keys = count;
  }

  @Override
  public void snapshot(DataOutput output) throws IOException {
    output.writeInt(keys);
    for (int key = 0; key < keys; key++) {
      output.writeBoolean(holds(key));
      if (holds(key)) {
        layout.write(store, new int[] {recordOf[key]}, 1, output);
      }
    }
  }

  @Override
  public void restore(DataInput input) throws IOException {
    reserve(input.readInt());
    for (int key = 0; key < keys; key++) {
      if (input.readBoolean()) {
        recordOf[key] = store.allocate();
        layout.read(store, new int[] {recordOf[key]}, 1, input);
      }
    }
  }
}
