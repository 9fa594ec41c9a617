package dev.sash.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sash.emission.Event;
import dev.sash.time.ClockMode;
import dev.sash.window.WindowSpec;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Rule R5: what becomes of ticks that come while there is other work. */
class MissedTicksTest {
  private static final WindowSpec.Hop TUMBLE = new WindowSpec.Hop(1_000, 1_000, 0);

  @Test
  void r5MissedTicksCoalesceInLive() {
    PipelineHarness harness = new PipelineHarness(TUMBLE, EmitSpec.every(10), 0, ClockMode.LIVE);
    harness.feed(List.of(Event.of(1, "a"), Event.of(2, "a")));
    harness.passTo(10);
    assertThat(harness.emitted()).containsExactly("@10 EARLY [0,1000) a 2 2 2 1 1");
    harness.feed(List.of(Event.of(3, "a")));
    harness.passTo(57);
    assertThat(harness.emitted().subList(1, harness.emitted().size()))
        .containsExactly("@50 EARLY [0,1000) a 3 3 3 1 1");
    assertThat(harness.ticksSkipped()).isEqualTo(3);
    harness.passTo(59);
    assertThat(harness.ticksSkipped()).isEqualTo(3);
    harness.feed(List.of(Event.of(4, "a")));
    harness.passTo(60);
    assertThat(harness.emitted().get(2)).isEqualTo("@60 EARLY [0,1000) a 4 4 4 1 1");
    assertThat(harness.ticksSkipped()).isEqualTo(3);
  }

  @Test
  void r5EveryTickThatCanChangeSomethingRunsInReplay() {
    List<Event> events = LongStream.range(0, 500).mapToObj(time -> Event.of(time, "a")).toList();
    PipelineHarness harness = new PipelineHarness(TUMBLE, EmitSpec.every(10), 0, ClockMode.REPLAY);
    harness.feed(events);
    assertThat(harness.emitted())
        .isEqualTo(
            LongStream.range(0, 50)
                .map(tick -> tick * 10)
                .mapToObj(
                    tick ->
                        "@%d EARLY [0,1000) a %d %d %d 1 1"
                            .formatted(tick, tick + 1, tick + 1, tick + 1))
                .toList());
  }

  @Test
  void aTickWithoutChangesSendsNothing() {
    PipelineHarness harness = new PipelineHarness(TUMBLE, EmitSpec.every(10), 0, ClockMode.REPLAY);
    harness.feed(List.of(Event.of(1, "a"), Event.of(1_000_000_000_005L, "a")));
    harness.end();
    assertThat(harness.emitted())
        .containsExactly(
            "@10 EARLY [0,1000) a 1 1 1 1 1",
            "end FINAL [0,1000) a 1 1 1 1 1",
            "end FINAL [1000000000000,1000000001000) a 1 1 1 1 1");
  }
}
