package dev.sash.bench;

import dev.sash.data.ColumnBatch;
import dev.sash.data.DoubleColumn;
import dev.sash.data.TextColumn;
import org.jspecify.annotations.Nullable;

/**
 * The best loop that we can write for exactly {@link Query#Q} and {@link Query#D} over these
 * columns: no names, no types, no NULLs, no late rows, doubles added as they come, codes of keys
 * taken as numbers. It has panes too, or it would be {@link NaiveSubject}.
 */
final class HandSubject implements Subject {
  private static final int OPEN_PANES = 16;

  @Override
  public String name() {
    return "hand";
  }

  @Override
  public boolean takes(Workload workload) {
    long entries = Math.min(workload.keys(), 10 * workload.slideMillis()) * workload.ratio();
    return workload.query().handState > 0 && entries < 40_000_000L;
  }

  @Override
  public Outcome run(Workload workload) {
    return new Run(workload).run();
  }

  private static final class Run {
    private final Workload workload;
    private final Events events;
    private final ResultSum result = new ResultSum();
    private final boolean extremes;
    private final long slide;
    private final double[][] open = new double[OPEN_PANES][];
    private final HandWindows windows;
    private long base = Long.MIN_VALUE;
    private long newest = Long.MIN_VALUE;
    private long nextPane;

    Run(Workload workload) {
      this.workload = workload;
      events = new Events(workload);
      extremes = workload.query() == Query.Q;
      slide = workload.slideMillis();
      ResultRows rows = new ResultRows(events.keys(), extremes, result);
      windows = new HandWindows(workload, extremes, rows);
    }

    Outcome run() {
      long thread = Processor.threadNanos();
      long from = System.nanoTime();
      long closing = 0;
      Pauses pauses = new Pauses();
      ColumnBatch batch = events.poll(0);
      while (batch != null) {
        long started = System.nanoTime();
        long processor = Processor.threadNanos();
        add(batch);
        long added = System.nanoTime();
        closeUntil((newest - Events.DISORDER_MILLIS - base) / slide);
        long closed = System.nanoTime();
        closing += closed - added;
        pauses.add(closed - started, Processor.threadNanos() - processor);
        batch = events.poll(0);
      }
      long last = System.nanoTime();
      closeUntil((newest - base) / slide + 1);
      windows.finish(base, nextPane);
      long nanos = System.nanoTime() - from - events.nanos();
      closing += System.nanoTime() - last;
      long used = Processor.threadNanos() - thread - events.threadNanos();
      return new Outcome(
          nanos,
          closing,
          pauses,
          0,
          0,
          used,
          result.rows(),
          result.checksum());
    }

    private void add(ColumnBatch batch) {
      long[] times = batch.longs(0).values();
      int[] keys = ((TextColumn) batch.column(1)).codes();
      double[] values = ((DoubleColumn) batch.column(2)).values();
      int count = batch.rowCount();
      long least = Long.MAX_VALUE;
      long largest = Long.MIN_VALUE;
      for (int i = 0; i < count; i++) {
        least = Math.min(least, times[i]);
        largest = Math.max(largest, times[i]);
      }
      if (base == Long.MIN_VALUE) {
        base = Math.floorDiv(least - Events.DISORDER_MILLIS, slide) * slide;
      }
      newest = Math.max(newest, largest);
      for (long pane = (least - base) / slide; pane <= (largest - base) / slide; pane++) {
        open(pane);
      }
      if ((least - base) / slide == (largest - base) / slide) {
        addToOne(open((least - base) / slide), keys, values, count);
      } else {
        addToMany(times, keys, values, count);
      }
    }

    private double[] open(long pane) {
      double @Nullable [] found = open[(int) pane & (OPEN_PANES - 1)];
      if (found == null) {
        found = HandWindows.empty(workload.keys(), extremes);
        open[(int) pane & (OPEN_PANES - 1)] = found;
      }
      return found;
    }

    private void addToOne(double[] state, int[] keys, double[] values, int count) {
      if (extremes) {
        for (int i = 0; i < count; i++) {
          int at = keys[i] << 2;
          double value = values[i];
          state[at] += 1;
          state[at + 1] += value;
          state[at + 2] = Math.min(state[at + 2], value);
          state[at + 3] = Math.max(state[at + 3], value);
        }
      } else {
        for (int i = 0; i < count; i++) {
          int at = keys[i] << 1;
          state[at] += 1;
          state[at + 1] += values[i];
        }
      }
    }

    private void addToMany(long[] times, int[] keys, double[] values, int count) {
      double perPane = 1.0 / slide;
      if (extremes) {
        for (int i = 0; i < count; i++) {
          double[] state = open[(int) ((times[i] - base + 0.5) * perPane) & (OPEN_PANES - 1)];
          int at = keys[i] << 2;
          double value = values[i];
          state[at] += 1;
          state[at + 1] += value;
          state[at + 2] = Math.min(state[at + 2], value);
          state[at + 3] = Math.max(state[at + 3], value);
        }
      } else {
        for (int i = 0; i < count; i++) {
          double[] state = open[(int) ((times[i] - base + 0.5) * perPane) & (OPEN_PANES - 1)];
          int at = keys[i] << 1;
          state[at] += 1;
          state[at + 1] += values[i];
        }
      }
    }

    private void closeUntil(long pane) {
      for (; nextPane < pane; nextPane++) {
        int slot = (int) nextPane & (OPEN_PANES - 1);
        double[] state = open[slot];
        if (state != null) {
          windows.close(base, nextPane, state);
        }
      }
    }
  }
}
