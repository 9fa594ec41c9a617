package dev.sash.pane;

/**
 * Makes the state of a window out of panes. Every combiner gives the same results to the bit,
 * because aggregate functions are commutative monoids; they differ in what they cost.
 */
sealed interface WindowCombiner permits DirectCombiner, ChunkCombiner, PrefixCombiner {

  /** Combines the panes of a window, for every key that has a row in them. */
  void combine(PaneRange window, WindowState into);

  /** Combines the panes of a window, for those of the chosen keys that have a row in them. */
  void combine(PaneRange window, int[] ids, int count, WindowState into);

  /** Is told of rows right after they were added to their panes, or taken back from them. */
  void rowsChanged(PaneRows rows, boolean retract);

  /** Is told that panes before the given one are about to be dropped. */
  void expireBefore(long pane);

  /** Forgets what it has combined: ids have changed. */
  void reset();

  /** Does what the next window would have to do otherwise, as far as it can be done now. */
  default void workAhead() {}

  /**
   * Is told that every id has become another one; none has gone.
   *
   * @param keepsRows whether rows that were made of the last window are renumbered too
   */
  default void renumber(int[] mapping, boolean keepsRows) {
    reset();
  }

  /** How many records it keeps of its own. */
  int recordsInUse();
}
