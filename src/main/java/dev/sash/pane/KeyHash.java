package dev.sash.pane;

import dev.sash.aggregate.LongCoding;
import dev.sash.data.Column;
import dev.sash.data.DataType;
import dev.sash.data.DecimalColumn;
import dev.sash.data.Dictionary;
import dev.sash.data.TextColumn;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;

/**
 * Hashes of group keys that depend on nothing but the values: the same key has the same hash in
 * every batch, after a restart and on another machine. What {@link KeyIndex} calls the same key has
 * the same hash: NULL is a value, -0.0 is 0.0, there is one NaN. So have texts of type CHAR that
 * differ in their padding only. Single-threaded.
 */
public final class KeyHash {
  private static final long MULTIPLIER = 0xD6E8FEB86659FD93L;
  private static final long NULL_CODE = 0x5851F42D4C957F2DL;

  private final List<DataType> types;
  private final Memo[] memos;
  private long[] codes = {};

  /** The hashes of the texts of the dictionary that was met last, 0 where not known yet. */
  private static final class Memo {
    Dictionary dictionary = new Dictionary();
    int[] hashes = {};
  }

  /** Hashes of keys of these types. */
  public KeyHash(List<DataType> keyTypes) {
    types = List.copyOf(keyTypes);
    memos = new Memo[types.size()];
    Arrays.setAll(memos, column -> new Memo());
  }

  /**
   * Hashes the keys of some rows.
   *
   * @param keys the key columns, in the order of the types
   * @param rows numbers of the rows; the first {@code count} count
   * @param hashes receives the hashes, parallel to {@code rows}; their high bits are the best mixed
   */
  public void hash(Column[] keys, int[] rows, int count, long[] hashes) {
    codes = codes.length < count ? new long[count] : codes;
    Arrays.fill(hashes, 0, count, 0);
    for (int c = 0; c < keys.length; c++) {
      encode(c, keys[c], rows, count);
      boolean mayBeNull = keys[c].hasNulls();
      for (int i = 0; i < count; i++) {
        long code = mayBeNull && keys[c].isNull(rows[i]) ? NULL_CODE : codes[i];
        long hash = (hashes[i] ^ hashes[i] >>> 32 ^ code) * MULTIPLIER;
        hashes[i] = (hash ^ hash >>> 32) * MULTIPLIER;
      }
    }
  }

  private void encode(int ordinal, Column column, int[] rows, int count) {
    if (column instanceof TextColumn texts) {
      encode(texts, ordinal, rows, count);
    } else if (LongCoding.covers(types.get(ordinal))) {
      LongCoding.encode(column, rows, count, codes);
    } else {
      DecimalColumn decimals = (DecimalColumn) column;
      for (int i = 0; i < count; i++) {
        BigDecimal number = decimals.decimal(rows[i]);
        codes[i] = number == null ? 0 : number.setScale(types.get(ordinal).scale()).hashCode();
      }
    }
  }

  private void encode(TextColumn texts, int ordinal, int[] rows, int count) {
    Memo memo = memos[ordinal];
    if (memo.dictionary != texts.dictionary()) {
      memo.dictionary = texts.dictionary();
      Arrays.fill(memo.hashes, 0);
    }
    boolean padded = types.get(ordinal).kind() == DataType.Kind.CHAR;
    for (int i = 0; i < count; i++) {
      int code = texts.codes()[rows[i]];
      if (code < 0) {
        continue;
      }
      if (code >= memo.hashes.length) {
        int length = Math.max(64, Integer.highestOneBit(code) * 2);
        memo.hashes = Arrays.copyOf(memo.hashes, length);
      }
      if (memo.hashes[code] == 0) {
        String text = memo.dictionary.value(code);
        memo.hashes[code] = (padded ? text.stripTrailing() : text).hashCode();
      }
      codes[i] = memo.hashes[code];
    }
  }
}
