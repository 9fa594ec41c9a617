package dev.sash.pane;

import dev.sash.data.Dictionary;
import dev.sash.data.TextColumn;
import java.util.Arrays;

/**
 * A number for each text of the dictionaries that were met last. Sources change their dictionaries
 * now and then and two sources have two, so the last few are remembered. Single-threaded.
 */
final class DictionaryMemo {
  private static final int DICTIONARIES = 4;
  private static final int FIRST_CODES = 64;

  private final Numbers[] remembered = new Numbers[DICTIONARIES];
  private int newest;

  /** Those of the dictionary that was asked for last. */
  private Numbers current;

  private static final class Numbers {
    Dictionary dictionary = new Dictionary();
    int[] plusOne = {};
  }

  DictionaryMemo() {
    clear();
    current = remembered[0];
  }

  /** Forgets all numbers. */
  void clear() {
    Arrays.setAll(remembered, i -> new Numbers());
    current = remembered[0];
  }

  /**
   * The number + 1 by code + 1, so that NULL, whose code is -1, has a place; 0 where it is not
   * known. Codes may be beyond the array.
   */
  int[] of(Dictionary dictionary) {
    for (int i = 0; current.dictionary != dictionary && i < DICTIONARIES; i++) {
      current = remembered[i];
    }
    if (current.dictionary != dictionary) {
      newest = (newest + 1) % DICTIONARIES;
      current = new Numbers();
      current.dictionary = dictionary;
      remembered[newest] = current;
    }
    return current.plusOne;
  }

  /**
   * The numbers of the texts of some rows.
   *
   * @param found receives them, -1 where one is not known
   * @return whether all are known
   */
  boolean find(TextColumn texts, int[] rows, int count, int[] found) {
    int[] known = of(texts.dictionary());
    int[] codes = texts.codes();
    int missing = 0;
    for (int i = 0; i < count; i++) {
      int code = codes[rows[i]] + 1;
      int number = code < known.length ? known[code] - 1 : -1;
      found[i] = number;
      missing |= number;
    }
    return missing >= 0;
  }

  /** Remembers a number in the dictionary that was asked for last, and gives the array anew. */
  int[] learn(int code, int number) {
    int at = code + 1;
    if (at >= current.plusOne.length) {
      int length = Math.max(FIRST_CODES, Integer.highestOneBit(at) * 2);
      current.plusOne = Arrays.copyOf(current.plusOne, length);
    }
    current.plusOne[at] = number + 1;
    return current.plusOne;
  }

  long bytes() {
    long bytes = 0;
    for (Numbers numbers : remembered) {
      bytes += (long) numbers.plusOne.length * Integer.BYTES;
    }
    return bytes;
  }
}
