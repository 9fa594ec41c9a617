package dev.sash.runtime;

import dev.sash.pane.PaneRows;
import dev.sash.window.WindowGrid;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * REPROCESS LATE for windows on a grid. The windows that dropped a row are the oldest of those it
 * is in. Those of them whose panes are all there take it now: the row goes into its pane, unless a
 * younger window took it there when it came, and the window is combined again.
 *
 * <pre>
 *   HOP(5 s, 10 s), a row of 4 s came at 12 s: dropped by [-5, 5) and [0, 10)
 *   panes from 0 s on are there: [0, 10) takes it, [-5, 5) lacks it for good
 * </pre>
 */
final class LateReprocessing {
  private final WindowGrid grid;
  private final AggregateState held;
  private final WindowResults results;
  private final AggregateDefinition definition;
  private final Windows windows;
  private Set<Long> corrected = Set.of();
  private long rows;
  private long lost;

  /** What the operator says of its windows. */
  interface Windows {
    /** Whether everything that the closed window holds is there. */
    boolean isKept(long end);

    /** A row of a key is about to be added to a closed window. */
    void correct(long end, int id, WindowResults.Presence before);
  }

  LateReprocessing(
      WindowGrid grid,
      AggregateState held,
      WindowResults results,
      AggregateDefinition definition,
      Windows windows) {
    this.grid = grid;
    this.results = results;
    this.held = held;
    this.definition = definition;
    this.windows = windows;
  }

  /**
   * Works off the rows that are kept; leaves there what windows lack still.
   *
   * @param correctedEnds receives the ends of the windows that take some
   */
  Reprocessed run(KeptLateRows kept, Set<Long> correctedEnds) {
    corrected = correctedEnds;
    List<KeptLateRows.Entry> remaining = new ArrayList<>();
    for (KeptLateRows.Entry entry : kept.entries()) {
      KeptLateRows.Entry rest = reprocess(entry);
      if (rest.rowCount() > 0) {
        remaining.add(rest);
      }
    }
    kept.replace(remaining);
    return new Reprocessed(rows, corrected.size(), lost);
  }

  private KeptLateRows.Entry reprocess(KeptLateRows.Entry entry) {
    int count = entry.rowCount();
    int[] left = new int[count];
    int[] dropped = new int[count];
    int[] accepted = new int[count];
    int leftCount = 0;
    for (int row = 0; row < count; row++) {
      int before = entry.late().windowsDropped()[row];
      int taken = reprocess(entry, row);
      rows += taken > 0 ? 1 : 0;
      if (taken < before) {
        lost++;
        dropped[leftCount] = before - taken;
        accepted[leftCount] = entry.late().windowsAccepted()[row] + taken;
        left[leftCount++] = row;
      }
    }
    return entry.choose(
        Arrays.copyOf(left, leftCount),
        Arrays.copyOf(dropped, leftCount),
        Arrays.copyOf(accepted, leftCount));
  }

  /** How many windows have taken the row. */
  private int reprocess(KeptLateRows.Entry entry, int row) {
    long millis = entry.input().longs(definition.timeColumn()).values()[row];
    long pane = grid.pane(millis);
    int[] ids = {-1};
    int taken = 0;
    long end = grid.firstEnd(pane);
    for (int i = 0; i < entry.late().windowsDropped()[row]; i++, end = grid.endAfter(end)) {
      if (windows.isKept(end)) {
        if (taken++ == 0) {
          int[] numbers = {row};
          held.keys()
              .resolve(AggregateState.keyColumns(definition, entry.input()), numbers, 1, ids);
        }
        windows.correct(end, ids[0], results.presence(ids[0], pane));
        corrected.add(end);
      }
    }
    if (taken > 0 && entry.late().windowsAccepted()[row] == 0) {
      held.store().add(PaneRows.of(entry.input(), new int[] {row}, new long[] {pane}, ids, 1));
    }
    return taken;
  }
}
