package dev.sash.window;

/**
 * Cumulating windows: panes are as wide as a step, and each window is the one before with a pane
 * more, until a new cycle begins.
 *
 * <pre>
 *   CUMULATE(step 2, size 6)
 *   time     0   2   4   6   8
 *   panes    | 0 | 1 | 2 | 3 |
 *   windows  [---)       [---)
 *            [-------)
 *            [-----------)
 * </pre>
 */
final class CumulateGrid implements WindowGrid {
  private final long step;
  private final long offset;
  private final long cyclePanes;

  CumulateGrid(WindowSpec.Cumulate cumulate) {
    step = cumulate.stepMillis();
    offset = cumulate.offsetMillis();
    cyclePanes = cumulate.sizeMillis() / step;
  }

  private long start(long pane) {
    return offset + pane * step;
  }

  /** The first pane of a pane's cycle. */
  private long cycle(long pane) {
    return pane - Math.floorMod(pane, cyclePanes);
  }

  private long lastPane(long end) {
    return pane(end) - 1;
  }

  @Override
  public long pane(long millis) {
    return Math.floorDiv(millis - offset, step);
  }

  @Override
  public long firstEnd(long pane) {
    return start(pane + 1);
  }

  @Override
  public long lastEnd(long pane) {
    return start(cycle(pane) + cyclePanes);
  }

  @Override
  public long endAfter(long millis) {
    return start(pane(millis) + 1);
  }

  @Override
  public long endUntil(long millis) {
    return start(pane(millis));
  }

  @Override
  public long startOf(long end) {
    return start(firstPane(end));
  }

  @Override
  public long firstPane(long end) {
    return cycle(lastPane(end));
  }

  @Override
  public long paneCount(long end) {
    return lastPane(end) - firstPane(end) + 1;
  }

  @Override
  public long countEnds(long firstEnd, long lastEnd) {
    return (lastEnd - firstEnd) / step + 1;
  }

  @Override
  public boolean hasGaps() {
    return false;
  }

  @Override
  public boolean cumulates() {
    return true;
  }

  @Override
  public long panesPerWindow() {
    return 0;
  }

  @Override
  public long panesPerSlide() {
    return 0;
  }
}
