package dev.sash.bench;

import dev.sash.data.ColumnBatch;

/**
 * What a loop written by hand keeps for each key: a number of words in an array over all keys. All
 * methods are loops over rows or keys, so that a call of one is nothing.
 *
 * @param <S> arrays of states
 */
abstract class HandState<S> {
  final int keys;

  private int[] panes = {};

  HandState(int keys) {
    this.keys = keys;
  }

  /** The states of all keys without rows. */
  abstract S empty();

  /** So many places for such arrays. */
  abstract S[] places(int count);

  /** A pane without keys. */
  abstract HandPane<S> pane();

  /** Adds rows that are all in one pane. */
  abstract void addToOne(S state, ColumnBatch batch);

  /**
   * Adds rows to the panes in which they are: {@code (time - base) / slide} modulo their number.
   */
  abstract void addToMany(S[] open, long base, long slide, ColumnBatch batch);

  /** Moves the keys that have rows to a pane, and leaves the states of no rows. */
  abstract void take(S open, HandPane<S> pane);

  /** Adds the keys of a pane. */
  abstract void add(S into, HandPane<S> pane);

  /** The state of each key of a pane becomes that over what was scanned before it. */
  abstract void scan(S scanned, HandPane<S> pane);

  /** Each key of a scanned pane falls back to the state over the panes after it. */
  abstract void expire(S oldest, HandPane<S> pane);

  /** Leaves the states of no rows. */
  abstract void clear(S state);

  /** A row for each key of a window that is so combined; with one pane all three are the same. */
  abstract void emit(long end, S first, S second, S third);

  /** Where the pane of each row is: a loop of its own takes many rows at a time. */
  final int[] panes(long[] times, long base, long slide, int mask) {
    panes = panes.length < times.length ? new int[times.length] : panes;
    int[] found = panes;
    double perPane = 1.0 / slide;
    for (int i = 0; i < times.length; i++) {
      found[i] = (int) ((times[i] - base + 0.5) * perPane) & mask;
    }
    return found;
  }
}
