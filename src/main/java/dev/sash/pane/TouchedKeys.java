package dev.sash.pane;

import java.util.Arrays;
import java.util.List;

/**
 * Keys to which rows were added, with their panes: the first {@code count} of parallel arrays, by
 * ascending pane, each (pane, key) once.
 *
 * @param panes ordinals of the panes
 * @param ids ids of the keys
 * @param count how many
 */
@SuppressWarnings("ArrayRecordComponent") // columns of one table, never compared
public record TouchedKeys(long[] panes, int[] ids, int count) {

  /** Those of some panes in ascending order, which forget them. */
  static TouchedKeys drained(List<Pane> touchedPanes) {
    int room = 0;
    for (Pane pane : touchedPanes) {
      room += pane.touchedCount();
    }
    int[] ids = new int[room];
    long[] ordinals = new long[room];
    int count = 0;
    for (Pane pane : touchedPanes) {
      int end = pane.drainTouched(ids, count);
      Arrays.fill(ordinals, count, end, pane.ordinal);
      count = end;
    }
    return new TouchedKeys(ordinals, ids, count);
  }

  /** Those of all shards, pane by pane. */
  static TouchedKeys merged(TouchedKeys[] parts, ShardKeys keys) {
    int total = 0;
    for (TouchedKeys part : parts) {
      total += part.count;
    }
    long[] panes = new long[total];
    int[] ids = new int[total];
    int[] next = new int[parts.length];
    for (int count = 0; count < total; ) {
      long pane = Long.MAX_VALUE;
      for (int shard = 0; shard < parts.length; shard++) {
        pane =
            next[shard] < parts[shard].count
                ? Math.min(pane, parts[shard].panes[next[shard]])
                : pane;
      }
      for (int shard = 0; shard < parts.length; shard++) {
        TouchedKeys part = parts[shard];
        for (; next[shard] < part.count && part.panes[next[shard]] == pane; next[shard]++) {
          panes[count] = pane;
          ids[count++] = keys.ids(shard)[part.ids[next[shard]]];
        }
      }
    }
    return new TouchedKeys(panes, ids, total);
  }
}
