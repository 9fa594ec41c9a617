package dev.sash.runtime;

import dev.sash.data.ColumnBatch;
import dev.sash.data.RowKind;
import dev.sash.pane.Panes;
import dev.sash.window.WindowGrid;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What rows do to closed windows: a row that a window takes within the allowed lateness corrects
 * it. A window that had no row of the key before sends its first one as FINAL, any other a LATE
 * row.
 */
final class LateCorrections implements LateReprocessing.Windows, Snapshotable {
  private final WindowGrid grid;
  private final OpenWindows windows;
  private final WindowResults results;
  private final Panes store;
  private final Targets targets;
  private final @Nullable EmptyWindows empty;
  private final boolean notesDropped;
  private UnsentWindows reprocessed;

  /**
   * By expired window the keys that have only rows in its panes which the window has dropped, and
   * younger ones have taken: REPROCESS LATE needs to know that no FINAL row was sent.
   */
  private final KeysByWindow dropped = new KeysByWindow();

  /**
   * Where corrections go.
   *
   * @param atOnce whether each row is answered at once
   * @param unsent what is sent later
   * @param output what takes that which is sent at once
   */
  record Targets(boolean atOnce, UnsentWindows unsent, AggregateOutput output) {}

  private record Correction(long end, RowKind kind) {}

  /**
   * Corrections of the windows of an operator.
   *
   * @param notesDropped whether REPROCESS LATE is possible
   */
  LateCorrections(
      WindowGrid grid,
      Panes store,
      OpenWindows windows,
      WindowResults results,
      Targets targets,
      boolean notesDropped) {
    this.grid = grid;
    this.store = store;
    this.windows = windows;
    this.results = results;
    this.targets = targets;
    this.notesDropped = notesDropped;
    empty = results.empty();
    reprocessed = targets.unsent;
  }

  /**
   * Sees to the belated rows of a run. Rows that are taken back are answered with those that follow
   * them: what replaces a result comes right behind it, and what is between them is no result.
   *
   * @return how many rows have been added: those up to the last one that was answered at once
   */
  int correct(Rows rows, RoutedRows routed) {
    int added = 0;
    for (int i = 0; i < routed.belatedCount; i++) {
      int place = routed.belated[i];
      boolean atOnce = targets.atOnce && !rows.retracting();
      List<Correction> due = due(routed.ids[place], routed.panes[place], atOnce);
      if (!due.isEmpty()) {
        store.add(routed.from(rows.batch(), added, place + 1));
        added = place + 1;
        answer(rows, routed, place, due);
      }
    }
    return added;
  }

  /** What is to be answered at once when a row of a key has been added to a pane. */
  private List<Correction> due(int id, long pane, boolean atOnce) {
    List<Correction> due = new ArrayList<>();
    WindowResults.Presence before = results.presence(id, pane);
    long correctable = windows.correctableFrom();
    long end = grid.firstEnd(pane);
    boolean notes = notesDropped && !before.inAllOver(pane);
    for (; notes && end < correctable; end = grid.endAfter(end)) {
      if (!before.in(end)) {
        dropped.add(end, id);
      }
    }
    long last = Math.min(grid.lastEnd(pane), windows.closedEnd());
    for (end = Math.max(end, correctable); end <= last; end = grid.endAfter(end)) {
      if (atOnce) {
        due.add(new Correction(end, before.in(end) ? RowKind.LATE : RowKind.FINAL));
      } else {
        targets.unsent.correct(end, id, !before.in(end));
      }
    }
    return due;
  }

  private void answer(Rows rows, RoutedRows routed, int place, List<Correction> due) {
    targets.output.place().at(routed.numbers[place]);
    int row = rows.arrivalRow(routed.numbers[place]);
    long now = rows.arrival().arrivedAt(row);
    long watermark = rows.arrival().watermarkAt(row);
    for (Correction correction : due) {
      ColumnBatch corrected = results.chosen(correction.end, routed.ids[place]);
      Emission emission = new Emission(corrected, correction.kind, false, now, watermark);
      targets.output.results().emit(emission);
    }
  }

  // REPROCESS LATE

  /**
   * The next calls of {@link #correct(long, int, WindowResults.Presence)} note corrections here.
   */
  void reprocessInto(UnsentWindows corrections) {
    reprocessed = corrections;
  }

  @Override
  public boolean isKept(long end) {
    return grid.firstPane(end) >= store.keptFrom() && (empty == null || empty.remembers(end));
  }

  /** REPROCESS LATE has nothing of the windows that end here or before. */
  long goneEnd() {
    long keptFrom = store.keptFrom();
    if (!notesDropped) {
      return Long.MAX_VALUE;
    }
    return keptFrom == Long.MIN_VALUE ? Long.MIN_VALUE : grid.lastEnd(keptFrom - 1);
  }

  @Override
  public void correct(long end, int id, WindowResults.Presence before) {
    reprocessed.correct(end, id, dropped.remove(end, id) || !before.in(end));
  }

  /** Forgets what is only of use for windows whose panes are there. */
  void forget() {
    while (dropped.size() > 0 && !isKept(dropped.firstEnd())) {
      dropped.removeUntil(dropped.firstEnd());
    }
  }

  /** Ids have changed. */
  void renumber(int[] mapping) {
    dropped.renumber(mapping);
  }

  @Override
  public void snapshot(DataOutput output) throws IOException {
    dropped.snapshot(output);
  }

  @Override
  public void restore(DataInput input) throws IOException {
    dropped.restore(input);
  }
}
