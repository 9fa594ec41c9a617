package dev.sash.pane;

import dev.sash.data.Column;

/** What a window holds: its keys and the state of each. Valid until the next call of its panes. */
public sealed interface WindowContent permits WindowState, ShardedWindow {

  /** How many keys have at least one row in the window. */
  int count();

  /** Their ids; longer than {@link #count}. Not to be changed. */
  int[] ids();

  /** Brings the keys into the order of {@link KeyIndex#sort}. */
  void sort(KeyIndex keys);

  /** Adds keys that have no row in the window: their state is that of no row at all. */
  void include(int[] emptyIds);

  /**
   * The key columns, and the results of the first so many aggregates, in the order of {@link #ids}.
   *
   * @throws dev.sash.error.SashException when a result is outside its type; {@link #failedId} is
   *     its key
   */
  Column[] rows(KeyIndex keys, int aggregateCount);

  /** The results of one aggregate; see {@link #rows}. */
  Column result(int aggregate);

  /** The key whose result could not be given, after {@link #rows} has thrown; else -1. */
  int failedId();
}
