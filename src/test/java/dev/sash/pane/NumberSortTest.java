package dev.sash.pane;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Comparator;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NumberSortTest {
  /** Whatever bytes the numbers differ in, and however many are equal. */
  @ParameterizedTest
  @ValueSource(
      longs = {-1, 0xFF, 0x7F00, 0xFF00_0000_0000_00F0L, Long.MIN_VALUE, 0, 0x3_0000_0003L})
  void sortsStablyByTheNumbers(long differing) {
    SplittableRandom random = new SplittableRandom(differing);
    for (int count : new int[] {1, 2, 255, 3_000}) {
      long[] numbers = new long[count * 2];
      long shared = random.nextLong() & ~differing;
      for (int i = 0; i < numbers.length; i++) {
        numbers[i] = random.nextLong() & differing | shared;
      }
      int[] ids = IntStream.range(0, count).map(i -> random.nextInt(numbers.length)).toArray();
      int[] expected =
          IntStream.of(ids)
              .boxed()
              .sorted(Comparator.comparingLong(id -> numbers[id]))
              .mapToInt(Integer::intValue)
              .toArray();
      NumberSort.sort(ids, count, numbers);
      assertThat(ids).isEqualTo(expected);
    }
  }
}
