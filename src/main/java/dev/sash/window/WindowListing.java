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

  /** The most windows that an instant can be in. */
  public static long countMax(WindowSpec window) {
    return window instanceof WindowSpec.Hop hop ? hop.windowsPerRow() : 1;
  }

  /** The windows of an instant, in order of their ends; none for an instant in a gap. */
  public static List<Bounds> of(WindowSpec window, long millis) {
    if (!(window instanceof WindowSpec.Hop hop)) {
      throw new IllegalArgumentException("window has no bounds: window=" + window);
    }
    List<Bounds> windows = new ArrayList<>();
    long last = hop.lastStart(millis) + hop.sizeMillis();
    for (long end = hop.firstEndAfter(millis); end <= last; end += hop.slideMillis()) {
      windows.add(new Bounds(end - hop.sizeMillis(), end));
    }
    return windows;
  }
}
