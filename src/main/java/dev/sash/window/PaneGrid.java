package dev.sash.window;

/**
 * The panes of hopping windows: the longest stretches of time that no window start or end cuts. A
 * row is added to one pane; a window is a run of whole panes.
 *
 * <p>The width is gcd(slide, size) on a grid shifted by the offset (Li et al., "No pane, no gain",
 * SIGMOD Record 34(1), 2005, section 3). Pane {@code n} is {@code [offset + n * width, offset + (n
 * + 1) * width)}; n is negative before the offset.
 *
 * <pre>
 *   HOP(slide 4, size 6): width 2
 *   time     0   2   4   6   8   10
 *   panes    | 0 | 1 | 2 | 3 | 4 |
 *   windows  [-----------)
 *                    [-----------)
 * </pre>
 */
public final class PaneGrid {
  private final WindowSpec.Hop hop;
  private final long widthMillis;

  /** The grid of a hop. */
  public PaneGrid(WindowSpec.Hop hop) {
    this.hop = hop;
    widthMillis = gcd(hop.slideMillis(), hop.sizeMillis());
  }

  private static long gcd(long a, long b) {
    return b == 0 ? a : gcd(b, a % b);
  }

  /** The length of a pane. */
  public long widthMillis() {
    return widthMillis;
  }

  /** Panes in a window. */
  public long panesPerWindow() {
    return hop.sizeMillis() / widthMillis;
  }

  /** Panes from one window start to the next. */
  public long panesPerSlide() {
    return hop.slideMillis() / widthMillis;
  }

  /** The pane of an instant. */
  public long pane(long millis) {
    return Math.floorDiv(millis - hop.offsetMillis(), widthMillis);
  }

  /** The start of a pane. */
  public long start(long pane) {
    return hop.offsetMillis() + pane * widthMillis;
  }

  /** The first pane of the window that ends at the given instant. */
  public long firstPaneOfWindowEnding(long endMillis) {
    return pane(endMillis - hop.sizeMillis());
  }

  /**
   * The end of the oldest window that contains a pane, or {@code Long.MAX_VALUE} when none does: a
   * pane in the gap of a slide above the size.
   */
  public long firstEnd(long pane) {
    long start = start(pane);
    long end = hop.firstEndAfter(start);
    return end - hop.sizeMillis() <= start ? end : Long.MAX_VALUE;
  }

  /** The end of the newest window that contains a pane; meaningless for a pane in a gap. */
  public long lastEnd(long pane) {
    return hop.lastStart(start(pane)) + hop.sizeMillis();
  }
}
