package dev.sash.bench;

import dev.sash.data.ColumnBatch;
import dev.sash.data.DoubleColumn;
import dev.sash.data.TextColumn;
import org.jspecify.annotations.Nullable;

/**
 * Overlapping windows as most engines have them: every row is added to every window that it is in.
 */
final class NaiveSubject implements Subject {
  private static final long STATE_MAX = 60_000_000L;

  @Override
  public String name() {
    return "naive";
  }

  @Override
  public boolean takes(Workload workload) {
    return workload.query().isHopOfSums()
        && (long) workload.keys() * workload.ratio() * 4 < STATE_MAX;
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
    private final ResultRows rows;
    private final HandDoubles states;
    private final long slide;
    private final int ratio;
    private final double[][] windows;
    private final int mask;
    private long base = Long.MIN_VALUE;
    private long nextWindow;

    Run(Workload workload) {
      this.workload = workload;
      events = new Events(workload);
      extremes = workload.query() == Query.Q;
      slide = workload.slideMillis();
      ratio = workload.ratio();
      rows = new ResultRows(events.keys(), workload.query(), result);
      states = new HandDoubles(workload.keys(), true, rows);
      windows = new double[Integer.highestOneBit(ratio + 16) * 2][];
      mask = windows.length - 1;
    }

    Outcome run() {
      long thread = Processor.threadNanos();
      long from = System.nanoTime();
      long newest = Long.MIN_VALUE;
      ColumnBatch batch = events.poll(0);
      while (batch != null) {
        newest = Math.max(newest, add(batch));
        closeUntil(newest - Events.DISORDER_MILLIS);
        batch = events.poll(0);
      }
      closeUntil(newest + workload.sizeMillis() + slide);
      rows.flush();
      long nanos = System.nanoTime() - from - events.nanos();
      long used = Processor.threadNanos() - thread - events.threadNanos();
      return new Outcome(nanos, 0, new Pauses(), 0, 0, used, result.rows(), result.checksum());
    }

    private long add(ColumnBatch batch) {
      long[] times = batch.longs(0).values();
      int[] keys = ((TextColumn) batch.column(1)).codes();
      double[] values = ((DoubleColumn) batch.column(2)).values();
      if (base == Long.MIN_VALUE) {
        base = Math.floorDiv(times[0] - 2 * Events.DISORDER_MILLIS, slide) * slide;
      }
      long newest = Long.MIN_VALUE;
      for (int i = 0; i < batch.rowCount(); i++) {
        newest = Math.max(newest, times[i]);
        int first = (int) ((times[i] - base) / slide);
        for (int window = first; window < first + ratio; window++) {
          add(window(window), keys[i] << 2, values[i]);
        }
      }
      return newest;
    }

    /** Window n ends n + 1 slides after the base. */
    private double[] window(int number) {
      double @Nullable [] state = windows[number & mask];
      if (state == null) {
        state = states.empty();
        windows[number & mask] = state;
      }
      return state;
    }

    private void add(double[] state, int at, double value) {
      state[at] += 1;
      state[at + 1] += value;
      if (extremes) {
        state[at + 2] = Math.min(state[at + 2], value);
        state[at + 3] = Math.max(state[at + 3], value);
      }
    }

    private void closeUntil(long watermark) {
      for (; base + (nextWindow + 1) * slide <= watermark; nextWindow++) {
        double[] state = windows[(int) nextWindow & mask];
        if (state != null) {
          emit(base + (nextWindow + 1) * slide, state);
          states.clear(state);
        }
      }
    }

    private void emit(long end, double[] state) {
      for (int key = 0; key < workload.keys(); key++) {
        int at = key << 2;
        if (state[at] == 0) {
          continue;
        }
        if (extremes) {
          rows.add(key, end, state[at], state[at + 1], state[at + 2], state[at + 3]);
        } else {
          rows.add(key, end, state[at], state[at + 1]);
        }
      }
    }
  }
}
