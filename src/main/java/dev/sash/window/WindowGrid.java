package dev.sash.window;

import java.util.Arrays;

/**
 * Windows that lie on the time line the same way for every key, and the panes that they are made
 * of: the longest stretches of time that no start or end of a window cuts. A row is added to one
 * pane; a window {@code [start, end)} is a run of whole panes. No two windows have the same end, so
 * a window is named by its end; the one that ends later never starts earlier.
 *
 * <p>Panes are numbered in order of time; numbers may be left out. All instants are epoch
 * milliseconds, before 1970 as well. Pure arithmetic without state.
 */
public interface WindowGrid {
  /** Stands for "no window". */
  long NEVER = Long.MAX_VALUE;

  /** The pane of an instant. */
  long pane(long millis);

  /**
   * The panes of many instants.
   *
   * @param panes receives their panes, parallel to the rows
   */
  default void panes(Instants instants, long[] panes) {
    long least = pane(instants.first());
    // a later instant is in no earlier pane, so nothing lies between two in the same
    if (least == pane(instants.last())) {
      Arrays.fill(panes, 0, instants.count(), least);
    } else {
      spread(instants, panes);
    }
  }

  /** The panes of instants that are known to be in several. */
  default void spread(Instants instants, long[] panes) {
    for (int i = 0; i < instants.count(); i++) {
      panes[i] = pane(instants.millis()[instants.rows()[i]]);
    }
  }

  /**
   * The end of the first window to close of those that contain a pane, {@link #NEVER} when none
   * does: a pane in the gap of a slide above the size.
   */
  long firstEnd(long pane);

  /** The end of the last window to close of those that contain a pane. Not for a pane in a gap. */
  long lastEnd(long pane);

  /** The smallest window end that is greater than an instant. */
  long endAfter(long millis);

  /** The greatest window end that is not greater than an instant. */
  long endUntil(long millis);

  /** The start of the window that ends at the given instant. */
  long startOf(long end);

  /** The first pane of the window that ends at the given instant. */
  long firstPane(long end);

  /** How far the last pane of a window is from its first, plus 1. */
  long paneCount(long end);

  /** How many window ends lie in {@code [firstEnd, lastEnd]}; both are ends of windows. */
  long countEnds(long firstEnd, long lastEnd);

  /** Whether there are instants in no window. */
  boolean hasGaps();

  /**
   * Whether most windows start where the one before does, so that each is that one and some panes
   * more.
   */
  boolean cumulates();

  /**
   * Panes of each window where all have the same number and slide by the same number, so that
   * windows can be combined in chunks of panes; 0 where they vary.
   */
  long panesPerWindow();

  /** Panes from one window start to the next; meaningless when {@link #panesPerWindow} is 0. */
  long panesPerSlide();
}
