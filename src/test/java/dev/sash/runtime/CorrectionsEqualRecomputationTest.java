package dev.sash.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sash.time.ClockMode;
import dev.sash.window.WindowSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random windows, lateness, triggers, disorder, batch cuts and restores from snapshots against
 * {@link CorrectionModel}: every emission, its kind, its time and its values.
 */
class CorrectionsEqualRecomputationTest {
  private static final int SEEDS = 400;

  static Stream<Long> seeds() {
    return IntStream.range(0, SEEDS).mapToObj(seed -> (long) seed);
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void everyEmissionIsTheRecomputedOne(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    WindowSpec.Hop hop =
        new WindowSpec.Hop(
            random.nextLong(1, 12), random.nextLong(1, 40), random.nextLong(-20, 20));
    long delay = random.nextInt(3) == 0 ? 0 : random.nextLong(0, 15);
    EmitSpec emit = emit(random);
    List<Event> events = events(random);
    CorrectionModel model = new CorrectionModel(hop, emit, delay);
    PipelineHarness harness = new PipelineHarness(hop, emit, delay, ClockMode.REPLAY);
    String about = "seed " + seed + ", " + hop + ", delay " + delay + ", " + emit;
    int from = 0;
    while (from < events.size()) {
      int to = Math.min(events.size(), from + 1 + random.nextInt(random.nextInt(3) == 0 ? 50 : 4));
      model.feed(events.subList(from, to));
      harness.feed(events.subList(from, to));
      assertThat(sorted(harness.emitted(), emit))
          .as("%s, after row %d", about, to)
          .isEqualTo(sorted(model.lines(), emit));
      harness = random.nextInt(6) == 0 ? harness.restored() : harness;
      from = to;
    }
    model.end();
    harness.end();
    assertThat(harness.emitted().stream().sorted())
        .as(about)
        .isEqualTo(model.lines().stream().sorted().toList());
    assertThat(harness.lateRows()).as(about).isEqualTo(model.lateLines());
    assertThat(harness.openWindows()).as(about).isZero();
  }

  private static EmitSpec emit(SplittableRandom random) {
    EmitSpec every = EmitSpec.every(random.nextLong(1, 20));
    every = random.nextBoolean() ? every.forAllWindows() : every;
    every = random.nextBoolean() ? every.byEventTime() : every;
    EmitSpec emit =
        switch (random.nextInt(4)) {
          case 0 -> EmitSpec.closing();
          case 1 -> EmitSpec.changing();
          case 2 -> every.andOnClose();
          default -> every;
        };
    emit = emit.allowingLateness(random.nextInt(4) == 0 ? 0 : random.nextLong(1, 60));
    return switch (random.nextInt(4)) {
      case 0 -> emit.filling(EmitSpec.ALWAYS);
      case 1 -> emit.filling(random.nextLong(1, 100));
      default -> emit;
    };
  }

  /**
   * In REPLAY ticks that can send nothing are skipped, so all is sent in the order of the model.
   * Rows of ON CHANGE come with the batch, their order among the FINALs of the same batch is free.
   */
  private static List<String> sorted(List<String> lines, EmitSpec emit) {
    return emit.onChange() ? lines.stream().sorted().toList() : lines;
  }

  private static List<Event> events(SplittableRandom random) {
    List<Event> events = new ArrayList<>();
    int disorder = random.nextInt(1, 30);
    int keys = random.nextInt(1, 5);
    long time = random.nextLong(-200, 200);
    int count = random.nextInt(1, 120);
    for (int i = 0; i < count; i++) {
      time += random.nextInt(20) == 0 ? random.nextInt(500) : random.nextInt(4);
      String key = random.nextInt(8) == 0 ? null : "k" + random.nextInt(keys);
      Long value = random.nextInt(5) == 0 ? null : (Long) random.nextLong(-50, 50);
      events.add(new Event(time - random.nextInt(disorder), key, value));
    }
    return events;
  }
}
