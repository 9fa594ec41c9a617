package dev.sash.runtime;

import dev.sash.aggregate.StateBudget;
import dev.sash.data.ColumnBatch;
import dev.sash.data.DataType;
import dev.sash.data.LongColumnBuilder;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/** ROW_NUMBER, RANK and DENSE_RANK as rows come: how many there were before, and how many times. */
public final class OverRanks extends OverState {
  private final WindowTopNOperator.Function function;
  private final StateBudget budget;

  /** By key: rows so far, or groups of equal rows. */
  private long[] counts = {};

  private int keys;

  /** Numbers for one function. */
  public OverRanks(
      WindowTopNOperator.Function function, int ordinal, DataType type, StateBudget budget) {
    super(new int[] {ordinal}, List.of(type));
    this.function = function;
    this.budget = budget;
  }

  @Override
  void reserve(int count) {
    if (count > counts.length) {
      int length = Math.max(count, counts.length * 2);
      budget.reserve((long) (length - counts.length) * Long.BYTES);
      counts = Arrays.copyOf(counts, length);
    }
    keys = count;
  }

  @Override
  void peers(ColumnBatch rows, int from, int to, int key, long time) {
    LongColumnBuilder numbers = (LongColumnBuilder) results[0];
    long before = counts[key];
    for (int i = 0; i < to - from; i++) {
      numbers.append(
          function == WindowTopNOperator.Function.ROW_NUMBER ? before + i + 1 : before + 1);
    }
    counts[key] += function == WindowTopNOperator.Function.DENSE_RANK ? 1 : to - from;
  }

  @Override
  boolean holds(int key) {
    return counts[key] > 0;
  }

  @Override
  void renumber(int[] mapping, int count) {
    long[] moved = new long[counts.length];
    for (int key = 0; key < mapping.length; key++) {
      if (mapping[key] >= 0) {
        moved[mapping[key]] = counts[key];
      }
    }
    counts = moved;
    keys = count;
  }

  @Override
  public void snapshot(DataOutput output) throws IOException {
    output.writeInt(keys);
    for (int key = 0; key < keys; key++) {
      output.writeLong(counts[key]);
    }
  }

  @Override
  public void restore(DataInput input) throws IOException {
    reserve(input.readInt());
    for (int key = 0; key < keys; key++) {
      counts[key] = input.readLong();
    }
  }
}
