package dev.sash.runtime;

import dev.sash.window.PaneGrid;
import dev.sash.window.WindowSpec;
import java.util.List;

/** The panes that the windows of several queries have in common. */
final class SharedGrid {
  /**
   * Panes of a query may consist of so many common ones; with more, sharing costs what it saves.
   */
  private static final long PARTS_MAX = 10;

  private SharedGrid() {}

  /** Whether the windows are made of common panes that are not much shorter than those of each. */
  static boolean fits(List<WindowSpec.Hop> windows) {
    long least = Long.MAX_VALUE;
    for (WindowSpec.Hop window : windows) {
      least = Math.min(least, gcd(window.slideMillis(), window.sizeMillis()));
    }
    return width(windows) >= (least + PARTS_MAX - 1) / PARTS_MAX;
  }

  /** The longest panes that no start or end of a window cuts. */
  static PaneGrid of(List<WindowSpec.Hop> windows) {
    long width = width(windows);
    return new PaneGrid(new WindowSpec.Hop(width, width, windows.get(0).offsetMillis()));
  }

  private static long width(List<WindowSpec.Hop> windows) {
    long width = 0;
    for (WindowSpec.Hop window : windows) {
      width = gcd(gcd(width, window.slideMillis()), window.sizeMillis());
      width = gcd(width, Math.abs(window.offsetMillis() - windows.get(0).offsetMillis()));
    }
    return width;
  }

  private static long gcd(long a, long b) {
    return b == 0 ? a : gcd(b, a % b);
  }
}
