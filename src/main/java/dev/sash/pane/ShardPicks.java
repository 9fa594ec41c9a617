package dev.sash.pane;

import dev.sash.data.Column;
import dev.sash.data.DataType;
import dev.sash.data.DoubleColumn;
import dev.sash.data.Interleave;
import dev.sash.data.LongColumn;
import org.jspecify.annotations.Nullable;

/**
 * Which of some keys a shard has: their numbers there, and their places among all. What shards
 * compute side by side is put together by the places.
 */
final class ShardPicks {
  private final int shard;
  final int[] numbers;
  final int[] places;
  int count;

  /** The keys of a shard among the first {@code count} of the given ids. */
  ShardPicks(ShardKeys keys, int shard, int[] ids, int idCount) {
    this.shard = shard;
    numbers = new int[idCount];
    places = new int[idCount];
    int[] placeOfId = keys.places();
    int mask = keys.mask();
    int shift = keys.shift();
    int next = 0;
    for (int i = 0; i < idCount; i++) {
      int place = placeOfId[ids[i]];
      numbers[next] = place >>> shift;
      places[next] = i;
      // the next one takes the place of what is not ours
      next += (place & mask) == shard ? 1 : 0;
    }
    count = next;
  }

  /** The place of a number among all; that of a number which is not there is the first one. */
  int place(int number) {
    for (int i = 0; i < count; i++) {
      if (numbers[i] == number) {
        return places[i];
      }
    }
    return 0;
  }

  /** Puts columns of all shards together. */
  static Column assembled(DataType type, ShardPicks[] picks, Column[] parts, int count) {
    if (parts[0] instanceof LongColumn) {
      long[] values = new long[count];
      for (int shard = 0; shard < parts.length; shard++) {
        picks[shard].put(((LongColumn) parts[shard]).values(), values);
      }
      return new LongColumn(values, nulls(picks, parts, count));
    } else if (parts[0] instanceof DoubleColumn) {
      double[] values = new double[count];
      for (int shard = 0; shard < parts.length; shard++) {
        picks[shard].put(((DoubleColumn) parts[shard]).values(), values);
      }
      return new DoubleColumn(values, nulls(picks, parts, count));
    }
    int[] sources = new int[count];
    int[] rows = new int[count];
    for (ShardPicks own : picks) {
      for (int i = 0; i < own.count; i++) {
        sources[own.places[i]] = own.shard;
        rows[own.places[i]] = i;
      }
    }
    return Interleave.column(type, parts, sources, rows);
  }

  private void put(long[] own, long[] all) {
    for (int i = 0; i < count; i++) {
      all[places[i]] = own[i];
    }
  }

  private void put(double[] own, double[] all) {
    for (int i = 0; i < count; i++) {
      all[places[i]] = own[i];
    }
  }

  private static long @Nullable [] nulls(ShardPicks[] picks, Column[] parts, int count) {
    long[] nulls = null;
    for (int shard = 0; shard < parts.length; shard++) {
      ShardPicks own = picks[shard];
      for (int i = 0; parts[shard].hasNulls() && i < own.count; i++) {
        if (parts[shard].isNull(i)) {
          nulls = nulls == null ? new long[(count >> 6) + 1] : nulls;
          nulls[own.places[i] >> 6] |= 1L << own.places[i];
        }
      }
    }
    return nulls;
  }
}
