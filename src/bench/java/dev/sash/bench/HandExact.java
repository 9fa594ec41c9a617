package dev.sash.bench;

import dev.sash.data.ColumnBatch;
import dev.sash.data.DoubleColumn;
import dev.sash.data.TextColumn;
import java.util.Arrays;

/**
 * As {@link HandDoubles} with exact sums: two doubles that together are the sum without any error,
 * and a test for each value that they are. What it costs more is what the meaning of SUM costs.
 */
final class HandExact extends HandState<double[]> {
  private static final int SUM = 1;
  private static final int REST = 2;
  private static final int MIN = 3;
  private static final int MAX = 4;

  private final boolean extremes;
  private final int width;
  private final ResultRows rows;

  HandExact(int keys, boolean extremes, ResultRows rows) {
    super(keys);
    this.extremes = extremes;
    width = extremes ? 5 : 3;
    this.rows = rows;
  }

  @Override
  double[] empty() {
    double[] state = new double[keys * width];
    clear(state);
    return state;
  }

  @Override
  double[][] places(int count) {
    return new double[count][];
  }

  @Override
  HandPane<double[]> pane() {
    return new HandPane<>(new double[0]);
  }

  @Override
  void clear(double[] state) {
    for (int at = 0; at < state.length; at += width) {
      clear(state, at);
    }
  }

  private void clear(double[] state, int at) {
    Arrays.fill(state, at, at + MIN, 0);
    if (extremes) {
      state[at + MIN] = Double.POSITIVE_INFINITY;
      state[at + MAX] = Double.NEGATIVE_INFINITY;
    }
  }

  /** What the rounded sum lacks (Knuth, The Art of Computer Programming 2, 4.2.2, theorem B). */
  private static double lost(double left, double right, double sum) {
    double added = sum - left;
    return (left - (sum - added)) + (right - added);
  }

  private static void addExactly(double[] state, int at, double value) {
    double before = state[at + SUM];
    double restBefore = state[at + REST];
    double sum = before + value;
    double lost = lost(before, value, sum);
    double rest = restBefore + lost;
    if (!(lost(restBefore, lost, rest) == 0)) {
      throw new ArithmeticException("two doubles do not take the sum");
    }
    state[at + SUM] = sum;
    state[at + REST] = rest;
  }

  private static void add(double[] state, int at, double value) {
    state[at] += 1;
    addExactly(state, at, value);
  }

  private static void addExtremes(double[] state, int at, double value) {
    add(state, at, value);
    state[at + MIN] = Math.min(state[at + MIN], value);
    state[at + MAX] = Math.max(state[at + MAX], value);
  }

  @Override
  void addToOne(double[] state, ColumnBatch batch) {
    int[] codes = ((TextColumn) batch.column(1)).codes();
    double[] values = ((DoubleColumn) batch.column(2)).values();
    int count = batch.rowCount();
    if (extremes) {
      for (int i = 0; i < count; i++) {
        addExtremes(state, codes[i] * 5, values[i]);
      }
    } else {
      for (int i = 0; i < count; i++) {
        add(state, codes[i] * 3, values[i]);
      }
    }
  }

  @Override
  void addToMany(double[][] open, long base, long slide, ColumnBatch batch) {
    long[] times = batch.longs(0).values();
    int[] codes = ((TextColumn) batch.column(1)).codes();
    double[] values = ((DoubleColumn) batch.column(2)).values();
    int[] panes = panes(times, base, slide, open.length - 1);
    int count = batch.rowCount();
    if (extremes) {
      for (int i = 0; i < count; i++) {
        addExtremes(open[panes[i]], codes[i] * 5, values[i]);
      }
    } else {
      for (int i = 0; i < count; i++) {
        add(open[panes[i]], codes[i] * 3, values[i]);
      }
    }
  }

  @Override
  void take(double[] open, HandPane<double[]> pane) {
    int[] found = new int[keys + 1];
    int count = 0;
    for (int key = 0; key < keys; key++) {
      found[count] = key;
      count += open[key * width] > 0 ? 1 : 0;
    }
    if (pane.states.length < count * width) {
      pane.states = new double[count * width];
    }
    pane.keys = Arrays.copyOf(found, count);
    for (int i = 0; i < count; i++) {
      copy(open, found[i] * width, pane.states, i * width);
      clear(open, found[i] * width);
    }
  }

  private void copy(double[] from, int source, double[] into, int at) {
    for (int word = 0; word < width; word++) {
      into[at + word] = from[source + word];
    }
  }

  private void merge(double[] into, int at, double[] from, int source) {
    into[at] += from[source];
    addExactly(into, at, from[source + SUM]);
    into[at + REST] += from[source + REST];
    if (extremes) {
      into[at + MIN] = Math.min(into[at + MIN], from[source + MIN]);
      into[at + MAX] = Math.max(into[at + MAX], from[source + MAX]);
    }
  }

  @Override
  void add(double[] into, HandPane<double[]> pane) {
    for (int i = 0; i < pane.keys.length; i++) {
      merge(into, pane.keys[i] * width, pane.states, i * width);
    }
  }

  @Override
  void scan(double[] scanned, HandPane<double[]> pane) {
    double[] later = new double[width];
    for (int i = 0; i < pane.keys.length; i++) {
      int at = pane.keys[i] * width;
      copy(scanned, at, later, 0);
      merge(scanned, at, pane.states, i * width);
      copy(later, 0, pane.states, i * width);
    }
  }

  @Override
  void expire(double[] oldest, HandPane<double[]> pane) {
    for (int i = 0; i < pane.keys.length; i++) {
      copy(pane.states, i * width, oldest, pane.keys[i] * width);
    }
  }

  @Override
  void emit(long end, double[] first, double[] second, double[] third) {
    double[] all = new double[width];
    for (int key = 0; key < keys; key++) {
      int at = key * width;
      copy(first, at, all, 0);
      if (first != third) {
        merge(all, 0, second, at);
        merge(all, 0, third, at);
      }
      if (all[0] > 0 && extremes) {
        rows.add(key, end, all[0], all[SUM] + all[REST], all[MIN], all[MAX]);
      } else if (all[0] > 0) {
        rows.add(key, end, all[0], all[SUM] + all[REST]);
      }
    }
  }
}
