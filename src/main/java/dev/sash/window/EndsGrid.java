package dev.sash.window;

/**
 * For rows that stand for one window each, at its last instant: every window is the time since the
 * one before it has ended, but keeps the name and the start of the window that it stands for.
 *
 * <pre>
 *   HOP slide 5, size 10:  [0, 10)   [5, 15)    [10, 20)
 *   last instant           9         14         19
 *   here                   [5, 10)   [10, 15)   [15, 20)
 * </pre>
 *
 * <p>The panes are those of the other windows, as no pane holds the end of one.
 */
final class EndsGrid implements WindowGrid {
  private final WindowGrid windows;

  EndsGrid(WindowGrid windows) {
    this.windows = windows;
  }

  @Override
  public long pane(long millis) {
    return windows.pane(millis);
  }

  @Override
  public long firstEnd(long pane) {
    return windows.firstEnd(pane);
  }

  @Override
  public long lastEnd(long pane) {
    return windows.firstEnd(pane);
  }

  @Override
  public long endAfter(long millis) {
    return windows.endAfter(millis);
  }

  @Override
  public long endUntil(long millis) {
    return windows.endUntil(millis);
  }

  @Override
  public long startOf(long end) {
    return windows.startOf(end);
  }

  @Override
  public long firstPane(long end) {
    return windows.pane(Math.max(windows.startOf(end), windows.endUntil(end - 1)));
  }

  @Override
  public long paneCount(long end) {
    return windows.pane(end - 1) - firstPane(end) + 1;
  }

  @Override
  public long countEnds(long firstEnd, long lastEnd) {
    return windows.countEnds(firstEnd, lastEnd);
  }

  @Override
  public boolean hasGaps() {
    return windows.hasGaps();
  }

  @Override
  public boolean cumulates() {
    return false;
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
