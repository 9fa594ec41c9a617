package dev.sash.pane;

import dev.sash.data.ColumnBatch;

/**
 * Splits rows by the shards of their keys. A shard may still be at the rows of some batches before,
 * so there are sets of arrays for all that a {@link ShardQueue} can hold, and one to be filled;
 * they take turns.
 */
final class ShardRows {
  private static final int SETS = ShardQueue.TASKS + 1;

  private final ShardKeys keys;
  private final Part[][] sets;
  private int turn;

  /** The rows of one shard. */
  private static final class Part {
    int[] rows = {};
    long[] panes = {};
    int[] ids = {};
    int count;

    void start(int most) {
      count = 0;
      if (rows.length < most) {
        rows = new int[most];
        panes = new long[most];
        ids = new int[most];
      }
    }
  }

  ShardRows(int shards, ShardKeys keys) {
    this.keys = keys;
    sets = new Part[SETS][shards];
    for (Part[] set : sets) {
      for (int shard = 0; shard < shards; shard++) {
        set[shard] = new Part();
      }
    }
  }

  /** Splits rows; before this is called as many times more as a queue has tasks, they must go. */
  void split(PaneRows rows) {
    turn = (turn + 1) % SETS;
    Part[] parts = sets[turn];
    int count = rows.count();
    for (Part part : parts) {
      part.start(count);
    }
    int[] places = keys.places();
    int mask = keys.mask();
    int shift = keys.shift();
    int[] numbers = rows.rows();
    long[] panes = rows.panes();
    int[] ids = rows.ids();
    for (int i = 0; i < count; i++) {
      int place = places[ids[i]];
      Part part = parts[place & mask];
      int at = part.count++;
      part.rows[at] = numbers[i];
      part.panes[at] = panes[i];
      part.ids[at] = place >>> shift;
    }
  }

  /** The rows of a shard, with the ids that its keys have there. */
  PaneRows of(int shard, ColumnBatch batch) {
    Part part = sets[turn][shard];
    return new PaneRows(batch, part.rows, part.panes, part.ids, part.count);
  }
}
