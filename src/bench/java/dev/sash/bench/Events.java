package dev.sash.bench;

import dev.sash.data.Column;
import dev.sash.data.ColumnBatch;
import dev.sash.data.DataType;
import dev.sash.data.DataType.Kind;
import dev.sash.data.Dictionary;
import dev.sash.data.DoubleColumn;
import dev.sash.data.Field;
import dev.sash.data.LongColumn;
import dev.sash.data.Schema;
import dev.sash.data.TextColumn;
import dev.sash.runtime.Source;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a workload, made batch by batch: 10,000 a second of event time, each up to two
 * seconds behind, so that with a watermark delay of two seconds none is late. The same seed gives
 * the same rows.
 *
 * <p>Values are multiples of 1/64 below 2^14: their sums are exact in a double whatever the order,
 * so a loop that adds doubles can be compared with one that adds exactly.
 *
 * <p>The time that making rows takes is counted and can be left out of a measurement.
 */
final class Events implements Source {
  static final int DISORDER_MILLIS = 2_000;

  static final Schema SCHEMA =
      Schema.of(
          new Field("ts", DataType.of(Kind.TIMESTAMP).nullable(false)),
          new Field("k", DataType.of(Kind.VARCHAR).nullable(false)),
          new Field("v", DataType.of(Kind.DOUBLE).nullable(false)),
          new Field("n", DataType.of(Kind.BIGINT).nullable(false)),
          new Field("status", DataType.of(Kind.VARCHAR).nullable(false)));

  private static final int ROWS_PER_MILLI = 10;
  private static final long START_MILLIS = 1_767_225_600_000L;
  private static final String[] STATUS = {"ok", "ok", "ok", "ok", "retry", "error"};

  private final Workload workload;
  private final Dictionary keys;
  private final Dictionary status = new Dictionary(STATUS.clone(), STATUS.length);
  private final int[] keyOfDraw;
  private long made;
  private long nanos;
  private long threadNanos;

  Events(Workload workload) {
    this.workload = workload;
    String[] texts = new String[workload.keys()];
    Arrays.setAll(texts, key -> "key-" + key);
    keys = new Dictionary(texts, texts.length);
    keyOfDraw = workload.skewed() ? zipf(workload.keys()) : new int[0];
  }

  /** Every key as often as its share of 2^20 draws. */
  private static int[] zipf(int keys) {
    double total = 0;
    for (int key = 0; key < keys; key++) {
      total += 1.0 / (key + 1);
    }
    int[] draws = new int[1 << 20];
    double sum = 0;
    int next = 0;
    for (int key = 0; key < keys; key++) {
      sum += 1.0 / (key + 1);
      int until = (int) Math.round(sum / total * draws.length);
      Arrays.fill(draws, next, Math.max(next, until), key);
      next = Math.max(next, until);
    }
    return draws;
  }

  @Override
  public @Nullable ColumnBatch poll(long maxWaitMillis) {
    long from = System.nanoTime();
    long processor = Processor.threadNanos();
    int count = (int) Math.min(ColumnBatch.MAX_ROWS, workload.rows() - made);
    ColumnBatch batch = count == 0 ? null : batch(count);
    threadNanos += Processor.threadNanos() - processor;
    nanos += System.nanoTime() - from;
    return batch;
  }

  private ColumnBatch batch(int count) {
    long[] times = new long[count];
    int[] keyCodes = new int[count];
    double[] values = new double[count];
    long[] numbers = new long[count];
    int[] statusCodes = new int[count];
    for (int i = 0; i < count; i++) {
      long row = made + i;
      long bits = mix(row * 0x9E3779B97F4A7C15L + workload.seed());
      long more = mix(bits);
      times[i] = START_MILLIS + row / ROWS_PER_MILLI - ((bits & 0xFFFFF) * DISORDER_MILLIS >> 20);
      long draw = bits >>> 24;
      keyCodes[i] =
          keyOfDraw.length > 0
              ? keyOfDraw[(int) draw & (keyOfDraw.length - 1)]
              : (int) ((draw & 0xFFFFFFFFL) * workload.keys() >>> 32);
      values[i] = (more & 0xFFFFF) * (1.0 / 64);
      numbers[i] = more >>> 20 & 0x3FF;
      statusCodes[i] = (int) ((more >>> 32 & 0xFFFF) * STATUS.length >>> 16);
    }
    made += count;
    Column[] columns = {
      new LongColumn(times, null),
      new TextColumn(keyCodes, keys, false),
      new DoubleColumn(values, null),
      new LongColumn(numbers, null),
      new TextColumn(statusCodes, status, false)
    };
    return new ColumnBatch(SCHEMA, columns, count);
  }

  private static long mix(long value) {
    long z = (value ^ value >>> 30) * 0xBF58476D1CE4E5B9L;
    z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
    return z ^ z >>> 31;
  }

  /** What the codes of the key column mean. */
  Dictionary keys() {
    return keys;
  }

  /** Nanoseconds spent in {@link #poll}. */
  long nanos() {
    return nanos;
  }

  /** Processor time spent in {@link #poll}. */
  long threadNanos() {
    return threadNanos;
  }

  @Override
  public boolean isAtEnd() {
    return made == workload.rows();
  }

  @Override
  public void close() {}
}
