package dev.sash.runtime;

import dev.sash.data.ColumnBatch;
import dev.sash.pane.PaneRows;
import dev.sash.window.Instants;
import dev.sash.window.WindowGrid;
import java.util.Arrays;

/**
 * The rows of a run that windows take, each with its pane and key; and which of them concern closed
 * windows. What all windows of a row drop is left out; every row that some drop is late.
 */
final class RoutedRows {
  private static final long NEVER = WindowGrid.NEVER;

  private final WindowGrid grid;
  private final int timeColumn;
  private final LateCollector late;
  private final boolean notesDropped;

  /** The rows; either those that were chosen, all of them, or those that are left of them. */
  int[] numbers = {};

  long[] panes = {};
  int[] ids = {};
  int count;

  private int[] left = {};
  private long least;
  private long largest;

  /** Places of the rows that closed windows take, or dropped while younger ones take them. */
  int[] belated = {};

  int belatedCount;

  /**
   * Rows on a grid.
   *
   * @param notesDropped whether a row that some window has dropped counts as belated in any case
   */
  RoutedRows(WindowGrid grid, int timeColumn, LateCollector late, boolean notesDropped) {
    this.grid = grid;
    this.timeColumn = timeColumn;
    this.late = late;
    this.notesDropped = notesDropped;
  }

  /**
   * Finds the panes of rows, and keeps those that a window takes.
   *
   * @param chosen the numbers of the rows; the first {@code chosenCount} count
   * @param closed windows that end here or before are closed
   * @param expired those that end here or before take no row any more
   */
  void route(Rows rows, int[] chosen, int chosenCount, long closed, long expired) {
    if (panes.length < chosenCount) {
      left = new int[chosenCount];
      panes = new long[chosenCount];
      ids = new int[chosenCount];
    }
    belatedCount = 0;
    count = 0;
    if (chosenCount > 0) {
      long[] times = rows.batch().longs(timeColumn).values();
      Instants instants = Instants.of(times, chosen, chosenCount);
      grid.panes(instants, panes);
      least = grid.pane(instants.first());
      largest = grid.pane(instants.last());
      numbers = chosen;
      count = chosenCount;
      if (grid.hasGaps() || mayBeLate(closed)) {
        numbers = left;
        keepTaken(times, chosen, closed, expired);
      }
    }
  }

  /** Whether a row may be before an instant. */
  private boolean mayBeLate(long closed) {
    return closed == NEVER || closed != WatermarkGenerator.NONE && least < grid.pane(closed);
  }

  private void keepTaken(long[] times, int[] chosen, long closed, long expired) {
    int chosenCount = count;
    boolean gaps = grid.hasGaps();
    int next = 0;
    for (int i = 0; i < chosenCount; i++) {
      int row = chosen[i];
      long pane = panes[i];
      if (gaps && grid.firstEnd(pane) == NEVER) {
        continue;
      }
      count = next;
      if (times[row] < closed && isDropped(row, pane, closed, expired)) {
        continue;
      }
      numbers[next] = row;
      panes[next++] = pane;
    }
    count = next;
  }

  /** Whether no window takes a row that at least the oldest of its windows might not take. */
  private boolean isDropped(int row, long pane, long closed, long expired) {
    long first = grid.firstEnd(pane);
    if (first > closed) {
      return false;
    }
    if (first <= expired) {
      long last = grid.lastEnd(pane);
      long dropped = grid.countEnds(first, Math.min(last, expired));
      long total = grid.countEnds(first, last);
      late.add(row, dropped, total - dropped);
      if (dropped == total) {
        return true;
      }
    }
    boolean corrects = expired < closed && Math.max(first, grid.endAfter(expired)) <= closed;
    if (corrects || notesDropped && first <= expired) {
      if (belatedCount == belated.length) {
        belated = Arrays.copyOf(belated, Math.max(16, belatedCount * 2));
      }
      belated[belatedCount++] = count;
    }
    return false;
  }

  /** All of them, or what comes from the given place on. */
  PaneRows from(ColumnBatch batch, int from, int to) {
    return new PaneRows(
        batch,
        from == 0 ? numbers : Arrays.copyOfRange(numbers, from, to),
        from == 0 ? panes : Arrays.copyOfRange(panes, from, to),
        from == 0 ? ids : Arrays.copyOfRange(ids, from, to),
        to - from,
        least,
        largest);
  }
}
