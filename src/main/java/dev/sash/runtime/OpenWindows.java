package dev.sash.runtime;

import dev.sash.pane.Panes;
import dev.sash.window.WindowGrid;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * Which windows of an operator are closed, which of these still take late rows, and which open ones
 * hold rows. Windows close and expire in order of their ends; only windows that hold rows are ever
 * visited, so empty stretches of time cost nothing.
 */
final class OpenWindows implements Snapshotable {
  /** Stands for "no window". */
  static final long NEVER = WindowGrid.NEVER;

  private static final long NONE = WatermarkGenerator.NONE;
  private static final long END = WatermarkGenerator.END;

  private final WindowGrid grid;
  private final Panes store;
  private final long latenessMillis;
  private volatile long closedEnd = NONE;
  private long expiredEnd = NONE;
  private volatile long count;
  private volatile long nextClose = NEVER;

  OpenWindows(WindowGrid grid, Panes store, long latenessMillis) {
    this.grid = grid;
    this.store = store;
    this.latenessMillis = latenessMillis;
  }

  /** The newest window end at or before a watermark. */
  long endReachedBy(long watermark) {
    return watermark == NONE || watermark == END ? watermark : grid.endUntil(watermark);
  }

  /** The newest window end that takes no late rows any more at a watermark. */
  long endExpiredBy(long watermark) {
    return watermark == NONE || watermark == END
        ? watermark
        : grid.endUntil(watermark - latenessMillis);
  }

  /** The next watermark at which a window closes or expires. */
  long nextBoundary(long watermark) {
    if (watermark == NONE) {
      return NONE + 1;
    }
    if (watermark == END) {
      return NEVER;
    }
    long closing = grid.endAfter(watermark);
    return latenessMillis == 0
        ? closing
        : Math.min(closing, grid.endAfter(watermark - latenessMillis) + latenessMillis);
  }

  /** All windows that end here or before are closed. */
  long closedEnd() {
    return closedEnd;
  }

  /** The end of the first window that is not closed, with rows or without. */
  long openFrom() {
    return closedEnd == NONE ? NONE : after(closedEnd);
  }

  /** All windows that end here or before take no late rows any more. */
  long expiredEnd() {
    return expiredEnd;
  }

  /** The end of the first window that still takes rows, closed or not. */
  long correctableFrom() {
    return expiredEnd == NONE ? NONE : after(expiredEnd);
  }

  private long after(long end) {
    return end == END ? NEVER : grid.endAfter(end);
  }

  /** The end of the first open window that holds rows, {@link #NEVER} without one. */
  long first() {
    long pane = store.firstPane();
    if (pane == Long.MAX_VALUE) {
      return NEVER;
    }
    return closedEnd == NONE ? grid.firstEnd(pane) : firstFrom(openFrom());
  }

  /** The end of the first window after the given one that holds rows. */
  long next(long end) {
    return firstFrom(grid.endAfter(end));
  }

  private long firstFrom(long end) {
    long pane = end == NEVER ? Long.MAX_VALUE : store.nextPane(grid.firstPane(end));
    return pane == Long.MAX_VALUE ? NEVER : Math.max(end, grid.firstEnd(pane));
  }

  /**
   * The window is closed; panes that only windows contain which have expired at a watermark are
   * dropped.
   */
  void close(long end, long watermark) {
    closedEnd = end;
    store.closeBefore(grid.firstPane(grid.endAfter(end)));
    expireUntil(Math.min(end, endExpiredBy(watermark)));
  }

  /** All windows up to what a watermark reaches are closed, those that hold rows were visited. */
  void closeAll(long watermark) {
    closedEnd = Math.max(closedEnd, endReachedBy(watermark));
    expireUntil(endExpiredBy(watermark));
  }

  private void expireUntil(long end) {
    if (end > expiredEnd) {
      expiredEnd = end;
      store.expireBefore(end == END ? Long.MAX_VALUE : grid.firstPane(grid.endAfter(end)));
    }
  }

  @Override
  public void snapshot(DataOutput output) throws IOException {
    output.writeLong(closedEnd);
    output.writeLong(expiredEnd);
  }

  @Override
  public void restore(DataInput input) throws IOException {
    closedEnd = input.readLong();
    expiredEnd = input.readLong();
    recount();
  }

  /** {@link #first} as of the last {@link #recount}; any thread may ask. */
  long nextClose() {
    return nextClose;
  }

  /** How many windows lie from the first open one with rows to the last over the newest pane. */
  long count() {
    return count;
  }

  /** Brings {@link #count} and {@link #nextClose} up to date. */
  void recount() {
    long first = first();
    nextClose = first;
    long last = first == NEVER ? NEVER : grid.lastEnd(store.lastPane());
    count = first == NEVER || last < first ? 0 : grid.countEnds(first, last);
  }
}
