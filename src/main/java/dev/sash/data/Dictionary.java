package dev.sash.data;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Texts by code. Codes count from 0 and are never reused; entries are only added.
 *
 * <p>One writer adds; any number of readers may look up a code that reached them through a batch or
 * a published snapshot. That is why the array is volatile: a reader that meets a grown array also
 * meets what was copied into it.
 *
 * <p>A dictionary that a source keeps over batches lets a consumer remember per code what it once
 * found out (a key's id). A source starts a new one at {@link #MAX_SIZE} entries, so that texts
 * which never repeat do not pile up.
 */
public final class Dictionary {
  /** From this many entries on a writer starts a new dictionary. */
  public static final int MAX_SIZE = 1 << 18;

  /** The same where texts hardly repeat. */
  private static final int MAX_SIZE_ONCE = 1 << 16;

  private static final int[] NO_TABLE = {};

  private volatile String[] values;
  private int size;
  private int[] table = NO_TABLE;

  /** Hashes by code, so that hardly a text has to be looked at but the one that is found. */
  private int[] hashes = NO_TABLE;

  /** An empty dictionary. */
  public Dictionary() {
    values = new String[16];
  }

  /** A dictionary of the given texts, code 0 first; takes over the array. Texts may repeat. */
  public Dictionary(String[] texts, int count) {
    values = texts;
    size = count;
  }

  /** The code of a text, which is added if it is new. */
  public int encode(String text) {
    if (table == NO_TABLE) {
      rehash(Math.max(32, Integer.highestOneBit(Math.max(1, size) * 4)));
    }
    int hash = text.hashCode();
    int slot = slot(text, hash, table);
    int found = table[slot];
    if (found != 0) {
      return found - 1;
    }
    if (size * 2 >= table.length) {
      rehash(table.length * 2);
      slot = slot(text, hash, table);
    }
    int code = append(text);
    hashes = hashes.length > code ? hashes : Arrays.copyOf(hashes, values.length);
    hashes[code] = hash;
    table[slot] = code + 1;
    return code;
  }

  /** Adds a text without looking whether it is there, and returns its code. */
  public int append(String text) {
    String[] current = values;
    if (size == current.length) {
      current = Arrays.copyOf(current, size * 2);
    }
    current[size] = text;
    values = current;
    return size++;
  }

  /** The text of a code. */
  public String value(int code) {
    return values[code];
  }

  /** The texts by code, for a loop; entries added later may be missing. */
  public String[] values() {
    return values;
  }

  /** How many entries; for the writer. */
  public int size() {
    return size;
  }

  /**
   * Whether a writer should start a new one.
   *
   * @param uses how many rows its entries have been written to
   */
  public boolean isFull(long uses) {
    return size >= MAX_SIZE || size >= MAX_SIZE_ONCE && uses < size + size / 4;
  }

  private int slot(String text, int hash, int[] slots) {
    int mask = slots.length - 1;
    int slot = place(hash, mask);
    String[] current = values;
    while (slots[slot] != 0) {
      int code = slots[slot] - 1;
      if (hashes[code] == hash && current[code].equals(text)) {
        break;
      }
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  private static int place(int hash, int mask) {
    return ((hash * 0x9E3779B9) >>> 7) & mask;
  }

  private void rehash(int capacity) {
    if (table == NO_TABLE) {
      hashes = new int[values.length];
      for (int code = 0; code < size; code++) {
        hashes[code] = values[code].hashCode();
      }
    }
    int[] grown = new int[Math.max(32, capacity)];
    for (int code = 0; code < size; code++) {
      // texts may repeat where the dictionary was made of given ones: the first one counts
      int slot = slot(values[code], hashes[code], grown);
      if (grown[slot] == 0) {
        grown[slot] = code + 1;
      }
    }
    table = grown;
  }

  /** The text of a code, or null for the code of NULL. */
  public @Nullable String valueOrNull(int code) {
    return code < 0 ? null : values[code];
  }
}
