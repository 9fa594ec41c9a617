package dev.sash.data;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Finds the code of a text by its UTF-8 bytes, so that a text which is known already costs neither
 * decoding nor a String. One writer.
 *
 * <p>An open-addressed table whose slots hold what a comparison needs: the first eight bytes, the
 * last eight, the length. That is the whole text up to 16 bytes, so a look-up touches one place in
 * memory; longer texts are also compared with the bytes that are kept aside.
 */
final class Utf8Index {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;
  private static final long TAIL_MULTIPLIER = 0xC2B2AE3D27D4EB4FL;

  /** Longs a slot: head, tail, length and code, start among {@link #texts}. */
  private static final int SLOT = 4;

  private static final int SLOTS_INITIAL = 64;
  private static final int WHOLE_BYTES = 2 * Long.BYTES;

  private long[] table = new long[SLOTS_INITIAL * SLOT];
  private byte[] texts = new byte[1024];
  private int textsLength;
  private int size;

  /** Where the last look-up ended, and with what. */
  private int slot;

  private long head;
  private long tail;

  /** The code of the text in {@code [from, to)}, or -1. */
  int find(byte[] bytes, int from, int to) {
    int length = to - from;
    head = head(bytes, from, to);
    tail = tail(bytes, from, to);
    int mask = table.length - 1;
    slot = hash(head, tail, length) & mask & -SLOT;
    while (true) {
      long lengthAndCode = table[slot + 2];
      if (lengthAndCode == 0) {
        return -1;
      }
      if (table[slot] == head
          && table[slot + 1] == tail
          && lengthAndCode >>> 32 == length + 1
          && (length <= WHOLE_BYTES || isKept((int) table[slot + 3], bytes, from, to))) {
        return (int) lengthAndCode;
      }
      slot = (slot + SLOT) & mask;
    }
  }

  /** The code of a text of at most 16 bytes, which its head and its tail hold, or -1. */
  int find(long headOfText, long tailOfText, int length) {
    int mask = table.length - 1;
    int at = hash(headOfText, tailOfText, length) & mask & -SLOT;
    while (true) {
      long lengthAndCode = table[at + 2];
      if (table[at] == headOfText
          && table[at + 1] == tailOfText
          && lengthAndCode >>> 32 == length + 1) {
        return (int) lengthAndCode;
      }
      if (lengthAndCode == 0) {
        return -1;
      }
      at = (at + SLOT) & mask;
    }
  }

  /** Loads the place where a text is looked for first; what is there means nothing. */
  long touch(long headOfText, long tailOfText, int length) {
    return table[(hash(headOfText, tailOfText, length) & (table.length - 1) & -SLOT) + 2];
  }

  /** Remembers the code of the text that the last {@link #find} did not find. */
  void add(byte[] bytes, int from, int to, int code) {
    int length = to - from;
    if (length > WHOLE_BYTES) {
      if (texts.length - textsLength < length) {
        texts = Arrays.copyOf(texts, Math.max(textsLength + length, texts.length * 2));
      }
      System.arraycopy(bytes, from, texts, textsLength, length);
    }
    table[slot] = head;
    table[slot + 1] = tail;
    // One more than the length, so that no entry looks like an empty slot.
    table[slot + 2] = ((length + 1L) << 32) | code;
    table[slot + 3] = textsLength;
    textsLength += length > WHOLE_BYTES ? length : 0;
    if (++size * 2 * SLOT > table.length) {
      grow();
    }
  }

  private boolean isKept(int start, byte[] bytes, int from, int to) {
    return Arrays.equals(texts, start, start + to - from, bytes, from, to);
  }

  /** The first eight bytes, zeros where there are fewer. */
  static long head(byte[] bytes, int from, int to) {
    int length = to - from;
    if (length >= Long.BYTES) {
      return (long) LONGS.get(bytes, from);
    }
    if (from + Long.BYTES <= bytes.length) {
      return (long) LONGS.get(bytes, from) & ((1L << (length * Byte.SIZE)) - 1);
    }
    long head = 0;
    for (int at = to - 1; at >= from; at--) {
      head = (head << Byte.SIZE) | (bytes[at] & 0xff);
    }
    return head;
  }

  /** The last eight bytes; zero where the head has all. */
  static long tail(byte[] bytes, int from, int to) {
    return to - from > Long.BYTES ? (long) LONGS.get(bytes, to - Long.BYTES) : 0;
  }

  private static int hash(long head, long tail, int length) {
    // A product's high bits depend on all bits below, its low bits not on those above: they are
    // folded in between. The last character of a text is in the highest bits of its tail.
    long hash = (head ^ length) * MULTIPLIER + tail * TAIL_MULTIPLIER;
    hash = (hash ^ (hash >>> 32)) * MULTIPLIER;
    return (int) (hash >>> 32);
  }

  private void grow() {
    long[] old = table;
    table = new long[old.length * 2];
    int mask = table.length - 1;
    for (int from = 0; from < old.length; from += SLOT) {
      if (old[from + 2] != 0) {
        int length = (int) (old[from + 2] >>> 32) - 1;
        int to = hash(old[from], old[from + 1], length) & mask & -SLOT;
        while (table[to + 2] != 0) {
          to = (to + SLOT) & mask;
        }
        System.arraycopy(old, from, table, to, SLOT);
      }
    }
  }
}
