package dev.sash.bench;

import dev.sash.data.ColumnBatch;

/**
 * Overlapping windows that are sent when they close: each row goes to one pane.
 *
 * @param <S> arrays of states
 */
final class HandPanes<S> implements HandLoop {
  private static final int OPEN_PANES = 16;

  private final HandState<S> state;
  private final long slide;
  private final S[] open;
  private final HandWindows<S> windows;
  private final ResultRows rows;
  private long base = Long.MIN_VALUE;
  private long newest = Long.MIN_VALUE;
  private long nextPane;

  HandPanes(Workload workload, HandState<S> state, ResultRows rows) {
    this.state = state;
    this.rows = rows;
    slide = workload.slideMillis();
    open = state.places(OPEN_PANES);
    windows =
        new HandWindows<>(
            state,
            workload.ratio(),
            (pane, first, second, third) ->
                state.emit(base + (pane + 1) * slide, first, second, third));
  }

  @Override
  public void add(ColumnBatch batch) {
    long[] times = batch.longs(0).values();
    long least = Long.MAX_VALUE;
    long largest = Long.MIN_VALUE;
    for (int i = 0; i < batch.rowCount(); i++) {
      least = Math.min(least, times[i]);
      largest = Math.max(largest, times[i]);
    }
    if (base == Long.MIN_VALUE) {
      base = Math.floorDiv(least - Events.DISORDER_MILLIS, slide) * slide;
    }
    newest = Math.max(newest, largest);
    long first = (least - base) / slide;
    long last = (largest - base) / slide;
    for (long pane = first; pane <= last; pane++) {
      int slot = (int) pane & (OPEN_PANES - 1);
      open[slot] = open[slot] == null ? state.empty() : open[slot];
    }
    if (first == last) {
      state.addToOne(open[(int) first & (OPEN_PANES - 1)], batch);
    } else {
      state.addToMany(open, base, slide, batch);
    }
  }

  @Override
  public void close() {
    closeUntil((newest - Events.DISORDER_MILLIS - base) / slide);
  }

  private void closeUntil(long pane) {
    for (; nextPane < pane; nextPane++) {
      S found = open[(int) nextPane & (OPEN_PANES - 1)];
      windows.close(nextPane, found == null ? state.empty() : found);
    }
  }

  @Override
  public void finish() {
    closeUntil((newest - base) / slide + 1);
    windows.finish(nextPane);
    rows.flush();
  }
}
