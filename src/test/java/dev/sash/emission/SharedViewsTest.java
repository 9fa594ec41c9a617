package dev.sash.emission;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sash.TestDatabase;
import java.sql.SQLException;
import java.sql.Statement;
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
      scenario.statements().forEach(sql -> run(db, sql));
      List<String> shown = new ArrayList<>();
      for (String view : scenario.views()) {
        if (hasFailed(db, view)) {
          // that it has failed, and why, is compared below; with how many rows depends on the
          // machine
          continue;
        }
        scenario.questions(view).forEach(sql -> shown.addAll(db.rows(sql)));
      }
      shown.addAll(db.rows("SELECT name, state, error FROM sash.views ORDER BY name"));
      shown.addAll(db.rows("SELECT * FROM errors.s ORDER BY source, reason, raw"));
      return shown;
    }
  }

  private static boolean hasFailed(TestDatabase db, String view) {
    return !db.rows("SELECT 1 FROM sash.views WHERE error IS NOT NULL AND name = '" + view + "'")
        .isEmpty();
  }

  /** A statement about a view that has failed says so; how soon depends on the machine. */
  private static void run(TestDatabase db, String sql) {
    try (Statement statement = db.connection().createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      assertThat(e.getMessage()).as(sql).contains("outside the range");
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
