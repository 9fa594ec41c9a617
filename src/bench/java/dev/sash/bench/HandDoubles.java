package dev.sash.bench;

import dev.sash.data.ColumnBatch;
import dev.sash.data.DoubleColumn;
import dev.sash.data.TextColumn;
import java.util.Arrays;

/** Count and sum of each key, and with extremes the least and largest value; plain doubles. */
final class HandDoubles extends HandState<double[]> {
  private final boolean extremes;
  private final int shift;
  private final ResultRows rows;

  HandDoubles(int keys, boolean extremes, ResultRows rows) {
    super(keys);
    this.extremes = extremes;
    shift = extremes ? 2 : 1;
    this.rows = rows;
  }

  @Override
  double[] empty() {
    double[] state = new double[keys << shift];
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
    if (!extremes) {
      Arrays.fill(state, 0);
      return;
    }
    for (int at = 0; at < state.length; at += 4) {
      clear(state, at);
    }
  }

  private void clear(double[] state, int at) {
    state[at] = 0;
    state[at + 1] = 0;
    if (extremes) {
      state[at + 2] = Double.POSITIVE_INFINITY;
      state[at + 3] = Double.NEGATIVE_INFINITY;
    }
  }

  @Override
  void addToOne(double[] state, ColumnBatch batch) {
    int[] codes = ((TextColumn) batch.column(1)).codes();
    double[] values = ((DoubleColumn) batch.column(2)).values();
    int count = batch.rowCount();
    if (extremes) {
      addToOne(state, codes, values, count);
      return;
    }
    for (int i = 0; i < count; i++) {
      int at = codes[i] << 1;
      state[at] += 1;
      state[at + 1] += values[i];
    }
  }

  private static void addToOne(double[] state, int[] codes, double[] values, int count) {
    for (int i = 0; i < count; i++) {
      add(state, codes[i] << 2, values[i]);
    }
  }

  /** Adds a row to a state with extremes. */
  static void add(double[] state, int at, double value) {
    state[at] += 1;
    state[at + 1] += value;
    state[at + 2] = Math.min(state[at + 2], value);
    state[at + 3] = Math.max(state[at + 3], value);
  }

  @Override
  void addToMany(double[][] open, long base, long slide, ColumnBatch batch) {
    long[] times = batch.longs(0).values();
    int[] codes = ((TextColumn) batch.column(1)).codes();
    double[] values = ((DoubleColumn) batch.column(2)).values();
    int[] panes = panes(times, base, slide, open.length - 1);
    int count = batch.rowCount();
    if (extremes) {
      addToMany(open, panes, codes, values, count);
      return;
    }
    for (int i = 0; i < count; i++) {
      double[] state = open[panes[i]];
      int at = codes[i] << 1;
      state[at] += 1;
      state[at + 1] += values[i];
    }
  }

  private static void addToMany(
      double[][] open, int[] panes, int[] codes, double[] values, int count) {
    for (int i = 0; i < count; i++) {
      add(open[panes[i]], codes[i] << 2, values[i]);
    }
  }

  @Override
  void take(double[] open, HandPane<double[]> pane) {
    int[] found = new int[keys + 1];
    int count = 0;
    for (int key = 0; key < keys; key++) {
      found[count] = key;
      count += open[key << shift] > 0 ? 1 : 0;
    }
    if (pane.states.length < count << shift) {
      pane.states = new double[count << shift];
    }
    pane.keys = Arrays.copyOf(found, count);
    int width = 1 << shift;
    for (int i = 0; i < count; i++) {
      int at = found[i] << shift;
      for (int word = 0; word < width; word++) {
        pane.states[(i << shift) + word] = open[at + word];
      }
      clear(open, at);
    }
  }

  @Override
  void add(double[] into, HandPane<double[]> pane) {
    double[] from = pane.states;
    for (int i = 0; i < pane.keys.length; i++) {
      int at = pane.keys[i] << shift;
      int source = i << shift;
      into[at] += from[source];
      into[at + 1] += from[source + 1];
      if (extremes) {
        into[at + 2] = Math.min(into[at + 2], from[source + 2]);
        into[at + 3] = Math.max(into[at + 3], from[source + 3]);
      }
    }
  }

  @Override
  void scan(double[] scanned, HandPane<double[]> pane) {
    int width = 1 << shift;
    double[] state = pane.states;
    for (int i = 0; i < pane.keys.length; i++) {
      int at = pane.keys[i] << shift;
      int source = i << shift;
      double count = scanned[at];
      double sum = scanned[at + 1];
      scanned[at] += state[source];
      scanned[at + 1] += state[source + 1];
      state[source] = count;
      state[source + 1] = sum;
      for (int word = 2; word < width; word++) {
        double later = scanned[at + word];
        double own = state[source + word];
        scanned[at + word] = word == 2 ? Math.min(own, later) : Math.max(own, later);
        state[source + word] = later;
      }
    }
  }

  @Override
  void expire(double[] oldest, HandPane<double[]> pane) {
    int width = 1 << shift;
    for (int i = 0; i < pane.keys.length; i++) {
      int at = pane.keys[i] << shift;
      for (int word = 0; word < width; word++) {
        oldest[at + word] = pane.states[(i << shift) + word];
      }
    }
  }

  /** All keys of three states with extremes combined. */
  void combine(double[] into, double[] first, double[] second, double[] third) {
    for (int at = 0; at < into.length; at += 4) {
      into[at] = first[at] + second[at] + third[at];
      into[at + 1] = first[at + 1] + second[at + 1] + third[at + 1];
      into[at + 2] = Math.min(Math.min(first[at + 2], second[at + 2]), third[at + 2]);
      into[at + 3] = Math.max(Math.max(first[at + 3], second[at + 3]), third[at + 3]);
    }
  }

  @Override
  void emit(long end, double[] first, double[] second, double[] third) {
    boolean single = first == third;
    for (int key = 0; key < keys; key++) {
      int at = key << shift;
      if (!single) {
        emit(key, end, first, second, third);
      } else if (first[at] > 0 && extremes) {
        rows.add(key, end, first[at], first[at + 1], first[at + 2], first[at + 3]);
      } else if (first[at] > 0) {
        rows.add(key, end, first[at], first[at + 1]);
      }
    }
  }

  /** A row for a key, if it has rows in one of three states. */
  void emit(int key, long end, double[] first, double[] second, double[] third) {
    int at = key << shift;
    double count = first[at] + second[at] + third[at];
    if (count == 0) {
      return;
    }
    double sum = first[at + 1] + second[at + 1] + third[at + 1];
    if (extremes) {
      double min = Math.min(Math.min(first[at + 2], second[at + 2]), third[at + 2]);
      double max = Math.max(Math.max(first[at + 3], second[at + 3]), third[at + 3]);
      rows.add(key, end, count, sum, min, max);
    } else {
      rows.add(key, end, count, sum);
    }
  }
}
