package dev.sash.runtime;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.BitSet;
import java.util.Map;
import java.util.TreeMap;

/** Sets of key ids, by the end of a window. */
final class KeysByWindow implements Snapshotable {
  private final TreeMap<Long, BitSet> sets = new TreeMap<>();

  int size() {
    return sets.size();
  }

  void add(long end, int id) {
    sets.computeIfAbsent(end, e -> new BitSet()).set(id);
  }

  void put(long end, BitSet ids) {
    if (!ids.isEmpty()) {
      sets.put(end, ids);
    }
  }

  /** Whether the key is there; it is not afterwards. */
  boolean remove(long end, int id) {
    BitSet ids = sets.get(end);
    if (ids == null || !ids.get(id)) {
      return false;
    }
    ids.clear(id);
    return true;
  }

  boolean contains(long end, int id) {
    BitSet ids = sets.get(end);
    return ids != null && ids.get(id);
  }

  /** A copy of a window's set. */
  BitSet of(long end) {
    BitSet ids = sets.get(end);
    return ids == null ? new BitSet() : (BitSet) ids.clone();
  }

  /** The first window; there must be one. */
  long firstEnd() {
    return sets.firstKey();
  }

  void removeUntil(long end) {
    sets.headMap(end, true).clear();
  }

  void addAllTo(BitSet ids) {
    sets.values().forEach(ids::or);
  }

  /** Ids have changed; those that are gone leave. */
  void renumber(int[] mapping) {
    sets.replaceAll((end, ids) -> renumbered(ids, mapping));
  }

  static BitSet renumbered(BitSet ids, int[] mapping) {
    BitSet changed = new BitSet();
    ids.stream().map(id -> mapping[id]).filter(id -> id >= 0).forEach(changed::set);
    return changed;
  }

  @Override
  public void snapshot(DataOutput output) throws IOException {
    output.writeInt(sets.size());
    for (Map.Entry<Long, BitSet> entry : sets.entrySet()) {
      output.writeLong(entry.getKey());
      write(entry.getValue(), output);
    }
  }

  @Override
  public void restore(DataInput input) throws IOException {
    for (int left = input.readInt(); left > 0; left--) {
      sets.put(input.readLong(), read(input));
    }
  }

  static void write(BitSet ids, DataOutput output) throws IOException {
    long[] words = ids.toLongArray();
    output.writeInt(words.length);
    for (long word : words) {
      output.writeLong(word);
    }
  }

  static BitSet read(DataInput input) throws IOException {
    long[] words = new long[input.readInt()];
    for (int i = 0; i < words.length; i++) {
      words[i] = input.readLong();
    }
    return BitSet.valueOf(words);
  }
}
