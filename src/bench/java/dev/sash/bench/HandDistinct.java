package dev.sash.bench;

import dev.sash.data.ColumnBatch;
import dev.sash.data.TextColumn;
import java.util.Arrays;

/**
 * Count of rows, and which numbers they have: a bit for each of the 1,024 that there are. Whoever
 * writes this loop knows that there are no others.
 */
final class HandDistinct extends HandState<long[]> {
  private static final int BITS = 16;
  private static final int WIDTH = BITS + 1;

  private final ResultRows rows;

  HandDistinct(int keys, ResultRows rows) {
    super(keys);
    this.rows = rows;
  }

  @Override
  long[] empty() {
    return new long[keys * WIDTH];
  }

  @Override
  long[][] places(int count) {
    return new long[count][];
  }

  @Override
  HandPane<long[]> pane() {
    return new HandPane<>(new long[0]);
  }

  @Override
  void clear(long[] state) {
    Arrays.fill(state, 0);
  }

  private static void add(long[] state, int at, int number) {
    state[at]++;
    state[at + 1 + (number >> 6)] |= 1L << number;
  }

  @Override
  void addToOne(long[] state, ColumnBatch batch) {
    int[] codes = ((TextColumn) batch.column(1)).codes();
    long[] numbers = batch.longs(3).values();
    for (int i = 0; i < batch.rowCount(); i++) {
      add(state, codes[i] * WIDTH, (int) numbers[i]);
    }
  }

  @Override
  void addToMany(long[][] open, long base, long slide, ColumnBatch batch) {
    long[] times = batch.longs(0).values();
    int[] codes = ((TextColumn) batch.column(1)).codes();
    long[] numbers = batch.longs(3).values();
    int[] panes = panes(times, base, slide, open.length - 1);
    for (int i = 0; i < batch.rowCount(); i++) {
      add(open[panes[i]], codes[i] * WIDTH, (int) numbers[i]);
    }
  }

  @Override
  void take(long[] open, HandPane<long[]> pane) {
    int[] found = new int[keys + 1];
    int count = 0;
    for (int key = 0; key < keys; key++) {
      found[count] = key;
      count += open[key * WIDTH] > 0 ? 1 : 0;
    }
    if (pane.states.length < count * WIDTH) {
      pane.states = new long[count * WIDTH];
    }
    pane.keys = Arrays.copyOf(found, count);
    for (int i = 0; i < count; i++) {
      System.arraycopy(open, found[i] * WIDTH, pane.states, i * WIDTH, WIDTH);
      Arrays.fill(open, found[i] * WIDTH, found[i] * WIDTH + WIDTH, 0);
    }
  }

  @Override
  void add(long[] into, HandPane<long[]> pane) {
    long[] from = pane.states;
    for (int i = 0; i < pane.keys.length; i++) {
      int at = pane.keys[i] * WIDTH;
      into[at] += from[i * WIDTH];
      for (int word = 1; word < WIDTH; word++) {
        into[at + word] |= from[i * WIDTH + word];
      }
    }
  }

  @Override
  void scan(long[] scanned, HandPane<long[]> pane) {
    long[] state = pane.states;
    for (int i = 0; i < pane.keys.length; i++) {
      int at = pane.keys[i] * WIDTH;
      int source = i * WIDTH;
      long count = scanned[at];
      scanned[at] += state[source];
      state[source] = count;
      for (int word = 1; word < WIDTH; word++) {
        long later = scanned[at + word];
        scanned[at + word] |= state[source + word];
        state[source + word] = later;
      }
    }
  }

  @Override
  void expire(long[] oldest, HandPane<long[]> pane) {
    for (int i = 0; i < pane.keys.length; i++) {
      System.arraycopy(pane.states, i * WIDTH, oldest, pane.keys[i] * WIDTH, WIDTH);
    }
  }

  @Override
  void emit(long end, long[] first, long[] second, long[] third) {
    for (int key = 0; key < keys; key++) {
      int at = key * WIDTH;
      long count = first == third ? first[at] : first[at] + second[at] + third[at];
      if (count > 0) {
        int distinct = 0;
        for (int word = at + 1; word < at + WIDTH; word++) {
          distinct += Long.bitCount(first[word] | second[word] | third[word]);
        }
        rows.addDistinct(key, end, count, distinct);
      }
    }
  }
}
