package dev.sash.pane;

import dev.sash.aggregate.AggregateFunction;
import dev.sash.aggregate.AggregateInput;
import dev.sash.aggregate.RecordLayout;
import dev.sash.aggregate.RecordPairs;
import dev.sash.aggregate.RecordStore;
import dev.sash.aggregate.StateBudget;
import dev.sash.data.Column;
import dev.sash.data.ColumnBatch;
import dev.sash.data.ColumnBuilder;
import dev.sash.window.WindowSpec;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/**
 * The newest rows of each key, as panes of gcd(slide, size) rows in a ring that is as long as a
 * window: a pane that is begun takes the place of the one that has left every window.
 *
 * <p>Windows that were made are kept apart, as records of their own, until they are given back.
 * Single-threaded.
 */
public final class RowCountStore {
  private static final int NONE = -1;

  private final long size;
  private final long width;
  private final int ringLength;
  private final RecordLayout layout;
  private final RecordStore store;
  private final StateBudget budget;
  private int[][] rings = {};
  private long[] counts = {};

  private final int[] oneRow = new int[1];
  private final int[] oneRecord = new int[1];

  /** A store without rows. */
  public RowCountStore(
      WindowSpec.RowCount rows, List<AggregateInput> aggregates, StateBudget budget) {
    size = rows.sizeRows();
    long a = rows.slideRows();
    long b = size;
    while (b != 0) {
      long rest = a % b;
      a = b;
      b = rest;
    }
    width = a;
    ringLength = Math.toIntExact(size / width);
    layout = new RecordLayout(aggregates);
    store = layout.newStore(budget);
    this.budget = budget;
  }

  /** How many rows a key has had. */
  public long count(int id) {
    return id < counts.length ? counts[id] : 0;
  }

  /** Adds a row to its key. */
  public void add(ColumnBatch batch, int row, int id) {
    if (id >= counts.length) {
      int length = Math.max(id + 1, Math.max(16, counts.length * 2));
      budget.reserve((long) (length - counts.length) * (Long.BYTES + Integer.BYTES));
      counts = Arrays.copyOf(counts, length);
      rings = Arrays.copyOf(rings, length);
    }
    if (rings[id] == null) {
      budget.reserve(StateBudget.arrayBytes(ringLength, Integer.BYTES));
      rings[id] = new int[ringLength];
      Arrays.fill(rings[id], NONE);
    }
    int place = (int) (counts[id] / width % ringLength);
    if (counts[id] % width == 0) {
      oneRecord[0] = rings[id][place];
      store.free(oneRecord, 1);
      rings[id][place] = store.allocate();
    }
    counts[id]++;
    oneRow[0] = row;
    oneRecord[0] = rings[id][place];
    layout.add(batch, oneRow, oneRecord, 1, store);
  }

  /**
   * Combines what a key has of its window with the given end, which is not before its last row.
   *
   * @return the record, to be given back with {@link #free}
   */
  public int window(int id, long end) {
    long first = Math.max(0, Math.floorDiv(end - size, width));
    long last = (counts[id] - 1) / width;
    int panes = (int) Math.max(0, last - first + 1);
    int record = store.allocate();
    int[] into = new int[panes];
    int[] from = new int[panes];
    Arrays.fill(into, record);
    for (int i = 0; i < panes; i++) {
      from[i] = rings[id][(int) ((first + i) % ringLength)];
    }
    layout.combine(store, store, new RecordPairs(into, from, panes));
    return record;
  }

  /** The results of one aggregate for records. */
  public Column result(int aggregate, int[] records, int count) {
    AggregateFunction function = layout.aggregates().get(aggregate).function();
    ColumnBuilder out = ColumnBuilder.of(function.resultType());
    layout.result(aggregate, store, records, count, out);
    return out.build();
  }

  /** Gives records of windows back. */
  public void free(int[] records, int count) {
    store.free(records, count);
  }

  /** Bytes counted against the budget, by this store and whoever shares it. */
  public long stateBytes() {
    return budget.usedBytes();
  }

  /** Writes the rows of the first keys. */
  public void write(int keys, DataOutput output) throws IOException {
    for (int id = 0; id < keys; id++) {
      output.writeLong(count(id));
      for (int i = 0; count(id) > 0 && i < ringLength; i++) {
        int record = rings[id][i];
        output.writeBoolean(record != NONE);
        if (record != NONE) {
          layout.write(store, new int[] {record}, 1, output);
        }
      }
    }
  }

  /** Reads into an empty store what {@link #write} wrote. */
  public void read(int keys, DataInput input) throws IOException {
    counts = new long[keys];
    rings = new int[keys][];
    for (int id = 0; id < keys; id++) {
      counts[id] = input.readLong();
      if (counts[id] > 0) {
        rings[id] = new int[ringLength];
        Arrays.fill(rings[id], NONE);
        for (int i = 0; i < ringLength; i++) {
          if (input.readBoolean()) {
            rings[id][i] = store.allocate();
            layout.read(store, new int[] {rings[id][i]}, 1, input);
          }
        }
      }
    }
  }
}
