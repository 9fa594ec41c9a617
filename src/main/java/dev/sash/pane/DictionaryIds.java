package dev.sash.pane;

import dev.sash.aggregate.StateBudget;
import dev.sash.data.Dictionary;
import dev.sash.data.TextColumn;
import java.util.Arrays;

/**
 * The ids of keys of a single text, by the codes of the batches' dictionaries: a text that was seen
 * before costs one load, no hash and no comparison. Sources change their dictionaries now and then
 * and two sources have two, so the last few are remembered. Single-threaded.
 */
final class DictionaryIds {
  private static final int MEMOS = 4;
  private static final int FIRST_CODES = 64;

  private final Memo[] memos = new Memo[MEMOS];
  private int newest;

  /** The last dictionary that was asked for. */
  private Memo current;

  /** Id + 1 by code + 1, so that NULL, whose code is -1, has a place; 0 where it is not known. */
  private static final class Memo {
    Dictionary dictionary = new Dictionary();
    int[] ids = {};
  }

  DictionaryIds() {
    clear();
    current = memos[0];
  }

  /** Forgets all ids: they have changed their meaning. */
  void clear() {
    Arrays.setAll(memos, i -> new Memo());
    current = memos[0];
  }

  /**
   * Finds the ids of the texts of some rows.
   *
   * @param ids receives them, -1 where one is not known
   * @return whether all are known
   */
  boolean find(TextColumn texts, int[] rows, int count, int[] ids) {
    select(texts.dictionary());
    int[] known = current.ids;
    int[] codes = texts.codes();
    int missing = 0;
    for (int i = 0; i < count; i++) {
      int code = codes[rows[i]] + 1;
      int id = code < known.length ? known[code] - 1 : -1;
      ids[i] = id;
      missing |= id;
    }
    return missing >= 0;
  }

  private void select(Dictionary dictionary) {
    for (int i = 0; current.dictionary != dictionary && i < MEMOS; i++) {
      current = memos[i];
    }
    if (current.dictionary != dictionary) {
      newest = (newest + 1) % MEMOS;
      current = new Memo();
      current.dictionary = dictionary;
      memos[newest] = current;
    }
  }

  /** Remembers the id of a text of the dictionary that was asked for last. */
  void learn(int code, int id) {
    int at = code + 1;
    if (at >= current.ids.length) {
      int length = Math.max(FIRST_CODES, Integer.highestOneBit(at) * 2);
      current.ids = Arrays.copyOf(current.ids, length);
    }
    current.ids[at] = id + 1;
  }

  long bytes() {
    long bytes = 0;
    for (Memo memo : memos) {
      bytes += StateBudget.arrayBytes(memo.ids.length, Integer.BYTES);
    }
    return bytes;
  }
}
