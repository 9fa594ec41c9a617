package dev.sash.runtime;

import dev.sash.pane.PaneStore;
import dev.sash.window.WindowGrid;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * Which windows of an operator are closed and which open ones hold rows. Windows close in order of
 * their ends; only windows that hold rows are ever visited, so empty stretches of time cost
 * nothing.
 */
final class OpenWindows implements Snapshotable {
  /** Stands for "no window". */
  static final long NEVER = WindowGrid.NEVER;

  private static final long NONE = WatermarkGenerator.NONE;

  private final WindowGrid grid;
  private final PaneStore store;
  private volatile long closedEnd = NONE;
  private volatile long count;

  OpenWindows(WindowGrid grid, PaneStore store) {
    this.grid = grid;
    this.store = store;
  }

  /** The newest window end at or before a watermark. */
  long endReachedBy(long watermark) {
    return watermark == NONE || watermark == WatermarkGenerator.END
        ? watermark
        : grid.endUntil(watermark);
  }

  /** All windows that end here or before are closed. */
  long closedEnd() {
    return closedEnd;
  }

  /** The end of the first window that is not closed, with rows or without. */
  long openFrom() {
    return closedEnd == NONE ? NONE : grid.endAfter(closedEnd);
  }

  /** The end of the first open window that holds rows, {@link #NEVER} without one. */
  long first() {
    long pane = store.firstPane();
    if (pane == Long.MAX_VALUE) {
      return NEVER;
    }
    long first = grid.firstEnd(pane);
    return closedEnd == NONE || first > closedEnd ? first : firstFrom(openFrom());
  }

  /** The end of the first window after the given one that holds rows. */
  long after(long end) {
    return firstFrom(grid.endAfter(end));
  }

  private long firstFrom(long end) {
    long pane = store.nextPane(grid.firstPane(end));
    return pane == Long.MAX_VALUE ? NEVER : Math.max(end, grid.firstEnd(pane));
  }

  /** The window is closed; panes that no open window contains are dropped. */
  void close(long end) {
    closedEnd = end;
    store.expireBefore(grid.firstPane(grid.endAfter(end)));
  }

  /** All windows up to here are closed, those that hold rows have been visited. */
  void closedUntil(long end) {
    closedEnd = Math.max(closedEnd, end);
  }

  @Override
  public void snapshot(DataOutput output) throws IOException {
    output.writeLong(closedEnd);
  }

  @Override
  public void restore(DataInput input) throws IOException {
    closedEnd = input.readLong();
    recount();
  }

  /** How many windows lie from the first open one with rows to the last over the newest pane. */
  long count() {
    return count;
  }

  /** Brings {@link #count} up to date. */
  void recount() {
    long first = first();
    long last = first == NEVER ? NEVER : grid.lastEnd(store.lastPane());
    count = first == NEVER || last < first ? 0 : grid.countEnds(first, last);
  }
}
