package dev.sash.emission;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Rule R7: the same rows give the same last revisions and the same late rows, whatever EMIT says,
 * however they are cut into batches, into how many shards keys are split, and in any order of
 * arrival within the bound.
 */
class SameAnswerTest {
  private static final int VARIANTS = 3;

  static Stream<Long> seeds() {
    return Scenario.seeds(10);
  }

  private static List<EmitClause> clauses(Scenario scenario) {
    return List.of(
        EmitClause.closing(), EmitClause.changing(), scenario.every(7), scenario.every(1));
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void r7EmitAndBatchesChangeNoAnswer(long seed) {
    Scenario scenario = Scenario.of(seed);
    SqlRun first = SqlRun.of(scenario.again(0, EmitClause.closing()), 1);
    List<EmitClause> clauses = clauses(scenario);
    for (int i = 0; i < clauses.size(); i++) {
      Scenario variant = scenario.again(seed + i, clauses.get(i));
      SqlRun other = SqlRun.of(variant, i + 1);
      assertThat(other.shown()).as("%s", variant).isEqualTo(first.shown());
      assertThat(other.late()).as("%s", variant).isEqualTo(first.late());
      if (scenario.query().emit().latenessMillis() == 0) {
        assertThat(finals(other)).as("%s", variant).isEqualTo(finals(first));
      }
    }
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void r7ShardsChangeNothingNotEvenTheOrder(long seed) {
    Scenario scenario = Scenario.of(seed);
    SqlRun one = SqlRun.of(scenario, 1);
    for (int shards : new int[] {2, 3, 64}) {
      assertThat(SqlRun.of(scenario, shards)).as("%s, %d", scenario, shards).isEqualTo(one);
    }
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void r7ArrivalWithinTheBoundChangesNoAnswer(long seed) {
    Scenario scenario = Scenario.of(seed);
    SqlRun first = SqlRun.of(scenario.shuffled(0), 1);
    assertThat(first.late()).as("%s", scenario).isEmpty();
    for (int i = 1; i < VARIANTS; i++) {
      Scenario variant = scenario.shuffled(i);
      SqlRun other = SqlRun.of(variant, i + 1);
      assertThat(other.late()).as("%s", variant).isEmpty();
      assertThat(other.shown()).as("%s", variant).isEqualTo(first.shown());
      assertThat(finals(other)).as("%s", variant).isEqualTo(finals(first));
    }
  }

  /** The FINAL rows without what depends on when they were sent. */
  private static List<String> finals(SqlRun run) {
    return run.changes().stream()
        .filter(change -> change.kind().equals("FINAL") && !change.operation().equals("-D"))
        .map(change -> change.group() + " " + change.values())
        .sorted()
        .toList();
  }
}
