package dev.sash.runtime;

import dev.sash.data.Column;
import dev.sash.pane.KeyIndex;
import dev.sash.pane.SharedPane;
import java.util.Arrays;

/** The ids that the keys of one index have in another: each key is looked up once. */
final class TakenKeys {
  private static final int UNKNOWN = -1;

  private final KeyIndex source;
  private final int columnCount;
  private int[] ids = {};
  private int[] asked = {};
  private int[] numbers = {};
  private int[] found = {};

  /** Knows no key of the index yet; both have keys of so many columns. */
  TakenKeys(KeyIndex source, int columnCount) {
    this.source = source;
    this.columnCount = columnCount;
  }

  /**
   * The ids of all keys of a pane, by their ids in the source.
   *
   * @param own where they are looked up; new keys are added
   */
  int[] of(SharedPane pane, KeyIndex own) {
    int known = ids.length;
    if (known < source.size()) {
      ids = Arrays.copyOf(ids, Math.max(source.size(), known * 2));
      Arrays.fill(ids, known, ids.length, UNKNOWN);
    }
    int count = 0;
    for (int i = 0; i < pane.count(); i++) {
      if (ids[pane.ids()[i]] == UNKNOWN) {
        asked = count < asked.length ? asked : Arrays.copyOf(asked, Math.max(16, count * 2));
        asked[count++] = pane.ids()[i];
      }
    }
    if (count > 0) {
      ask(count, own);
    }
    return ids;
  }

  private void ask(int count, KeyIndex own) {
    Column[] columns = new Column[columnCount];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = source.keyColumn(i, asked, count);
    }
    if (numbers.length < count) {
      numbers = new int[asked.length];
      found = new int[asked.length];
      Arrays.setAll(numbers, i -> i);
    }
    own.resolve(columns, numbers, count, found);
    for (int i = 0; i < count; i++) {
      ids[asked[i]] = found[i];
    }
  }

  /** Ids of the other index have changed. */
  void renumber(int[] mapping) {
    for (int i = 0; i < ids.length; i++) {
      ids[i] = ids[i] == UNKNOWN ? UNKNOWN : mapping[ids[i]];
    }
  }
}
