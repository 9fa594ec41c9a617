package dev.sash.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sash.data.BatchBuilder;
import dev.sash.data.DataType;
import dev.sash.data.Field;
import dev.sash.data.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SegmentListTest {
  private static final Schema SCHEMA = Schema.of(new Field("n", DataType.of(DataType.Kind.BIGINT)));

  private static Segment segment(long end, int rows) {
    BatchBuilder builder = new BatchBuilder(SCHEMA);
    for (int i = 0; i < rows; i++) {
      builder.appendRow((long) i);
    }
    return new Segment(builder.build(), end);
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4})
  void replacingIsWhatItIsInAnArrayList(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    SegmentList list = SegmentList.EMPTY;
    List<Segment> expected = new ArrayList<>();
    for (int step = 0; step < 600; step++) {
      int from = random.nextBoolean() ? expected.size() : random.nextInt(expected.size() + 1);
      int to = Math.min(expected.size(), from + random.nextInt(random.nextInt(40) == 0 ? 900 : 4));
      List<Segment> others = new ArrayList<>();
      for (int i = random.nextInt(random.nextInt(20) == 0 ? 700 : 5); i > 0; i--) {
        others.add(segment(step, 1 + random.nextInt(3)));
      }
      SegmentList before = list;
      List<Segment> snapshot = List.copyOf(expected);
      list = list.replace(from, to, others);
      expected.subList(from, to).clear();
      expected.addAll(from, others);
      assertThat(list).as("seed %d, step %d", seed, step).isEqualTo(expected);
      assertThat(before).as("seed %d, step %d: before", seed, step).isEqualTo(snapshot);
      assertThat(list.rowCount())
          .as("seed %d, step %d", seed, step)
          .isEqualTo(expected.stream().mapToLong(s -> s.rows().rowCount()).sum());
    }
  }

  @ParameterizedTest(name = "{0} windows")
  @ValueSource(ints = {0, 1, 255, 256, 257, 1000})
  void windowsAreFoundByTheirEnd(int windows) {
    SegmentList list = SegmentList.EMPTY;
    for (int i = 0; i < windows; i++) {
      list = list.replace(list.size(), list.size(), List.of(segment(i * 10L, 1)));
    }
    for (int i = 0; i < windows; i++) {
      assertThat(list.firstAtOrAfter(i * 10L)).isEqualTo(i);
      assertThat(list.firstAtOrAfter(i * 10L - 5)).isEqualTo(i);
      assertThat(list.firstAfter(i * 10L)).isEqualTo(i + 1);
    }
    assertThat(list.firstAtOrAfter(Long.MIN_VALUE)).isZero();
    assertThat(list.firstAfter(Long.MAX_VALUE)).isEqualTo(windows);
    assertThat(list.firstAtOrAfter(Long.MAX_VALUE)).isEqualTo(windows);
  }
}
