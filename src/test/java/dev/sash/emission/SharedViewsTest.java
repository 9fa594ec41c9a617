package dev.sash.emission;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sash.TestDatabase;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Views that share panes show what they show by themselves, to the last revision and in the same
 * order, also when some of them come later, pause, stop, are drained or dropped.
 */
class SharedViewsTest {

  static Stream<Long> seeds() {
    return Scenario.seeds(2);
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void sharingChangesNothing(long seed) {
    SharedScenario scenario = SharedScenario.of(seed);
    assertThat(shown(scenario, "on")).as("%s", scenario).isEqualTo(shown(scenario, "off"));
  }

  private static List<String> shown(SharedScenario scenario, String sharing) {
    try (TestDatabase db = TestDatabase.open()) {
      db.run("SET share_panes = " + sharing);
      scenario.statements().forEach(db::run);
      List<String> shown = new ArrayList<>();
      for (String view : scenario.views()) {
        scenario.questions(view).forEach(sql -> shown.addAll(db.rows(sql)));
      }
      shown.addAll(db.rows("SELECT * FROM errors.s ORDER BY source, reason, raw"));
      return shown;
    }
  }

  @Test
  void mostScenariosShare() {
    int sharing = 0;
    for (long seed = 0; seed < 40; seed++) {
      try (TestDatabase db = TestDatabase.open()) {
        db.run("SET share_panes = on");
        SharedScenario scenario = SharedScenario.of(seed);
        for (String sql : scenario.beginning()) {
          boolean creates = sql.startsWith("CREATE MATERIALIZED VIEW");
          sharing += creates && db.plan(sql).contains("shares panes with view") ? 1 : 0;
          db.run(sql);
        }
      }
    }
    assertThat(sharing).isGreaterThan(30);
  }
}
