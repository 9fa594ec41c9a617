package dev.sash.aggregate;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Arrays;

/**
 * How many values there are in each of the intervals that doubles with eight significant bits
 * begin: 128 between a power of two and the next, as in Masson, Rim, Lee, "DDSketch: a fast and
 * fully-mergeable quantile sketch with relative-error guarantees" (VLDB 2019), but by the bits of
 * the number instead of a logarithm. The middle of an interval is less than 1/256 of any of its
 * values away from it. Counts can be added and taken away in any order, so the result is a function
 * of the values alone; sketches that sample (KLL and its like) are smaller, and depend on chance.
 *
 * <p>Values within ten powers of ten are in at most 4,300 intervals of twelve bytes.
 */
final class ValueBuckets implements StateObject {
  /** Bits of a double that do not tell its interval. */
  private static final int REST_BITS = 45;

  private int[] buckets = new int[8];
  private long[] counts = new long[8];
  private int size;
  private long total;

  /** Adds values to an interval, or takes them away. */
  void add(int bucket, long values) {
    total += values;
    int place = Arrays.binarySearch(buckets, 0, size, bucket);
    if (place >= 0) {
      counts[place] += values;
      if (counts[place] == 0) {
        size--;
        System.arraycopy(buckets, place + 1, buckets, place, size - place);
        System.arraycopy(counts, place + 1, counts, place, size - place);
      }
      return;
    }
    if (size == buckets.length) {
      buckets = Arrays.copyOf(buckets, size * 2);
      counts = Arrays.copyOf(counts, size * 2);
    }
    int at = -place - 1;
    System.arraycopy(buckets, at, buckets, at + 1, size - at);
    System.arraycopy(counts, at, counts, at + 1, size - at);
    buckets[at] = bucket;
    counts[at] = values;
    size++;
  }

  /** The interval of a value, in the order of the values; that of NaN is the last. */
  static int bucket(double value) {
    long bits = Double.doubleToLongBits(value + 0.0);
    int magnitude = (int) ((bits & Long.MAX_VALUE) >>> REST_BITS);
    return bits < 0 ? -magnitude : magnitude;
  }

  /** The middle of an interval. */
  private static double middle(int bucket) {
    long bits = (long) Math.abs(bucket) << REST_BITS;
    double low = Double.longBitsToDouble(bits);
    if (bucket == 0 || !Double.isFinite(low)) {
      return bucket < 0 ? -low : low;
    }
    double value = Double.longBitsToDouble(bits | 1L << REST_BITS - 1);
    return bucket < 0 ? -value : value;
  }

  void addAll(ValueBuckets other) {
    for (int i = 0; i < other.size; i++) {
      add(other.buckets[i], other.counts[i]);
    }
  }

  boolean isEmpty() {
    return total == 0;
  }

  /** The middle of the interval of the value that PERCENTILE_DISC would give. */
  double percentile(BigDecimal fraction) {
    BigDecimal rank = fraction.multiply(BigDecimal.valueOf(total));
    long left = Math.max(1, rank.setScale(0, RoundingMode.CEILING).longValueExact());
    int at = 0;
    for (left -= counts[0]; left > 0; left -= counts[at]) {
      at++;
    }
    return middle(buckets[at]);
  }

  @Override
  public long bytes() {
    return 48
        + StateBudget.arrayBytes(buckets.length, Integer.BYTES)
        + StateBudget.arrayBytes(counts.length, Long.BYTES);
  }

  void write(DataOutput output) throws IOException {
    output.writeInt(size);
    for (int i = 0; i < size; i++) {
      output.writeInt(buckets[i]);
      output.writeLong(counts[i]);
    }
  }

  static ValueBuckets read(DataInput input) throws IOException {
    ValueBuckets values = new ValueBuckets();
    for (int left = input.readInt(); left > 0; left--) {
      values.add(input.readInt(), input.readLong());
    }
    return values;
  }
}
