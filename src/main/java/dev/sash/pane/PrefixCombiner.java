package dev.sash.pane;

import dev.sash.aggregate.RecordLayout;
import dev.sash.aggregate.RecordPairs;
import dev.sash.aggregate.RecordStore;
import dev.sash.aggregate.StateBudget;
import java.util.Arrays;

/**
 * Combines cumulating windows: each is the one before with some panes more, so the state of the
 * last window is kept and a (key, pane) is combined once, however many windows it is in.
 *
 * <p>Rows that come late, for a pane that is combined already, are added to the state as well.
 */
final class PrefixCombiner implements WindowCombiner {
  private final PaneDirectory panes;
  private final RecordStore store;
  private final RecordLayout layout;
  private final DirectCombiner direct;
  private final RecordStore sums;
  private final KeyedRecords sum;

  /** The panes {@code [first, end)} are combined; none where the two are equal. */
  private long first;

  private long end;
  private int idSpace = 1;
  private int[] targets = {};
  private int[] lateRows = {};

  PrefixCombiner(PaneDirectory panes, RecordStore store, RecordLayout layout, StateBudget budget) {
    this.panes = panes;
    this.store = store;
    this.layout = layout;
    direct = new DirectCombiner(panes, store);
    sums = layout.newStore(budget);
    sum = new KeyedRecords(budget);
  }

  @Override
  public void combine(PaneRange window, WindowState into) {
    if (first < end && (window.first() < first || window.end() < end)) {
      direct.combine(window, into);
      return;
    }
    idSpace = into.idSpace();
    if (window.first() != first) {
      reset();
      first = window.first();
      end = first;
    }
    int to = panes.indexFrom(window.end());
    for (int i = panes.indexFrom(end); i < to; i++) {
      take(panes.at(i).entries);
    }
    end = window.end();
    into.view(sum, sums);
  }

  private void take(KeyedRecords entries) {
    int count = entries.size();
    targets = targets.length < count ? new int[Math.max(count, targets.length * 2)] : targets;
    for (int slot = 0; slot < count; slot++) {
      targets[slot] = record(entries.ids()[slot]);
    }
    layout.combine(sums, store, new RecordPairs(targets, entries.records(), count));
  }

  private int record(int id) {
    int slot = sum.slot(id);
    if (slot < 0) {
      slot = sum.add(id, sums.allocate(), Math.max(idSpace, id + 1));
    }
    return sum.records()[slot];
  }

  @Override
  public void combine(PaneRange window, int[] ids, int count, WindowState into) {
    if (first == end || window.first() != first || window.end() < end) {
      direct.combine(window, ids, count, into);
      return;
    }
    into.startCombining();
    into.add(sum, sums, ids, count);
    int to = panes.indexFrom(window.end());
    for (int i = panes.indexFrom(end); i < to; i++) {
      into.add(panes.at(i).entries, store, ids, count);
    }
  }

  @Override
  public void rowsChanged(PaneRows rows, boolean retract) {
    if (first == end || rows.least() >= end) {
      return;
    }
    int late = 0;
    for (int i = 0; i < rows.count(); i++) {
      if (rows.panes()[i] >= first && rows.panes()[i] < end) {
        if (late == lateRows.length || late == targets.length) {
          lateRows = Arrays.copyOf(lateRows, rows.count());
          targets = Arrays.copyOf(targets, Math.max(targets.length, rows.count()));
        }
        lateRows[late] = rows.rows()[i];
        targets[late++] = record(rows.ids()[i]);
      }
    }
    if (late > 0 && retract) {
      layout.retract(rows.batch(), lateRows, targets, late, sums);
    } else if (late > 0) {
      layout.add(rows.batch(), lateRows, targets, late, sums);
    }
  }

  @Override
  public void expireBefore(long pane) {
    if (pane > first) {
      reset();
    }
  }

  @Override
  public void reset() {
    sums.free(sum.records(), sum.size());
    sum.clear();
    end = first;
  }

  @Override
  public int recordsInUse() {
    return sums.size();
  }
}
