package dev.sash.pane;

import java.util.Arrays;

/**
 * Copies of rows for shards that are still at them when the caller uses its arrays again. A shard
 * has a set of arrays for each task that a {@link ShardQueue} can hold, and one to be filled; they
 * take turns.
 */
final class DealtRows {
  private static final int SETS = ShardQueue.TASKS + 1;

  private final Copy[][] copies;
  private final int[] turns;

  private static final class Copy {
    int[] rows = {};
    long[] panes = {};
    int[] ids = {};
  }

  DealtRows(int shards) {
    copies = new Copy[shards][SETS];
    for (Copy[] own : copies) {
      Arrays.setAll(own, i -> new Copy());
    }
    turns = new int[shards];
  }

  /** A copy that is valid until as many more were made for the shard as its queue has tasks. */
  PaneRows copy(int shard, PaneRows rows) {
    turns[shard] = (turns[shard] + 1) % SETS;
    Copy copy = copies[shard][turns[shard]];
    int count = rows.count();
    if (copy.rows.length < count) {
      copy.rows = new int[count];
      copy.panes = new long[count];
      copy.ids = new int[count];
    }
    System.arraycopy(rows.rows(), 0, copy.rows, 0, count);
    System.arraycopy(rows.panes(), 0, copy.panes, 0, count);
    System.arraycopy(rows.ids(), 0, copy.ids, 0, count);
    return rows.some(copy.rows, copy.panes, copy.ids, count);
  }
}
