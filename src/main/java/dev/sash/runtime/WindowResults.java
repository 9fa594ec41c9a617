package dev.sash.runtime;

import dev.sash.data.ColumnBatch;
import dev.sash.pane.KeyIndex;
import dev.sash.pane.Panes;
import dev.sash.pane.TouchedKeys;
import dev.sash.pane.WindowContent;
import dev.sash.window.WindowGrid;
import java.util.Arrays;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/** Result rows of windows that are named by their ends, in order of keys. */
final class WindowResults {
  private final WindowGrid grid;
  private final KeyIndex keys;
  private final Panes store;
  private final AggregateResults results;
  private final @Nullable EmptyWindows empty;

  /**
   * Results of the given state.
   *
   * @param empty who says which keys are shown without rows; null for none
   */
  WindowResults(
      WindowGrid grid,
      AggregateState held,
      AggregateDefinition definition,
      @Nullable EmptyWindows empty) {
    this.empty = empty;
    this.grid = grid;
    keys = held.keys();
    store = held.store();
    results = new AggregateResults(definition, keys);
  }

  /** Who says which keys are shown without rows, or null. */
  @Nullable EmptyWindows empty() {
    return empty;
  }

  /** All rows of the window that closes next. */
  ColumnBatch whole(long end) {
    BitSet due = empty == null ? null : empty.close(end);
    WindowContent state = store.window(grid.firstPane(end), grid.paneCount(end));
    if (empty != null && due != null) {
      for (int i = 0; i < state.count(); i++) {
        due.clear(state.ids()[i]);
      }
      state.include(due.stream().toArray());
      empty.showed(end, due);
    }
    return rows(state, end);
  }

  /**
   * All rows of a window whose turn it is not. It is asked for by its keys: that looks ahead or
   * back, while asking for a whole window would take the combiner past those that close before.
   */
  ColumnBatch ahead(long end) {
    int[] all = new int[keys.size()];
    Arrays.setAll(all, id -> id);
    WindowContent state = store.window(grid.firstPane(end), grid.paneCount(end), all, all.length);
    if (empty != null) {
      BitSet shown = empty.shown(end);
      for (int i = 0; i < state.count(); i++) {
        shown.clear(state.ids()[i]);
      }
      state.include(shown.stream().toArray());
    }
    return rows(state, end);
  }

  /** The rows of some keys; of those that have none in the window there is none. */
  ColumnBatch chosen(long end, int... ids) {
    return rows(store.window(grid.firstPane(end), grid.paneCount(end), ids, ids.length), end);
  }

  /** The rows of the keys that were touched in the window. */
  ColumnBatch changed(long end, TouchedKeys touched) {
    long first = grid.firstPane(end);
    return chosen(end, results.distinctIds(touched, first, first + grid.paneCount(end)));
  }

  private ColumnBatch rows(WindowContent state, long end) {
    state.sort(keys);
    return results.rows(state, grid.startOf(end), end);
  }

  /** Which of the windows over a pane have a row for a key: one look for all of them. */
  Presence presence(int id, long pane) {
    long oldest = grid.firstPane(grid.firstEnd(pane));
    long last = grid.lastEnd(pane);
    long newest = grid.firstPane(last) + grid.paneCount(last) - 1;
    return new Presence(
        id, store.nearestBefore(id, pane, oldest), store.nearestAfter(id, pane, newest));
  }

  /** The panes with rows of the key next to some pane. */
  final class Presence {
    private final int id;
    private final long before;
    private final long after;

    private Presence(int id, long before, long after) {
      this.id = id;
      this.before = before;
      this.after = after;
    }

    /** Whether every window over the given pane has one. */
    boolean inAllOver(long pane) {
      return before == pane;
    }

    /** Whether a closed window over the pane has a row for the key. */
    boolean in(long end) {
      long first = grid.firstPane(end);
      return before >= first
          || after < first + grid.paneCount(end)
          || empty != null && empty.isShown(end, id);
    }
  }

  /** Ids in the order of their keys. */
  int[] sorted(BitSet ids) {
    int[] sorted = ids.stream().toArray();
    keys.sort(sorted, sorted.length);
    return sorted;
  }
}
