package dev.sash.bench;

import dev.sash.data.Dictionary;

/** Passes on the ten rows of each window that have the greatest sums; of equal ones by the key. */
final class TopRows extends ResultRows {
  private static final int PLACES = 10;

  private final Dictionary keys;
  private final int[] codes = new int[PLACES];
  private final double[] counts = new double[PLACES];
  private final double[] sums = new double[PLACES];
  private int places;
  private long windowEnd = Long.MIN_VALUE;

  TopRows(Dictionary keys, ResultSum target) {
    super(keys, Query.T, target);
    this.keys = keys;
  }

  @Override
  void add(int key, long end, double count, double sum) {
    if (end != windowEnd) {
      pass();
      windowEnd = end;
    }
    if (places == PLACES && !isBefore(key, sum, places - 1)) {
      return;
    }
    int place = places < PLACES ? places++ : places - 1;
    for (; place > 0 && isBefore(key, sum, place - 1); place--) {
      codes[place] = codes[place - 1];
      counts[place] = counts[place - 1];
      sums[place] = sums[place - 1];
    }
    codes[place] = key;
    counts[place] = count;
    sums[place] = sum;
  }

  private boolean isBefore(int key, double sum, int place) {
    return sum > sums[place]
        || sum == sums[place] && keys.value(key).compareTo(keys.value(codes[place])) < 0;
  }

  private void pass() {
    for (int place = 0; place < places; place++) {
      super.add(codes[place], windowEnd, counts[place], sums[place]);
    }
    places = 0;
  }

  @Override
  void flush() {
    pass();
    super.flush();
  }
}
