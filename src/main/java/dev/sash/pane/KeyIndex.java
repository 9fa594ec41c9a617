package dev.sash.pane;

import dev.sash.aggregate.StateBudget;
import dev.sash.data.Column;
import dev.sash.data.ColumnBuilder;
import dev.sash.data.DataType;
import dev.sash.data.TextColumn;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * Gives each distinct group key a dense id, from 0. Everything behind it works with ids.
 *
 * <pre>
 *   input:   ('a', 1)  ('b', 1)  ('a', 1)  (NULL, 1)  ('', 1)
 *   output:  0         1         0         2          3
 * </pre>
 *
 * <p>A key is a row of longs, one code a column (see {@link KeyCoding}), and a mask of its NULLs.
 * NULL is a value of its own; -0.0 is 0.0 and there is one NaN. Ids are found by open addressing at
 * most half full, in two passes, so that the cache misses of many rows overlap. A key of one text
 * is looked up by the code of the text in its batch's dictionary ({@link DictionaryMemo}).
 *
 * <p>Ids do not come back by themselves when keys go: {@link PaneStore#reclaim} renumbers the ones
 * that are still in use. A key list without columns has the single key 0. Single-threaded.
 */
public final class KeyIndex {
  /** The setting that bounds the number of keys. */
  public static final String SETTING = "max_keys";

  private static final int FIRST_KEYS = 16;
  private static final int ORDERED_MIN = 1024;
  private static final int ORDERED_SHARE = 8;
  private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;

  private final List<DataType> types;
  private final KeyCoding[] codings;
  private final int keysMax;
  private final StateBudget budget;
  private final int stride;

  /** A single text: its code in our own dictionary is as good as a hash, and nearer. */
  private final boolean isSingleText;

  private final KeyOrder order;

  /** The ids of single texts by the codes of batches: one load, no hash and no comparison. */
  private final DictionaryMemo textIds = new DictionaryMemo();

  private long[] words;
  private int[] table = new int[FIRST_KEYS * 2];
  private int size;
  private int sizeAfterReclaim;

  /** How many keys there were when they were renumbered in their order. */
  private int orderedKeys;

  private long countedBytes;

  private long[][] codes;
  private long[] nulls = {};
  private int[] candidates = {};

  /**
   * An empty index.
   *
   * @param keyTypes types of the key columns; none for a single key
   * @param keysMax how many keys there may be
   * @param budget what the index's memory is counted against
   */
  public KeyIndex(List<DataType> keyTypes, int keysMax, StateBudget budget) {
    types = List.copyOf(keyTypes);
    this.keysMax = keysMax;
    this.budget = budget;
    codings = types.stream().map(KeyCoding::of).toArray(KeyCoding[]::new);
    isSingleText = codings.length == 1 && codings[0] instanceof TextKeyCoding;
    stride = codings.length + (codings.length + 63) / 64;
    words = new long[FIRST_KEYS * stride];
    codes = new long[codings.length][0];
    order = new KeyOrder(this);
    size = codings.length == 0 ? 1 : 0;
    count();
  }

  /** How many ids there are: all are below. */
  public int size() {
    return size;
  }

  /**
   * Finds the ids of the keys of some rows, and gives new keys one.
   *
   * @param keys the key columns, in the order of the types
   * @param rows numbers of the rows; the first {@code count} count
   * @param ids receives the ids, parallel to {@code rows}
   * @throws dev.sash.error.SashException when there are more keys than allowed
   */
  public void resolve(Column[] keys, int[] rows, int count, int[] ids) {
    if (codings.length == 0) {
      Arrays.fill(ids, 0, count, 0);
    } else if (isSingleText) {
      if (!textIds.find((TextColumn) keys[0], rows, count, ids)) {
        resolveNew((TextColumn) keys[0], rows, count, ids);
      }
    } else {
      resolveAny(keys, rows, count, ids);
    }
  }

  /** Finds the ids of texts that are -1 so far. */
  private void resolveNew(TextColumn column, int[] rows, int count, int[] ids) {
    int[] newRows = new int[count];
    int newCount = 0;
    for (int i = 0; i < count; i++) {
      newRows[newCount] = rows[i];
      newCount += ids[i] < 0 ? 1 : 0;
    }
    int[] newIds = new int[newCount];
    resolveAny(new Column[] {column}, newRows, newCount, newIds);
    for (int i = 0, next = 0; next < newCount; i++) {
      if (ids[i] < 0) {
        ids[i] = newIds[next++];
        textIds.learn(column.codes()[rows[i]], ids[i]);
      }
    }
  }

  private void resolveAny(Column[] keys, int[] rows, int count, int[] ids) {
    int known = size;
    encode(keys, rows, count);
    int mask = table.length - 1;
    for (int i = 0; i < count; i++) {
      candidates[i] = table[hash(i) & mask] - 1;
    }
    for (int i = 0; i < count; i++) {
      int candidate = candidates[i];
      ids[i] = candidate >= 0 && matches(candidate, i) ? candidate : findOrAdd(i);
    }
    if (size > known) {
      count();
    }
  }

  private void encode(Column[] keys, int[] rows, int count) {
    if (nulls.length < count) {
      codes = new long[codings.length][count];
      nulls = new long[count * (stride - codings.length)];
      candidates = new int[count];
    }
    int masks = stride - codings.length;
    Arrays.fill(nulls, 0, count * masks, 0);
    for (int c = 0; c < codings.length; c++) {
      codings[c].encode(keys[c], rows, count, codes[c]);
      if (keys[c].hasNulls()) {
        for (int i = 0; i < count; i++) {
          if (keys[c].isNull(rows[i])) {
            codes[c][i] = 0;
            nulls[i * masks + (c >> 6)] |= 1L << c;
          }
        }
      }
    }
  }

  private int hash(int row) {
    if (isSingleText) {
      return (int) codes[0][row];
    }
    long hash = nulls[row * (stride - codings.length)];
    for (long[] column : codes) {
      hash = (hash ^ hash >>> 29 ^ column[row]) * MULTIPLIER;
    }
    return (int) (hash ^ hash >>> 32 ^ hash >>> 47);
  }

  private boolean matches(int id, int row) {
    int at = id * stride;
    for (long[] column : codes) {
      if (words[at++] != column[row]) {
        return false;
      }
    }
    int masks = stride - codings.length;
    for (int i = row * masks; i < (row + 1) * masks; i++) {
      if (words[at++] != nulls[i]) {
        return false;
      }
    }
    return true;
  }

  private int findOrAdd(int row) {
    int mask = table.length - 1;
    int slot = hash(row) & mask;
    while (table[slot] != 0) {
      int id = table[slot] - 1;
      if (matches(id, row)) {
        return id;
      }
      slot = (slot + 1) & mask;
    }
    if (size >= keysMax) {
      throw KeyLimit.exceeded(keysMax);
    }
    int at = size * stride;
    if (at + stride > words.length) {
      words = Arrays.copyOf(words, words.length * 2);
    }
    for (long[] column : codes) {
      words[at++] = column[row];
    }
    int masks = stride - codings.length;
    System.arraycopy(nulls, row * masks, words, at, masks);
    table[slot] = ++size;
    if (size * 2 > table.length) {
      rehash(table.length * 2);
    }
    return size - 1;
  }

  private void rehash(int length) {
    table = new int[length];
    int mask = length - 1;
    for (int id = 0; id < size; id++) {
      int slot = hashOfKey(id) & mask;
      while (table[slot] != 0) {
        slot = (slot + 1) & mask;
      }
      table[slot] = id + 1;
    }
  }

  private int hashOfKey(int id) {
    int at = id * stride;
    if (isSingleText) {
      return (int) words[at];
    }
    long hash = words[at + codings.length];
    for (int c = 0; c < codings.length; c++) {
      hash = (hash ^ hash >>> 29 ^ words[at + c]) * MULTIPLIER;
    }
    return (int) (hash ^ hash >>> 32 ^ hash >>> 47);
  }

  /** The values of one key column for the given ids, in their order. */
  public Column keyColumn(int ordinal, int[] ids, int count) {
    if (codings[ordinal] instanceof TextKeyCoding coding) {
      return textColumn(coding, ordinal, ids, count);
    }
    ColumnBuilder out = ColumnBuilder.of(types.get(ordinal));
    for (int i = 0; i < count; i++) {
      if (isNull(ids[i], ordinal)) {
        out.appendNull();
      } else {
        codings[ordinal].append(code(ids[i], ordinal), out);
      }
    }
    return out.build();
  }

  private TextColumn textColumn(TextKeyCoding coding, int ordinal, int[] ids, int count) {
    int[] values = new int[count];
    boolean hasNulls = false;
    for (int i = 0; i < count; i++) {
      boolean isNull = isNull(ids[i], ordinal);
      hasNulls |= isNull;
      values[i] = isNull ? TextColumn.NULL : (int) code(ids[i], ordinal);
    }
    return new TextColumn(values, coding.dictionary(), hasNulls);
  }

  private long code(int id, int ordinal) {
    return words[id * stride + ordinal];
  }

  private boolean isNull(int id, int ordinal) {
    return (words[id * stride + codings.length + (ordinal >> 6)] >>> ordinal & 1) != 0;
  }

  /**
   * Sorts ids by their keys as ORDER BY does: column by column, numbers by value, texts by {@link
   * String#compareTo}, FALSE before TRUE, NaN after all numbers, NULL last. Costs at most n log n
   * comparisons, and a few steps a key where a good part of all keys is sorted.
   */
  public void sort(int[] ids, int count) {
    order.sort(ids, count);
    count();
  }

  /** The ids as {@link #sort} orders them, in an array that may be shared: not to be changed. */
  int[] sorted(int[] ids, int count) {
    int[] sorted = order.sorted(ids, count);
    count();
    return sorted;
  }

  /** The order of two keys, by their ranks where there are some. */
  int order(int left, int right) {
    return order.compare(left, right);
  }

  /**
   * Gives the keys from an id on numbers in their order, see {@link KeyCoding#number}.
   *
   * @return whether the numbers of earlier ids go with them
   */
  boolean number(int from, long[] numbers) {
    long some = -1;
    for (int id = from; id < size; id++) {
      numbers[id] = code(id, 0);
      some = isNull(id, 0) ? some : numbers[id];
    }
    for (int id = from; id < size; id++) {
      numbers[id] = isNull(id, 0) ? some : numbers[id];
    }
    boolean fits = some < 0 && beginsWithText() || codings[0].number(numbers, from, size, numbers);
    for (int id = from; id < size; id++) {
      numbers[id] = isNull(id, 0) ? Long.MAX_VALUE : numbers[id];
    }
    return fits;
  }

  /** Whether the codes of the first column are places in a list. */
  private boolean beginsWithText() {
    return codings[0] instanceof TextKeyCoding;
  }

  /** How many columns a key has. */
  int columnCount() {
    return codings.length;
  }

  /** The order of two keys. */
  int compare(int left, int right) {
    for (int c = 0; c < codings.length; c++) {
      boolean leftNull = isNull(left, c);
      boolean rightNull = isNull(right, c);
      int result =
          leftNull || rightNull
              ? Boolean.compare(leftNull, rightNull)
              : codings[c].compare(code(left, c), code(right, c));
      if (result != 0) {
        return result;
      }
    }
    return 0;
  }

  /**
   * Whether so many keys came since the last time that giving some back may pay.
   *
   * @param together so many keys were in use at a time, though they may be gone now: where windows
   *     follow each other the same ones come again
   */
  boolean mayReclaim(int together) {
    int doubled = Math.max(1024, Math.max(sizeAfterReclaim, together) * 2);
    return codings.length > 0 && size >= Math.min(doubled, (sizeAfterReclaim + keysMax + 1) / 2);
  }

  /** Whether more than half of the keys that there may be are in use. */
  boolean isTight() {
    return size > keysMax / 2;
  }

  /** Whether so many keys more could be too many. */
  boolean mayOverflow(int comingKeys) {
    return codings.length > 0 && size > keysMax - comingKeys;
  }

  /**
   * Keeps the given ids only and renumbers them, in their order.
   *
   * @return the new id by old id, -1 for those that are gone
   */
  public int[] retain(BitSet live) {
    int[] mapping = new int[size];
    Arrays.fill(mapping, -1);
    int kept = 0;
    for (int id = live.nextSetBit(0); id >= 0 && id < size; id = live.nextSetBit(id + 1)) {
      System.arraycopy(words, id * stride, words, kept * stride, stride);
      mapping[id] = kept++;
    }
    size = kept;
    sizeAfterReclaim = kept;
    orderedKeys = Math.min(orderedKeys, kept);
    int capacity = Math.max(FIRST_KEYS, Integer.highestOneBit(Math.max(1, kept)) * 4);
    if (words.length > capacity * stride) {
      words = Arrays.copyOf(words, capacity * stride);
    }
    for (int c = 0; c < codings.length; c++) {
      retainCodes(c);
    }
    rehash(capacity * 2);
    order.retain(mapping);
    textIds.clear();
    count();
    return mapping;
  }

  /**
   * Whether so many keys came since the last time that renumbering all in their order is worth its
   * cost, an eighth of them.
   */
  boolean mayReorder() {
    return size >= ORDERED_MIN && size - orderedKeys > size / ORDERED_SHARE;
  }

  /**
   * Renumbers all keys in their order: then what is kept by id lies in memory as results need it.
   *
   * @return the new id by old id
   */
  int[] reorder() {
    int[] sorted = order.becomeIdentity();
    int[] mapping = new int[size];
    long[] moved = new long[words.length];
    for (int id = 0; id < size; id++) {
      mapping[sorted[id]] = id;
      System.arraycopy(words, sorted[id] * stride, moved, id * stride, stride);
    }
    words = moved;
    rehash(table.length);
    textIds.clear();
    orderedKeys = size;
    return mapping;
  }

  private void retainCodes(int ordinal) {
    long[] kept = new long[size];
    int count = 0;
    for (int id = 0; id < size; id++) {
      if (!isNull(id, ordinal)) {
        kept[count++] = code(id, ordinal);
      }
    }
    codings[ordinal].retain(kept, count);
    count = 0;
    for (int id = 0; id < size; id++) {
      if (!isNull(id, ordinal)) {
        words[id * stride + ordinal] = kept[count++];
      }
    }
  }

  /** Brings the budget up to date with the arrays; what has grown is checked against its limit. */
  private void count() {
    long bytes = StateBudget.arrayBytes(words.length, Long.BYTES);
    bytes += StateBudget.arrayBytes(table.length, Integer.BYTES) + order.bytes() + textIds.bytes();
    for (KeyCoding coding : codings) {
      bytes += coding.bytes();
    }
    budget.release(countedBytes);
    countedBytes = 0;
    budget.reserve(bytes);
    countedBytes = bytes;
  }

  /** Bytes held; texts are estimated. */
  public long stateBytes() {
    return countedBytes;
  }

  /** Writes all keys. */
  public void write(DataOutput output) throws IOException {
    for (KeyCoding coding : codings) {
      coding.write(output);
    }
    output.writeInt(size);
    output.writeInt(sizeAfterReclaim);
    for (int i = 0; i < size * stride; i++) {
      output.writeLong(words[i]);
    }
  }

  /** Reads into an empty index of the same types what {@link #write} wrote; ids are the same. */
  public void read(DataInput input) throws IOException {
    for (KeyCoding coding : codings) {
      coding.read(input);
    }
    textIds.clear();
    size = input.readInt();
    sizeAfterReclaim = input.readInt();
    int capacity = Math.max(FIRST_KEYS, Integer.highestOneBit(Math.max(1, size)) * 2);
    words = new long[capacity * stride];
    for (int i = 0; i < size * stride; i++) {
      words[i] = input.readLong();
    }
    if (codings.length > 0) {
      rehash(capacity * 2);
    }
    count();
  }
}
