package dev.sash.runtime;

import dev.sash.data.Column;
import dev.sash.data.ColumnBatch;
import dev.sash.data.ColumnBuilder;
import dev.sash.data.DataType;
import java.util.Arrays;
import java.util.List;

/**
 * Functions with OVER that share what they keep of each key, and how they go from row to row. Rows
 * come in their order, those of a key that are equal in the order together.
 */
public abstract class OverState implements Snapshotable {
  private final int[] ordinals;
  private final List<DataType> types;

  /** Takes the results, one for each function. */
  final ColumnBuilder[] results;

  /**
   * State without keys.
   *
   * @param ordinals where the results stand among those of all functions, parallel to the types
   */
  OverState(int[] ordinals, List<DataType> types) {
    this.ordinals = ordinals.clone();
    this.types = List.copyOf(types);
    results = types.stream().map(ColumnBuilder::of).toArray(ColumnBuilder[]::new);
  }

  /** There are so many keys now: all ids are below. */
  abstract void reserve(int keys);

  /**
   * Takes rows of a key that are equal in the order, and appends a result for each.
   *
   * @param from the first of the rows
   * @param to the row after the last
   * @param time their event time
   */
  abstract void peers(ColumnBatch rows, int from, int to, int key, long time);

  /** No row before a time comes any more: what only such rows would need can be forgotten. */
  void expire(long time) {}

  /** The span of time that rows are kept for, {@link Long#MAX_VALUE} when they stay for good. */
  long spanMillis() {
    return Long.MAX_VALUE;
  }

  /** Whether a key would be another one without what is kept of it. */
  abstract boolean holds(int key);

  /**
   * Keys get other numbers.
   *
   * @param mapping the new number by old number, -1 for a key that is gone
   * @param keys how many there are now
   */
  abstract void renumber(int[] mapping, int keys);

  /** Moves the results into their places. */
  final void takeResults(Column[] columns, int first) {
    for (int i = 0; i < results.length; i++) {
      columns[first + ordinals[i]] = results[i].build();
    }
  }

  final DataType type(int function) {
    return types.get(function);
  }

  /** An array by key under other numbers; what is not there is {@code missing}. */
  static int[] moved(int[] byKey, int[] mapping, int keys, int missing) {
    int[] moved = new int[Math.max(16, keys)];
    Arrays.fill(moved, missing);
    for (int key = 0; key < mapping.length && key < byKey.length; key++) {
      if (mapping[key] >= 0) {
        moved[mapping[key]] = byKey[key];
      }
    }
    return moved;
  }
}
