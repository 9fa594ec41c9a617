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
public final class PaneGrid implements WindowGrid {
  private static final long EXACT_IN_DOUBLE = 1L << 52;

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

  @Override
  public long panesPerWindow() {
    return hop.sizeMillis() / widthMillis;
  }

  @Override
  public long panesPerSlide() {
    return hop.slideMillis() / widthMillis;
  }

  @Override
  public long pane(long millis) {
    return Math.floorDiv(millis - hop.offsetMillis(), widthMillis);
  }

  /**
   * Divides by multiplying: the product of two doubles is off by less than one pane, which the
   * remainder shows. Without a branch, because neighbouring rows are often in different panes.
   */
  @Override
  public void spread(long[] millis, int[] rows, int count, long[] panes) {
    long origin = start(pane(millis[rows[0]]));
    long first = pane(origin);
    double perPane = 1.0 / widthMillis;
    long largest = 0;
    for (int i = 0; i < count; i++) {
      long distance = millis[rows[i]] - origin;
      long quotient = (long) (distance * perPane);
      long remainder = distance - quotient * widthMillis;
      panes[i] = first + quotient + (remainder >> 63) + ((widthMillis - 1 - remainder) >>> 63);
      largest |= distance ^ distance >> 63;
    }
    if (largest >= EXACT_IN_DOUBLE) {
      WindowGrid.super.spread(millis, rows, count, panes);
    }
  }

  /** The start of a pane. */
  public long start(long pane) {
    return hop.offsetMillis() + pane * widthMillis;
  }

  @Override
  public long firstPane(long end) {
    return pane(end - hop.sizeMillis());
  }

  @Override
  public long paneCount(long end) {
    return panesPerWindow();
  }

  @Override
  public long firstEnd(long pane) {
    long start = start(pane);
    long end = hop.firstEndAfter(start);
    return end - hop.sizeMillis() <= start ? end : NEVER;
  }

  @Override
  public long lastEnd(long pane) {
    return hop.lastStart(start(pane)) + hop.sizeMillis();
  }

  @Override
  public long endAfter(long millis) {
    return hop.firstEndAfter(millis);
  }

  @Override
  public long endUntil(long millis) {
    return hop.firstEndAfter(millis) - hop.slideMillis();
  }

  @Override
  public long startOf(long end) {
    return end - hop.sizeMillis();
  }

  @Override
  public long countEnds(long firstEnd, long lastEnd) {
    return (lastEnd - firstEnd) / hop.slideMillis() + 1;
  }

  @Override
  public boolean hasGaps() {
    return hop.slideMillis() > hop.sizeMillis();
  }

  @Override
  public boolean cumulates() {
    return false;
  }
}
