package dev.sash.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sash.emission.Event;
import dev.sash.time.ClockMode;
import dev.sash.window.WindowSpec;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * After REPROCESS LATE the last revisions are those of all rows, whatever came late, and each (key,
 * window) has had one FINAL row, whenever and how often late rows were reprocessed.
 */
class ReprocessLateTest {
  private static final int SEEDS = 200;

  static LongStream seeds() {
    return LongStream.range(0, SEEDS);
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void allRowsAreInTheirWindowsInTheEnd(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    WindowSpec.Hop hop =
        new WindowSpec.Hop(random.nextLong(1, 12), random.nextLong(1, 40), random.nextLong(-9, 9));
    EmitSpec emit = emit(random);
    Sharding sharding = new Sharding((int) (seed % 4) + 1, 1, SideBySide.PARALLEL);
    PipelineHarness harness = new PipelineHarness(hop, emit, 0, ClockMode.REPLAY, sharding);
    // without lateness and a bound beyond all disorder, no row is late
    PipelineHarness whole = new PipelineHarness(hop, EmitSpec.closing(), 9_999, ClockMode.REPLAY);
    String about = "seed " + seed + ", " + hop + ", " + emit;
    long time = random.nextLong(-100, 100);
    for (int batch = random.nextInt(1, 25); batch > 0; batch--) {
      List<Event> events = new ArrayList<>();
      for (int row = random.nextInt(1, 6); row > 0; row--) {
        time += random.nextInt(8);
        Event event =
            new Event(time - random.nextInt(60), "k" + random.nextInt(4), random.nextLong(9));
        events.add(event);
      }
      harness.feed(events);
      whole.feed(events);
      if (random.nextInt(8) == 0) {
        harness.reprocessLate();
        assertThat(harness.lateRows()).as(about).isEmpty();
      }
      harness = random.nextInt(8) == 0 ? harness.restored() : harness;
    }
    harness.end();
    whole.end();
    harness.reprocessLate();
    assertThat(harness.lateRows()).as(about).isEmpty();
    assertThat(last(harness.emitted())).as(about).isEqualTo(last(whole.emitted()));
    assertThat(finals(harness.emitted())).as(about).doesNotHaveDuplicates();
    assertThat(new HashSet<>(finals(harness.emitted())))
        .as(about)
        .isEqualTo(last(whole.emitted()).keySet());
    assertThat(harness.reprocessLate()).as(about).isEqualTo(new Reprocessed(0, 0, 0));
  }

  private static EmitSpec emit(SplittableRandom random) {
    EmitSpec emit =
        switch (random.nextInt(3)) {
          case 0 -> EmitSpec.closing();
          case 1 -> EmitSpec.changing();
          default -> EmitSpec.every(random.nextLong(1, 20));
        };
    return emit.allowingLateness(random.nextBoolean() ? 0 : random.nextLong(30));
  }

  /** By window and key, the last values. */
  private static Map<String, String> last(List<String> lines) {
    Map<String, String> last = new HashMap<>();
    for (String line : lines) {
      String[] words = line.split(" ", 5);
      last.put(words[2] + " " + words[3], words[4]);
    }
    return last;
  }

  private static List<String> finals(List<String> lines) {
    List<String> finals = new ArrayList<>();
    for (String line : lines) {
      String[] words = line.split(" ", 5);
      if (words[1].equals("FINAL")) {
        finals.add(words[2] + " " + words[3]);
      }
    }
    return finals;
  }
}
