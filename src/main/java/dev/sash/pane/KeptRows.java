package dev.sash.pane;

import dev.sash.aggregate.StateBudget;
import dev.sash.data.Column;
import dev.sash.data.RowPatch;

/**
 * The result rows of the window before, in order of keys. A window that slides by a small part of
 * its size has the same rows as the one before it but for the keys that got rows or lost some: only
 * these are combined again, the others are copied, column by column.
 *
 * <p>The columns are those that were sent, which nobody changes; keeping them copies nothing.
 */
final class KeptRows {
  /** Copying a row and patching costs about a third of combining it. */
  private static final int CHANGED_SHARE = 3;

  private final StateBudget budget;
  private int[] ids = {};
  private int count;
  private Column[] columns = {};
  private long countedBytes;
  private final RowPatch patch = new RowPatch();

  KeptRows(StateBudget budget) {
    this.budget = budget;
  }

  /** Whether a window in which so many keys have changed is best made from these rows. */
  boolean isClose(ChangedKeys changed) {
    return !changed.isAll() && isClose(changed.count());
  }

  /** Whether a window in which so many keys have changed is best made from these rows. */
  boolean isClose(int changedCount) {
    return columns.length > 0 && changedCount <= count / CHANGED_SHARE;
  }

  int columnCount() {
    return columns.length;
  }

  /**
   * Finds out where the rows of the next window are.
   *
   * @param sorted all changed ids, in order of keys
   * @param isPresent by changed id: whether the key has rows in the next window
   */
  void plan(ChangedKeys changed, int[] sorted, boolean[] isPresent, KeyIndex keys) {
    patch.clear();
    int next = 0;
    int shift = 0;
    int copied = 0;
    for (int row = 0; row < count; row++) {
      if (!changed.has(ids[row])) {
        continue;
      }
      for (; sorted[next] != ids[row]; next++) {
        if (isPresent[next]) {
          int before = placeOf(sorted[next], copied, row, keys);
          patch.copy(copied, copied + shift, before - copied);
          patch.put(before + shift);
          copied = before;
          shift++;
        }
      }
      if (isPresent[next++]) {
        patch.put(row + shift);
      } else {
        patch.copy(copied, copied + shift, row - copied);
        copied = row + 1;
        shift--;
      }
    }
    for (; next < changed.count(); next++) {
      if (isPresent[next]) {
        int before = placeOf(sorted[next], copied, count, keys);
        patch.copy(copied, copied + shift, before - copied);
        patch.put(before + shift);
        copied = before;
        shift++;
      }
    }
    patch.copy(copied, copied + shift, count - copied);
  }

  /** The first of the rows {@code [from, to)} whose key is greater. */
  private int placeOf(int id, int from, int to, KeyIndex keys) {
    int low = from;
    int high = to;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (keys.order(ids[middle], id) < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** The ids of the planned window. */
  int[] patchedIds(int[] fresh) {
    return patch.keepsPlaces(count) ? ids : patch.apply(ids, fresh);
  }

  /** How many rows the planned window has. */
  int patchedCount() {
    return patch.size();
  }

  /** A column of the planned window. */
  Column patched(int column, Column fresh) {
    return patch.apply(columns[column], fresh);
  }

  /** The column of the planned window, if it has not changed: the one of keys. */
  boolean hasSameKeys() {
    return patch.keepsPlaces(count);
  }

  Column column(int column) {
    return columns[column];
  }

  /** Keeps rows, as long as there is memory to spare. */
  void keep(int[] newIds, int newCount, Column[] newColumns) {
    forget();
    long bytes = (long) newCount * (newColumns.length * Long.BYTES + Integer.BYTES);
    if (!budget.isTight() && bytes < budget.maxBytes() / 8) {
      budget.reserve(bytes);
      countedBytes = bytes;
      ids = newIds;
      count = newCount;
      columns = newColumns;
    }
  }

  /** Is told that every id has become another one: the rows are the same. */
  void renumber(int[] mapping) {
    int[] renumbered = new int[count];
    for (int i = 0; i < count; i++) {
      renumbered[i] = mapping[ids[i]];
    }
    ids = renumbered;
  }

  void forget() {
    budget.release(countedBytes);
    countedBytes = 0;
    ids = new int[0];
    columns = new Column[0];
    count = 0;
  }
}
