package dev.sash.bench;

import java.util.Arrays;

/**
 * Windows of many panes, written by hand: a window is what is left of its oldest chunk of panes,
 * the whole chunk after that, and the beginning of the newest one. See {@code ChunkCombiner} for
 * the method; here panes are lists of the keys that they have, and everything else is arrays over
 * all keys. The state of a key is its count and sum, and with extremes the least and largest value.
 */
final class HandWindows {
  private final int keys;
  private final boolean extremes;
  private final int shift;
  private final int panes;
  private final int half;
  private final long slide;
  private final ResultRows rows;

  private final int[][] ids;
  private final double[][] states;
  private final int[] found;

  private double[] oldest;
  private double[] middle;
  private double[] newest;
  private double[] scanned;

  HandWindows(Workload workload, boolean extremes, ResultRows rows) {
    keys = workload.keys();
    this.extremes = extremes;
    shift = extremes ? 2 : 1;
    panes = workload.ratio();
    half = panes / 2;
    slide = workload.slideMillis();
    this.rows = rows;
    found = new int[keys];
    ids = new int[panes + half][];
    states = new double[panes + half][];
    Arrays.setAll(ids, i -> new int[0]);
    Arrays.setAll(states, i -> new double[0]);
    oldest = empty(keys, extremes);
    middle = empty(keys, extremes);
    newest = empty(keys, extremes);
    scanned = empty(keys, extremes);
  }

  /** The state of so many keys without rows. */
  static double[] empty(int keys, boolean extremes) {
    double[] state = new double[keys << (extremes ? 2 : 1)];
    clear(state, extremes);
    return state;
  }

  static void clear(double[] state, boolean extremes) {
    if (!extremes) {
      Arrays.fill(state, 0);
      return;
    }
    for (int at = 0; at < state.length; at += 4) {
      state[at] = 0;
      state[at + 1] = 0;
      state[at + 2] = Double.POSITIVE_INFINITY;
      state[at + 3] = Double.NEGATIVE_INFINITY;
    }
  }

  /** Takes the next pane, which becomes empty, and emits the window that ends with it. */
  void close(long base, long pane, double[] open) {
    if (panes == 1) {
      emit(base + (pane + 1) * slide, open, open, open);
      clear(open, extremes);
      return;
    }
    int slot = (int) (pane % ids.length);
    take(open, slot);
    slide(base, pane, slot);
  }

  /** Emits the windows that begin before the end of the last pane. */
  void finish(long base, long nextPane) {
    for (long pane = nextPane; panes > 1 && pane < nextPane + panes - 1; pane++) {
      int slot = (int) (pane % ids.length);
      ids[slot] = new int[0];
      slide(base, pane, slot);
    }
    rows.flush();
  }

  private void take(double[] open, int slot) {
    int count = 0;
    for (int key = 0; key < keys; key++) {
      found[count] = key;
      count += open[key << shift] > 0 ? 1 : 0;
    }
    if (states[slot].length < count << shift) {
      states[slot] = new double[count << shift];
    }
    int[] taken = Arrays.copyOf(found, count);
    double[] state = states[slot];
    int width = 1 << shift;
    for (int i = 0; i < count; i++) {
      int at = taken[i] << shift;
      for (int word = 0; word < width; word++) {
        state[(i << shift) + word] = open[at + word];
      }
      open[at] = 0;
      open[at + 1] = 0;
      if (extremes) {
        open[at + 2] = Double.POSITIVE_INFINITY;
        open[at + 3] = Double.NEGATIVE_INFINITY;
      }
    }
    ids[slot] = taken;
  }

  private void slide(long base, long pane, int slot) {
    add(newest, ids[slot], states[slot]);
    expire(pane - panes);
    int place = (int) (pane % half);
    scan(pane - place - 1 - place);
    emit(base + (pane + 1) * slide, oldest, middle, newest);
    if (place == half - 1) {
      double[] free = oldest;
      oldest = middle;
      middle = newest;
      newest = free;
      clear(newest, extremes);
      clear(scanned, extremes);
    }
  }

  private void add(double[] into, int[] keysOf, double[] from) {
    for (int i = 0; i < keysOf.length; i++) {
      int at = keysOf[i] << shift;
      int source = i << shift;
      into[at] += from[source];
      into[at + 1] += from[source + 1];
      if (extremes) {
        into[at + 2] = Math.min(into[at + 2], from[source + 2]);
        into[at + 3] = Math.max(into[at + 3], from[source + 3]);
      }
    }
  }

  /** The state of each key of a pane becomes that over the later panes of the chunk. */
  private void scan(long pane) {
    if (pane < 0) {
      return;
    }
    int slot = (int) (pane % ids.length);
    int width = 1 << shift;
    double[] state = states[slot];
    int[] keysOf = ids[slot];
    for (int i = 0; i < keysOf.length; i++) {
      int at = keysOf[i] << shift;
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

  private void expire(long pane) {
    if (pane < 0) {
      return;
    }
    int slot = (int) (pane % ids.length);
    int width = 1 << shift;
    double[] state = states[slot];
    int[] keysOf = ids[slot];
    for (int i = 0; i < keysOf.length; i++) {
      int at = keysOf[i] << shift;
      for (int word = 0; word < width; word++) {
        oldest[at + word] = state[(i << shift) + word];
      }
    }
  }

  /** One row for each key of a window; with one pane all three are the same. */
  private void emit(long end, double[] first, double[] second, double[] third) {
    boolean single = first == third;
    for (int key = 0; key < keys; key++) {
      int at = key << shift;
      double count = single ? first[at] : first[at] + second[at] + third[at];
      if (count == 0) {
        continue;
      }
      double sum = single ? first[at + 1] : first[at + 1] + second[at + 1] + third[at + 1];
      if (extremes) {
        double min = Math.min(Math.min(first[at + 2], second[at + 2]), third[at + 2]);
        double max = Math.max(Math.max(first[at + 3], second[at + 3]), third[at + 3]);
        rows.add(key, end, count, sum, min, max);
      } else {
        rows.add(key, end, count, sum);
      }
    }
  }
}
