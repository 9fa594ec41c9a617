package dev.sash.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.SortedSet;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PaneGridTest {

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void boundsAgreeWithTryingAllWindows(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    for (int round = 0; round < 500; round++) {
      WindowSpec.Hop hop =
          new WindowSpec.Hop(
              random.nextLong(1, 15), random.nextLong(1, 30), random.nextLong(-40, 40));
      long time = random.nextLong(-100, 100);
      SortedSet<Long> ends = ends(hop, time);
      PaneGrid grid = new PaneGrid(hop);
      long pane = grid.pane(time);
      String about = "seed " + seed + ", " + hop + ", time " + time;
      assertThat(grid.start(pane)).as(about).isLessThanOrEqualTo(time);
      assertThat(grid.start(pane + 1)).as(about).isGreaterThan(time);
      assertThat(grid.firstEnd(pane))
          .as(about)
          .isEqualTo(ends.isEmpty() ? Long.MAX_VALUE : ends.first());
      if (!ends.isEmpty()) {
        assertThat(grid.lastEnd(pane)).as(about).isEqualTo(ends.last());
        assertThat((long) ends.size()).as(about).isLessThanOrEqualTo(hop.windowsPerRow());
      }
      assertThat(WindowListing.of(grid, time))
          .as(about)
          .hasSize((int) WindowListing.count(grid, time))
          .allSatisfy(w -> assertThat(w.endMillis() - w.startMillis()).isEqualTo(hop.sizeMillis()))
          .extracting(WindowListing.Bounds::endMillis)
          .containsExactlyElementsOf(ends);
      assertThat(hop.firstEndAfter(time)).as(about).isEqualTo(firstEndAfter(hop, time));
    }
  }

  /** Widths on both sides of a power of two; instants near each other and far apart. */
  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void panesOfManyInstantsAreThoseOfEach(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    for (int round = 0; round < 2000; round++) {
      long width = Math.max(1, (1L << random.nextInt(40)) + random.nextInt(-2, 3));
      PaneGrid grid =
          new PaneGrid(new WindowSpec.Hop(width, width, random.nextLong(-width, width)));
      long reach = 1L << random.nextInt(1, 45);
      long from = random.nextLong(-reach, reach);
      long[] millis = random.longs(50, from, from + reach).toArray();
      millis[0] = grid.start(grid.pane(from)) + reach - 1;
      int[] rows = IntStream.range(0, 50).toArray();
      long[] panes = new long[50];
      grid.panes(Instants.of(millis, rows, 50), panes);
      assertThat(panes)
          .as("width %d from %d reach %d", width, from, reach)
          .isEqualTo(Arrays.stream(millis).map(grid::pane).toArray());
    }
  }

  private static boolean isStart(WindowSpec.Hop hop, long time) {
    return Math.floorMod(time - hop.offsetMillis(), hop.slideMillis()) == 0;
  }

  /** The ends of all windows that hold an instant. */
  private static SortedSet<Long> ends(WindowSpec.Hop hop, long time) {
    TreeSet<Long> ends = new TreeSet<>();
    for (long start = time - hop.sizeMillis() + 1; start <= time; start++) {
      if (isStart(hop, start)) {
        ends.add(start + hop.sizeMillis());
      }
    }
    return ends;
  }

  private static long firstEndAfter(WindowSpec.Hop hop, long time) {
    long end = time + 1;
    while (!isStart(hop, end - hop.sizeMillis())) {
      end++;
    }
    return end;
  }

  @Test
  void offsetIsTakenModuloTheSlide() {
    assertThat(new WindowSpec.Hop(60, 720, -480)).isEqualTo(new WindowSpec.Hop(60, 720, 0));
  }

  @Test
  void aWindowWithoutLengthCannotExist() {
    assertThatThrownBy(() -> new WindowSpec.Hop(0, 10, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("slideMillis=0");
  }
}
