package dev.sash.aggregate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The bounds that the documentation states for sketches. */
class SketchTest {
  private static final double STANDARD_ERROR = 1.04 / 64;
  private static final int BYTES_MAX = 5_000;

  @ParameterizedTest
  @ValueSource(ints = {1, 10, 100, 500, 513, 2_000, 20_000, 300_000})
  void countIsWithinThreeStandardErrorsAndOfBoundedSize(int values) {
    double squares = 0;
    int rounds = 20;
    for (int seed = 0; seed < rounds; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      HyperLogLog sketch = new HyperLogLog();
      for (int i = 0; i < values; i++) {
        sketch.add(random.nextLong());
      }
      double error = (sketch.estimate() - values) / (double) values;
      assertThat(Math.abs(error)).as("%d values, seed %d", values, seed).isLessThan(0.06);
      assertThat(sketch.bytes()).isLessThan(BYTES_MAX);
      squares += error * error;
    }
    // the standard error itself, with room for the chance of twenty rounds
    assertThat(Math.sqrt(squares / rounds)).isLessThan(1.5 * STANDARD_ERROR);
  }

  @Test
  void countDoesNotDependOnOrderOrParts() throws IOException {
    SplittableRandom random = new SplittableRandom(7);
    long[] hashes = random.longs(5_000).toArray();
    HyperLogLog whole = new HyperLogLog();
    HyperLogLog parts = new HyperLogLog();
    HyperLogLog part = new HyperLogLog();
    for (int i = 0; i < hashes.length; i++) {
      whole.add(hashes[i]);
      part.add(hashes[hashes.length - 1 - i]);
      if (random.nextInt(400) == 0 || i == hashes.length - 1) {
        parts.addAll(copy(part));
        part = new HyperLogLog();
      }
    }
    assertThat(parts.estimate()).isEqualTo(whole.estimate());
    assertThat(copy(whole).estimate()).isEqualTo(whole.estimate());
  }

  private static HyperLogLog copy(HyperLogLog sketch) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    sketch.write(new DataOutputStream(bytes));
    return HyperLogLog.read(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7})
  void percentileIsWithinOne256thOfTheExactOne(int seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] values = new double[random.nextInt(1, 20_000)];
    ValueBuckets sketch = new ValueBuckets();
    for (int i = 0; i < values.length; i++) {
      double size = Math.pow(10, random.nextDouble(-5, 5));
      values[i] = random.nextInt(20) == 0 ? 0 : random.nextInt(3) == 0 ? -size : size;
      sketch.add(ValueBuckets.bucket(values[i]), 1);
    }
    Arrays.sort(values);
    for (String fraction : new String[] {"0", "0.01", "0.25", "0.5", "0.9", "0.99", "1"}) {
      double share = Double.parseDouble(fraction);
      double exact = values[Math.max(0, (int) Math.ceil(share * values.length) - 1)];
      assertThat(sketch.percentile(new BigDecimal(fraction)))
          .as("seed %d, %s", seed, fraction)
          .isBetween(exact - Math.abs(exact) / 256, exact + Math.abs(exact) / 256);
    }
    assertThat(sketch.bytes()).isLessThan(2 * 8_600 * 12 + 100);
  }

  @Test
  void percentileKnowsZeroInfinityAndNan() {
    ValueBuckets sketch = new ValueBuckets();
    for (double value : new double[] {Double.NaN, -0.0, Double.POSITIVE_INFINITY}) {
      sketch.add(ValueBuckets.bucket(value), 1);
    }
    assertThat(sketch.percentile(new BigDecimal("0.3"))).isEqualTo(0.0);
    assertThat(sketch.percentile(new BigDecimal("0.5"))).isEqualTo(Double.POSITIVE_INFINITY);
    assertThat(sketch.percentile(BigDecimal.ONE)).isNaN();
    sketch.add(ValueBuckets.bucket(Double.NaN), -1);
    assertThat(sketch.percentile(BigDecimal.ONE)).isEqualTo(Double.POSITIVE_INFINITY);
  }
}
