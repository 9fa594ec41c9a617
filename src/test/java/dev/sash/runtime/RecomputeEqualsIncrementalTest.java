package dev.sash.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sash.emission.Change;
import dev.sash.emission.EmissionModel;
import dev.sash.emission.EmitClause;
import dev.sash.emission.LateRow;
import dev.sash.emission.Query;
import dev.sash.emission.Scenario;
import dev.sash.emission.Step;
import dev.sash.emission.Windows;
import dev.sash.time.ClockMode;
import dev.sash.window.CivilLength;
import dev.sash.window.WindowSpec;
import java.time.ZoneId;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The operator itself against the model, step by step, with restores from snapshots in between:
 * every emission, its kind, its time and its values.
 */
class RecomputeEqualsIncrementalTest {
  static Stream<Long> seeds() {
    return Scenario.seeds();
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void everyEmissionIsTheRecomputedOne(long seed) {
    Scenario scenario = Scenario.of(seed);
    Query query =
        Query.all(
            scenario.query().windows(), scenario.query().emit(), scenario.query().boundMillis());
    ClockMode mode = scenario.replay() ? ClockMode.REPLAY : ClockMode.MANUAL;
    Sharding sharding = new Sharding(scenario.shards(), 1, SideBySide.PARALLEL);
    EmissionModel model = new EmissionModel(query, scenario.replay());
    PipelineHarness harness =
        new PipelineHarness(
            spec(query.windows()), spec(query.emit()), query.boundMillis(), mode, sharding);
    SplittableRandom random = new SplittableRandom(seed);
    for (Step step : scenario.steps()) {
      if (step instanceof Step.Insert insert) {
        model.feed(insert.events());
        harness.feed(insert.events());
      } else if (step instanceof Step.Advance advance) {
        model.advanceTo(advance.toMillis());
        harness.advanceTo(advance.toMillis());
      }
      assertThat(sorted(harness.emitted(), query))
          .as("%s, %s", scenario, step)
          .isEqualTo(sorted(sent(model), query));
      harness = random.nextInt(6) == 0 ? harness.restored() : harness;
    }
    model.end();
    harness.end();
    assertThat(harness.emitted().stream().sorted())
        .as("%s", scenario)
        .isEqualTo(sent(model).stream().sorted().toList());
    assertThat(harness.lateRows())
        .as("%s", scenario)
        .isEqualTo(model.late().stream().map(LateRow::toString).toList());
    assertThat(harness.openWindows()).as("%s", scenario).isZero();
  }

  private static List<String> sent(EmissionModel model) {
    return model.changes().stream().map(Change::sent).toList();
  }

  /** Rows of ON CHANGE come with the batch, their order among the FINALs of it is free. */
  private static List<String> sorted(List<String> lines, Query query) {
    boolean free = query.emit().onChange() || query.windows() instanceof Windows.Session;
    return free ? lines.stream().sorted().toList() : lines;
  }

  private static WindowSpec spec(Windows windows) {
    if (windows instanceof Windows.Hop hop) {
      return new WindowSpec.Hop(hop.slide(), hop.size(), hop.offset());
    }
    if (windows instanceof Windows.Tumble tumble) {
      return new WindowSpec.Hop(tumble.size(), tumble.size(), tumble.offset());
    }
    if (windows instanceof Windows.Cumulate cumulate) {
      return new WindowSpec.Cumulate(cumulate.step(), cumulate.size(), 0);
    }
    if (windows instanceof Windows.Session session) {
      return new WindowSpec.Session(session.gap(), Long.MAX_VALUE);
    }
    if (windows instanceof Windows.Days days) {
      return civil(days.zone(), days(days.slide()), days(days.size()));
    }
    if (windows instanceof Windows.Hours hours) {
      return civil(
          hours.zone(), new CivilLength(0, hours.slide()), new CivilLength(0, hours.size()));
    }
    if (windows instanceof Windows.Months months) {
      CivilLength size = new CivilLength(months.size(), 0);
      return civil(months.zone(), size, size);
    }
    throw new AssertionError(windows);
  }

  private static CivilLength days(int days) {
    return new CivilLength(0, days * CivilLength.DAY_MILLIS);
  }

  private static WindowSpec civil(ZoneId zone, CivilLength slide, CivilLength size) {
    return new WindowSpec.Civil(false, slide, size, CivilLength.ZERO, zone);
  }

  private static EmitSpec spec(EmitClause emit) {
    return new EmitSpec(
        emit.finalAtClose(),
        emit.onChange(),
        emit.everyMillis(),
        emit.eventTime(),
        emit.allWindows(),
        emit.latenessMillis(),
        emit.fillMillis(),
        false);
  }
}
