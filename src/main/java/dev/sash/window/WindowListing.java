package dev.sash.window;

import java.util.ArrayList;
import java.util.List;

/** The windows that an instant is in, one by one: for people who want to see them. */
public final class WindowListing {
  private WindowListing() {}

  /**
   * A window {@code [start, end)}.
   *
   * @param startMillis its first instant
   * @param endMillis the first instant after it
   */
  public record Bounds(long startMillis, long endMillis) {}

  /** How many windows an instant is in. */
  public static long count(WindowGrid grid, long millis) {
    long pane = grid.pane(millis);
    long first = grid.firstEnd(pane);
    return first == WindowGrid.NEVER ? 0 : grid.countEnds(first, grid.lastEnd(pane));
  }

  /** The windows of an instant, in order of their ends; none for an instant in a gap. */
  public static List<Bounds> of(WindowGrid grid, long millis) {
    List<Bounds> windows = new ArrayList<>();
    long pane = grid.pane(millis);
    long end = grid.firstEnd(pane);
    while (end != WindowGrid.NEVER && end <= grid.lastEnd(pane)) {
      windows.add(new Bounds(grid.startOf(end), end));
      end = grid.endAfter(end);
    }
    return windows;
  }
}
