package dev.sash.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sash.emission.Event;
import dev.sash.time.ClockMode;
import dev.sash.window.WindowSpec;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The golden values of the language reference: user1 at 1, 3, 7, 11, 13 s. Lines are engine clock,
 * kind, window, key, COUNT(*) and four more aggregates of the value 1.
 */
class GoldenEmissionTest {
  private static final WindowSpec.Hop HOP = new WindowSpec.Hop(5, 10, 0);
  private static final List<Long> TIMES = List.of(1L, 3L, 7L, 11L, 13L);

  private static List<String> run(WindowSpec.Hop hop, EmitSpec emit, long delay, List<Long> times) {
    PipelineHarness harness = new PipelineHarness(hop, emit, delay, ClockMode.REPLAY);
    times.forEach(time -> harness.feed(List.of(Event.of(time, "u"))));
    harness.end();
    return harness.emitted();
  }

  private static String line(String at, String window, int count) {
    return at + " " + window + " u " + count + " " + count + " " + count + " 1 1";
  }

  @Test
  void v1OnClose() {
    assertThat(run(HOP, EmitSpec.closing(), 0, TIMES))
        .containsExactly(
            line("@7 FINAL", "[-5,5)", 2),
            line("@11 FINAL", "[0,10)", 3),
            line("end FINAL", "[5,15)", 3),
            line("end FINAL", "[10,20)", 2));
  }

  @Test
  void v2EveryTwoSeconds() {
    assertThat(run(HOP, EmitSpec.every(2), 0, TIMES))
        .containsExactly(
            line("@2 EARLY", "[-5,5)", 1),
            line("@4 EARLY", "[-5,5)", 2),
            line("@8 FINAL", "[-5,5)", 2),
            line("@8 EARLY", "[0,10)", 3),
            line("@12 FINAL", "[0,10)", 3),
            line("@12 EARLY", "[5,15)", 2),
            line("end FINAL", "[5,15)", 3),
            line("end FINAL", "[10,20)", 2));
  }

  @Test
  void v4OnChangeWithOneRowABatch() {
    List<String> lines = run(HOP, EmitSpec.changing(), 0, TIMES);
    assertThat(lines).hasSize(14);
    assertThat(lines).filteredOn(line -> line.contains("EARLY")).hasSize(10);
    assertThat(lines).filteredOn(line -> line.contains("FINAL")).hasSize(4);
  }

  @Test
  void v6LateRowIsDroppedFromBothOfItsWindows() {
    PipelineHarness harness = new PipelineHarness(HOP, EmitSpec.closing(), 0, ClockMode.MANUAL);
    for (long time : List.of(1L, 3L, 7L, 11L)) {
      harness.advanceTo(time);
      harness.feed(List.of(Event.of(time, "u")));
    }
    List<String> before = List.copyOf(harness.emitted());
    harness.advanceTo(12);
    harness.feed(List.of(Event.of(4, "u")));
    assertThat(harness.lateRows()).containsExactly("@12 4 u late by 7, dropped 2, accepted 0");
    assertThat(harness.emitted()).isEqualTo(before);
  }

  @Test
  void v8DelayOfTwoSeconds() {
    assertThat(run(HOP, EmitSpec.closing(), 2, TIMES))
        .contains(line("@7 FINAL", "[-5,5)", 2), line("@13 FINAL", "[0,10)", 3));
  }

  @Test
  void v9SlideThatDoesNotDivideTheSize() {
    assertThat(run(new WindowSpec.Hop(3, 10, 0), EmitSpec.closing(), 0, List.of(1L, 8L, 12L)))
        .extracting(line -> line.replaceAll(".*FINAL (\\S+) u (\\d+).*", "$1 $2"))
        .containsExactly(
            "[-6,4) 1", "[-3,7) 1", "[0,10) 2", "[3,13) 2", "[6,16) 2", "[9,19) 1", "[12,22) 1");
  }

  @Test
  void v10SlideAboveTheSizeLeavesGaps() {
    assertThat(run(new WindowSpec.Hop(5, 2, 0), EmitSpec.closing(), 0, List.of(1L, 3L, 6L)))
        .extracting(line -> line.replaceAll(".*FINAL (\\S+) u (\\d+).*", "$1 $2"))
        .containsExactly("[0,2) 1", "[5,7) 1");
  }

  @Test
  void eventAtTenFifteenIsInTenWindows() {
    WindowSpec.Hop hop = new WindowSpec.Hop(30_000, 300_000, 0);
    List<String> lines = run(hop, EmitSpec.closing(), 0, List.of(36_015_000L));
    assertThat(lines).hasSize(10);
    assertThat(lines.get(0)).contains("[35730000,36030000)");
    assertThat(lines.get(9)).contains("[36000000,36300000)");
  }
}
