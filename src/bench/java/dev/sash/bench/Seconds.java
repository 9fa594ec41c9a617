package dev.sash.bench;

import dev.sash.data.Column;
import dev.sash.data.ColumnBatch;
import dev.sash.data.Dictionary;
import dev.sash.data.DoubleColumn;
import dev.sash.data.LongColumn;
import dev.sash.data.TextColumn;
import dev.sash.runtime.Source;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Rows of {@link Events#SCHEMA} second by second: one of each key in the first second, then a batch
 * a second with one row of some of the keys.
 */
final class Seconds implements Source {
  static final long SECOND_MILLIS = 1_000;

  private static final long START_MILLIS = 1_767_225_600_000L;

  private final int changed;
  private final long seconds;
  private final SplittableRandom random = new SplittableRandom(1);
  private final Dictionary keys;
  private final Dictionary status = new Dictionary(new String[] {"ok"}, 1);
  private final int[] shuffled;
  private int loaded;
  private long second = 1;

  /** So many rows a second, until a number of seconds have passed. */
  Seconds(int keyCount, int changed, long seconds) {
    this.changed = changed;
    this.seconds = seconds;
    String[] texts = new String[keyCount];
    Arrays.setAll(texts, key -> "key-" + key);
    keys = new Dictionary(texts, keyCount);
    shuffled = new int[keyCount];
    Arrays.setAll(shuffled, key -> key);
    shuffle(keyCount);
  }

  /** Whether all keys are there and from now on each batch begins a second. */
  boolean isLoaded() {
    return loaded == shuffled.length;
  }

  @Override
  public @Nullable ColumnBatch poll(long maxWaitMillis) {
    if (!isLoaded()) {
      int count = Math.min(ColumnBatch.MAX_ROWS, shuffled.length - loaded);
      int[] codes = Arrays.copyOfRange(shuffled, loaded, loaded + count);
      loaded += count;
      return batch(START_MILLIS, codes);
    }
    if (isAtEnd()) {
      return null;
    }
    shuffle(changed);
    return batch(START_MILLIS + second++ * SECOND_MILLIS, Arrays.copyOf(shuffled, changed));
  }

  /** Brings distinct random keys to the front. */
  private void shuffle(int count) {
    for (int i = 0; i < count; i++) {
      int other = random.nextInt(i, shuffled.length);
      int key = shuffled[i];
      shuffled[i] = shuffled[other];
      shuffled[other] = key;
    }
  }

  private ColumnBatch batch(long millis, int[] codes) {
    int count = codes.length;
    long[] times = new long[count];
    double[] values = new double[count];
    for (int i = 0; i < count; i++) {
      // within the second, and not at its beginning: the tick comes before all rows
      times[i] = millis + 1 + i * (SECOND_MILLIS - 1) / count;
      values[i] = random.nextInt(1 << 20) / 64.0;
    }
    Column[] columns = {
      new LongColumn(times, null),
      new TextColumn(codes, keys, false),
      new DoubleColumn(values, null),
      new LongColumn(new long[count], null),
      new TextColumn(new int[count], status, false)
    };
    return new ColumnBatch(Events.SCHEMA, columns, count);
  }

  @Override
  public boolean isAtEnd() {
    return isLoaded() && second > seconds;
  }

  @Override
  public void close() {}
}
