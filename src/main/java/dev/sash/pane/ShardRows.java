package dev.sash.pane;

/**
 * The rows of one shard among all rows. Each shard picks its own, on whatever thread works for it:
 * so the caller's thread, which has the most to do, only copies what it uses again.
 */
final class ShardRows {
  private final int shard;
  private final int mask;
  private final int shift;
  private int[] rows = {};
  private long[] panes = {};
  private int[] ids = {};

  ShardRows(int shard, ShardKeys keys) {
    this.shard = shard;
    mask = keys.mask();
    shift = keys.shift();
  }

  /**
   * The shard's rows, with the ids that its keys have there; valid until the next call.
   *
   * @param places those of all keys, see {@link ShardKeys#places}
   */
  PaneRows of(PaneRows all, int[] places) {
    int count = all.count();
    if (rows.length < count) {
      rows = new int[count];
      panes = new long[count];
      ids = new int[count];
    }
    int[] numbers = all.rows();
    long[] ordinals = all.panes();
    int[] allIds = all.ids();
    int next = 0;
    for (int i = 0; i < count; i++) {
      int place = places[allIds[i]];
      rows[next] = numbers[i];
      panes[next] = ordinals[i];
      ids[next] = place >>> shift;
      // the next one takes the place of what is not ours
      next += (place & mask) == shard ? 1 : 0;
    }
    return all.some(rows, panes, ids, next);
  }
}
