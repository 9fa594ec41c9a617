package dev.sash.pane;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;

/**
 * Which shard has a key, and which number the key has there. Keys are dealt out in turn as they
 * come, so that all shards have as many; they stay where they are when ids are renumbered, and the
 * numbers of a shard are without gaps, as {@link KeyedRecords} and others like them to be.
 *
 * <pre>
 *   two shards   id      0  1  2  3  4
 *                shard   0  1  0  1  0
 *                number  0  0  1  1  2
 * </pre>
 */
final class ShardKeys {
  private final int shards;
  private final int shift;
  private final int mask;

  /** By id: the number of the key in its shard, then the shard. */
  private int[] places = {};

  private int size;

  /** By shard and number the id. */
  private final int[][] ids;

  private final int[] sizes;
  private int next;

  ShardKeys(int shards) {
    this.shards = shards;
    shift = Integer.SIZE - Integer.numberOfLeadingZeros(shards - 1);
    mask = (1 << shift) - 1;
    ids = new int[shards][0];
    sizes = new int[shards];
  }

  /** Gives all ids below the given one a place. */
  void reserve(int idSpace) {
    if (idSpace > places.length) {
      places = Arrays.copyOf(places, Math.max(idSpace, places.length * 2));
    }
    while (size < idSpace) {
      add(size, next);
      next = (next + 1) % shards;
    }
  }

  private void add(int id, int shard) {
    int number = sizes[shard]++;
    if (number == ids[shard].length) {
      ids[shard] = Arrays.copyOf(ids[shard], Math.max(16, number * 2));
    }
    ids[shard][number] = id;
    places[id] = number << shift | shard;
    size++;
  }

  /** By id what {@link #shard} and {@link #number} understand. */
  int[] places() {
    return places;
  }

  int shard(int place) {
    return place & mask;
  }

  int number(int place) {
    return place >>> shift;
  }

  /** The bits of a place that are the shard. */
  int mask() {
    return mask;
  }

  int shift() {
    return shift;
  }

  /** By number the ids of a shard. */
  int[] ids(int shard) {
    return ids[shard];
  }

  /**
   * Takes over new ids; the numbers of a shard are in the order of its ids afterwards.
   *
   * @param mapping the new id by old id, -1 for keys that are gone
   * @param newSize how many are left
   * @return the new number by shard and old number, -1 for those that are gone
   */
  int[][] renumber(int[] mapping, int newSize) {
    int[] oldPlaces = places;
    int[][] numbers = new int[shards][];
    for (int shard = 0; shard < shards; shard++) {
      numbers[shard] = new int[sizes[shard]];
      sizes[shard] = 0;
    }
    places = new int[newSize];
    for (int old = 0; old < mapping.length; old++) {
      if (mapping[old] >= 0) {
        places[mapping[old]] = shard(oldPlaces[old]);
      }
    }
    size = 0;
    while (size < newSize) {
      add(size, places[size]);
    }
    for (int old = 0; old < mapping.length; old++) {
      int id = mapping[old];
      numbers[shard(oldPlaces[old])][number(oldPlaces[old])] = id < 0 ? -1 : number(places[id]);
    }
    return numbers;
  }

  /** How many keys there are. */
  int size() {
    return size;
  }

  /** How many keys a shard has. */
  int size(int shard) {
    return sizes[shard];
  }

  void write(DataOutput output) throws IOException {
    output.writeInt(size);
    for (int id = 0; id < size; id++) {
      output.writeByte(shard(places[id]));
    }
  }

  /** Reads into an empty object; the numbers of a shard are in the order of its ids. */
  void read(DataInput input) throws IOException {
    int written = input.readInt();
    places = new int[written];
    for (int id = 0; id < written; id++) {
      add(id, input.readByte());
    }
  }

  long bytes() {
    long bytes = (long) places.length * Integer.BYTES;
    for (int[] own : ids) {
      bytes += (long) own.length * Integer.BYTES;
    }
    return bytes;
  }
}
