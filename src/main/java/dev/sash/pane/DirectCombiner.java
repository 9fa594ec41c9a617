package dev.sash.pane;

import dev.sash.aggregate.RecordStore;

/**
 * Combines a window from its panes each time it is asked for: a step for every (key, pane). Right
 * for tumbling windows, for few panes a window, and for sets.
 */
final class DirectCombiner implements WindowCombiner {
  private final PaneDirectory panes;
  private final RecordStore store;

  DirectCombiner(PaneDirectory panes, RecordStore store) {
    this.panes = panes;
    this.store = store;
  }

  @Override
  public void combine(PaneRange window, WindowState into) {
    int from = panes.indexFrom(window.first());
    int to = panes.indexFrom(window.end());
    into.start();
    for (int i = from; i < to; i++) {
      into.part(panes.at(i).entries, store);
    }
  }

  @Override
  public void combine(PaneRange window, int[] ids, int count, WindowState into) {
    int from = panes.indexFrom(window.first());
    int to = panes.indexFrom(window.end());
    if (to - from == 1) {
      into.view(panes.at(from).entries, store, ids, count);
      return;
    }
    into.startCombining();
    for (int i = from; i < to; i++) {
      into.add(panes.at(i).entries, store, ids, count);
    }
  }

  @Override
  public void rowsChanged(PaneRows rows, boolean retract) {}

  @Override
  public void expireBefore(long pane) {}

  @Override
  public void reset() {}

  @Override
  public int recordsInUse() {
    return 0;
  }
}
