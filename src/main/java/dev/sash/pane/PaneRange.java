package dev.sash.pane;

/**
 * Consecutive panes {@code [first, end)}: those of a window.
 *
 * @param first ordinal of the first pane
 * @param end ordinal of the pane after the last
 */
record PaneRange(long first, long end) {

  PaneRange {
    if (end <= first) {
      throw new IllegalArgumentException(
          "a range must not be empty: first=" + first + ", end=" + end);
    }
  }
}
