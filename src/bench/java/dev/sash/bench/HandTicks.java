package dev.sash.bench;

import dev.sash.data.ColumnBatch;
import dev.sash.data.DoubleColumn;
import dev.sash.data.TextColumn;
import java.util.Arrays;

/**
 * {@link Query#E} by hand. At any time at most two windows are shown: the current one, which is
 * made of a base of closed panes, the pane before this one, and this one; and for two seconds the
 * one before that waits for the watermark. A row goes to one pane and marks its key as changed; a
 * tick emits the marked keys. Bases are combined once for a pane, as {@link HandWindows} does it.
 */
final class HandTicks implements HandLoop {
  private static final long TICK_MILLIS = 1_000;

  private final ResultRows rows;
  private final HandDoubles states;
  private final long slide;
  private final int windowPanes;
  private final HandWindows<double[]> windows;
  private final double[] none;

  private double[] pane;
  private double[] paneBefore;
  private final double[] base;
  private final double[] waitingBase;
  private long[] changed;
  private long[] changedOfWaiting;
  private boolean waits;

  private long panesTaken;
  private long end = Long.MIN_VALUE;
  private long tick;
  private long newest = Long.MIN_VALUE;

  HandTicks(Workload workload, ResultRows rows) {
    this.rows = rows;
    states = new HandDoubles(workload.keys(), true, rows);
    slide = workload.slideMillis();
    windowPanes = workload.ratio();
    none = states.empty();
    pane = states.empty();
    paneBefore = states.empty();
    base = states.empty();
    waitingBase = states.empty();
    changed = new long[(workload.keys() + 63) >> 6];
    changedOfWaiting = new long[changed.length];
    windows =
        new HandWindows<>(
            states,
            windowPanes - 2,
            (last, first, second, third) -> states.combine(base, first, second, third));
  }

  @Override
  public void add(ColumnBatch batch) {
    long[] times = batch.longs(0).values();
    if (end == Long.MIN_VALUE) {
      end = Math.floorDiv(times[0], slide) * slide + slide;
      tick = -Math.floorDiv(-times[0], TICK_MILLIS) * TICK_MILLIS;
    }
    int from = 0;
    while (from < batch.rowCount()) {
      int to = from;
      long limit = Math.min(tick + 1, end);
      while (to < batch.rowCount() && times[to] < limit) {
        to++;
      }
      add(batch, from, to);
      if (to < batch.rowCount() && times[to] > tick) {
        tick();
        tick += TICK_MILLIS;
      } else if (to < batch.rowCount()) {
        nextWindow();
      }
      from = to;
    }
  }

  private void add(ColumnBatch batch, int from, int to) {
    long[] times = batch.longs(0).values();
    int[] codes = ((TextColumn) batch.column(1)).codes();
    double[] values = ((DoubleColumn) batch.column(2)).values();
    long start = end - slide;
    long latest = newest;
    for (int i = from; i < to; i++) {
      int key = codes[i];
      changed[key >> 6] |= 1L << key;
      latest = Math.max(latest, times[i]);
      if (times[i] >= start) {
        HandDoubles.add(pane, key << 2, values[i]);
      } else {
        HandDoubles.add(paneBefore, key << 2, values[i]);
        changedOfWaiting[key >> 6] |= 1L << key;
      }
    }
    newest = latest;
  }

  private void tick() {
    long waiting = end - slide;
    if (waits && newest - Events.DISORDER_MILLIS >= waiting) {
      states.emit(waiting, waitingBase, paneBefore, none);
      waits = false;
    } else if (waits) {
      emit(changedOfWaiting, waiting, waitingBase, paneBefore, none);
    }
    emit(changed, end, base, paneBefore, pane);
  }

  private void emit(long[] marks, long windowEnd, double[] first, double[] second, double[] third) {
    for (int word = 0; word < marks.length; word++) {
      for (long left = marks[word]; left != 0; left &= left - 1) {
        int key = (word << 6) + Long.numberOfTrailingZeros(left);
        if (key < states.keys) {
          states.emit(key, windowEnd, first, second, third);
        }
      }
      marks[word] = 0;
    }
  }

  /** The current window waits from now on, and all keys of the next one are to be shown. */
  private void nextWindow() {
    states.combine(waitingBase, base, paneBefore, none);
    windows.close(panesTaken++, paneBefore);
    double[] empty = paneBefore;
    paneBefore = pane;
    pane = empty;
    long[] shown = changedOfWaiting;
    changedOfWaiting = changed;
    changed = shown;
    Arrays.fill(changed, -1L);
    waits = true;
    end += slide;
  }

  @Override
  public void close() {
    // ticks do
  }

  @Override
  public void finish() {
    if (waits) {
      states.emit(end - slide, waitingBase, paneBefore, none);
    }
    states.emit(end, base, paneBefore, pane);
    windows.close(panesTaken++, paneBefore);
    states.emit(end + slide, base, pane, none);
    windows.close(panesTaken++, pane);
    for (int later = 2; later < windowPanes; later++) {
      states.emit(end + later * slide, base, none, none);
      windows.close(panesTaken++, pane);
    }
    rows.flush();
  }
}
