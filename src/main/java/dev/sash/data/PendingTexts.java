package dev.sash.data;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Short ASCII texts whose codes have not been looked up yet. Where there are many different texts,
 * each look-up waits for a place in memory that no cache holds. Looked up one after the other in
 * between the work for other columns, all of them wait; in a group, they wait at the same time (S.
 * Chen and others, Improving Hash Join Performance through Prefetching, 2004).
 *
 * <p>A text of up to 16 bytes is kept whole in two words, so it does not matter what becomes of the
 * bytes it came from.
 */
final class PendingTexts {
  static final int LENGTH_MAX = 2 * Long.BYTES;

  private static final int COUNT_MAX = 64;
  private static final long HIGH_BITS = 0x8080808080808080L;
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private final long[] heads = new long[COUNT_MAX];
  private final long[] tails = new long[COUNT_MAX];
  private final int[] lengths = new int[COUNT_MAX];
  private final int[] rows = new int[COUNT_MAX];
  private final byte[] bytes = new byte[LENGTH_MAX];
  private int count;

  /** What is loaded early goes here, so that it is loaded. */
  @SuppressWarnings("UnusedVariable") // written, so that the loads are not left out
  private long touched;

  /** Adds a text of at most {@link #LENGTH_MAX} bytes; false if it is not ASCII. */
  boolean add(byte[] ascii, int from, int to, int row) {
    long head = Utf8Index.head(ascii, from, to);
    long tail = Utf8Index.tail(ascii, from, to);
    if (((head | tail) & HIGH_BITS) != 0) {
      return false;
    }
    heads[count] = head;
    tails[count] = tail;
    lengths[count] = to - from;
    rows[count++] = row;
    return true;
  }

  boolean isFull() {
    return count == COUNT_MAX;
  }

  /** Forgets the texts of the rows from the given one on. */
  void truncate(int newSize) {
    while (count > 0 && rows[count - 1] >= newSize) {
      count--;
    }
  }

  /** Puts the codes of the texts that are known to their rows, and keeps the others. */
  void resolve(Utf8Index index, int[] codes) {
    for (int i = 0; i < count; i++) {
      touched += index.touch(heads[i], tails[i], lengths[i]);
    }
    int kept = 0;
    for (int i = 0; i < count; i++) {
      int code = index.find(heads[i], tails[i], lengths[i]);
      codes[rows[i]] = code;
      if (code < 0) {
        heads[kept] = heads[i];
        tails[kept] = tails[i];
        lengths[kept] = lengths[i];
        rows[kept++] = rows[i];
      }
    }
    count = kept;
  }

  /** How many texts there are. */
  int count() {
    return count;
  }

  /** The row of a text. */
  int row(int i) {
    return rows[i];
  }

  /** How long a text is. */
  int length(int i) {
    return lengths[i];
  }

  /** An array that begins with the bytes of a text, until the next call. */
  byte[] bytes(int i) {
    int length = lengths[i];
    LONGS.set(bytes, 0, heads[i]);
    if (length > Long.BYTES) {
      LONGS.set(bytes, length - Long.BYTES, tails[i]);
    }
    return bytes;
  }

  /** Forgets all texts. */
  void clear() {
    count = 0;
  }
}
