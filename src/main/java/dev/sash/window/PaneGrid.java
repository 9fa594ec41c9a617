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
  /** Wider panes have no multiplier that fits into a long. */
  private static final int MULTIPLIED_BITS = 30;

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
   * Divides by multiplying, where instants are so near each other that the product is exact: with
   * {@code d} below 2^31 and {@code 2^b <= width < 2^(b+1)}, {@code d / width} is {@code d * m >>
   * 32 + b} for {@code m = 2^(32+b) / width + 1}, since the excess of m is less than one part in
   * 2^31 (T. Granlund, P. Montgomery: Division by invariant integers using multiplication. PLDI
   * 1994, theorem 4.2).
   */
  @Override
  public void spread(Instants instants, long[] panes) {
    long least = pane(instants.first());
    long origin = start(least);
    int bits = Long.SIZE - 1 - Long.numberOfLeadingZeros(widthMillis);
    if (instants.last() - origin >>> 31 != 0 || bits > MULTIPLIED_BITS) {
      WindowGrid.super.spread(instants, panes);
      return;
    }
    int shift = 32 + bits;
    long multiplier = (1L << shift) / widthMillis + 1;
    long[] millis = instants.millis();
    int[] rows = instants.rows();
    for (int i = 0; i < instants.count(); i++) {
      panes[i] = least + ((millis[rows[i]] - origin) * multiplier >>> shift);
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
