package dev.sash.bench;

import dev.sash.data.Column;
import dev.sash.data.ColumnBatch;
import dev.sash.data.Dictionary;
import dev.sash.data.DoubleColumn;
import dev.sash.data.LongColumn;
import dev.sash.data.TextColumn;
import java.util.Arrays;

/**
 * Counts result rows and adds up a hash of each: the sum does not depend on their order. Takes rows
 * as columns: the key, the end of the window, then numbers.
 */
final class ResultSum {
  private static final long MULTIPLIER = 0xD6E8FEB86659FD93L;

  private Dictionary dictionary = new Dictionary();
  private long[] hashOfCode = {};
  private long[] hashes = {};
  private long rows;
  private long sum;

  /** Adds rows of which the first {@code columns} columns are to be looked at. */
  void add(ColumnBatch batch, int columns) {
    int count = batch.rowCount();
    hashes = hashes.length < count ? new long[count + count / 2] : hashes;
    addKeys((TextColumn) batch.column(0), count);
    for (int column = 1; column < columns; column++) {
      add(batch.column(column), count);
    }
    for (int i = 0; i < count; i++) {
      sum += hashes[i] ^ hashes[i] >>> 29;
    }
    rows += count;
  }

  private void addKeys(TextColumn keys, int count) {
    if (keys.dictionary() != dictionary) {
      dictionary = keys.dictionary();
      hashOfCode = new long[0];
    }
    int[] codes = keys.codes();
    for (int i = 0; i < count; i++) {
      int code = codes[i];
      long known = code < hashOfCode.length ? hashOfCode[code] : 0;
      hashes[i] = known == 0 ? learn(code) : known;
    }
  }

  private long learn(int code) {
    if (code >= hashOfCode.length) {
      hashOfCode = Arrays.copyOf(hashOfCode, Math.max(64, Integer.highestOneBit(code) * 2));
    }
    hashOfCode[code] = (dictionary.value(code).hashCode() + (1L << 40)) * MULTIPLIER;
    return hashOfCode[code];
  }

  private void add(Column column, int count) {
    if (column instanceof LongColumn longs) {
      long[] values = longs.values();
      for (int i = 0; i < count; i++) {
        hashes[i] = (hashes[i] ^ hashes[i] >>> 29 ^ values[i]) * MULTIPLIER;
      }
    } else {
      double[] values = ((DoubleColumn) column).values();
      for (int i = 0; i < count; i++) {
        long bits = Double.doubleToRawLongBits(values[i]);
        hashes[i] = (hashes[i] ^ hashes[i] >>> 29 ^ bits) * MULTIPLIER;
      }
    }
  }

  long rows() {
    return rows;
  }

  String checksum() {
    return Long.toHexString(sum);
  }
}
