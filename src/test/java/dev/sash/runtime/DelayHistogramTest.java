package dev.sash.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DelayHistogramTest {
  private static final long[] WRITTEN = {
    0,
    1,
    9,
    10,
    50,
    100,
    250,
    500,
    1_000,
    1_500,
    2_000,
    5_000,
    30_000,
    60_000,
    300_000,
    900_000,
    3_600_000,
    7_200_000,
    21_600_000,
    43_200_000,
    86_400_000,
    172_800_000,
    604_800_000
  };

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void countsAtLengthsThatPeopleWriteAreExact(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    DelayHistogram histogram = new DelayHistogram();
    long[] delays = new long[2_000];
    for (int i = 0; i < delays.length; i++) {
      // of every order of magnitude, and often exactly a bound
      delays[i] =
          random.nextBoolean()
              ? WRITTEN[random.nextInt(WRITTEN.length)]
              : (long) Math.pow(10, random.nextDouble(0, 11));
    }
    histogram.addDelays(delays);
    for (long bound : WRITTEN) {
      assertThat(histogram.laterThan(bound))
          .as("seed " + seed + ", bound " + bound)
          .isEqualTo(Arrays.stream(delays).filter(delay -> delay > bound).count());
    }
    Arrays.sort(delays);
    assertThat(histogram.maxMillis()).isEqualTo(delays[delays.length - 1]);
    assertThat(histogram.quantileMillis(1)).isEqualTo(histogram.maxMillis());
    for (double share : new double[] {0.1, 0.5, 0.9, 0.99}) {
      long exact = delays[(int) Math.ceil(share * delays.length) - 1];
      assertThat((double) histogram.quantileMillis(share))
          .as("seed " + seed + ", share " + share)
          .isBetween((double) exact, exact * 1.1 + 1);
    }
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4})
  void rowsAreMeasuredAgainstTheRowsBeforeThemHoweverTheyAreGrouped(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    long[] times = random.longs(500, -1_000, 1_000).toArray();
    DelayHistogram histogram = new DelayHistogram();
    long newest = Long.MIN_VALUE;
    long late = 0;
    long longest = 0;
    int from = 0;
    for (int row = 0; row < times.length; row++) {
      late += times[row] < newest ? 1 : 0;
      longest = Math.max(longest, row == 0 ? 0 : newest - times[row]);
      newest = Math.max(newest, times[row]);
      if (random.nextInt(7) == 0 || row == times.length - 1) {
        histogram.addRows(times, from, row + 1, newest);
        from = row + 1;
      }
    }
    assertThat(histogram.rows()).isEqualTo(times.length);
    assertThat(histogram.laterThan(0)).as("seed " + seed).isEqualTo(late);
    assertThat(histogram.maxMillis()).as("seed " + seed).isEqualTo(longest);
  }

  /** A sender whose clock is ahead does not make the others late. */
  @Test
  void aRowBeyondTheStreamTimeDoesNotMoveIt() {
    DelayHistogram histogram = new DelayHistogram();
    histogram.addRows(new long[] {1_000, 9_000_000, 990}, 0, 3, 1_000);
    assertThat(histogram.laterThan(0)).isEqualTo(1);
    assertThat(histogram.maxMillis()).isEqualTo(10);
  }

  @Test
  void withoutRowsThereIsNothing() {
    DelayHistogram histogram = new DelayHistogram();
    assertThat(histogram.rows()).isZero();
    assertThat(histogram.laterThan(0)).isZero();
    assertThat(histogram.quantileMillis(0.5)).isZero();
  }
}
