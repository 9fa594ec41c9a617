package dev.sash.runtime;

import java.util.List;
import java.util.Set;

/** An operator that can take rows which it has dropped as late after all: REPROCESS LATE. */
interface Reprocessable {

  /** Whether it has kept anything; either all operators of a query do or none. */
  boolean keepsLateRows();

  /**
   * Adds late rows to those of their windows that dropped them and whose panes are still there, and
   * sends corrections.
   *
   * @param remaining receives the late rows that windows lack still
   * @param corrected receives the ends of the windows that have taken some
   */
  Reprocessed reprocess(List<LateRows> remaining, Set<Long> corrected);
}
