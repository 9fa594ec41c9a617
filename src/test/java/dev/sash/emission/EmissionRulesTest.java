package dev.sash.emission;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The rules of emission, R1 to R7 of the language reference, for random queries through SQL. The
 * model says what is sent and when; the other tests look at the rows alone, so that a mistake of
 * the model would not hide one of the engine.
 */
class EmissionRulesTest {
  private static final Map<Long, SqlRun> RUNS = new ConcurrentHashMap<>();

  private static SqlRun run(long seed) {
    return RUNS.computeIfAbsent(seed, s -> SqlRun.of(Scenario.of(s)));
  }

  static Stream<Long> seeds() {
    return Scenario.seeds(2);
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void everyEmissionIsTheModels(long seed) {
    Scenario scenario = Scenario.of(seed);
    EmissionModel model = scenario.model();
    SqlRun run = run(seed);
    assertThat(lines(run.changes(), scenario.query()))
        .as("%s", scenario)
        .isEqualTo(lines(model.changes(), scenario.query()));
    assertThat(run.late()).as("%s", scenario).isEqualTo(model.late());
    assertThat(run.shown()).as("%s", scenario).isEqualTo(model.shown());
    assertThat(run.latest()).as("%s", scenario).isEqualTo(model.latest());
  }

  /**
   * Rows of ON CHANGE come with the batch, their order among the FINALs of the same batch is free;
   * so is that of deletes among the rows of one emission.
   */
  private static List<String> lines(List<Change> changes, Query query) {
    Stream<String> lines = changes.stream().map(Change::toString);
    boolean free = query.emit().onChange() || query.rowsBelow() != null || query.hasSessions();
    return (free ? lines.sorted() : lines).toList();
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void r1EachGroupHasExactlyOneFinalRow(long seed) {
    Scenario scenario = Scenario.of(seed);
    if (scenario.query().rowsBelow() != null || !isPlain(scenario)) {
      return;
    }
    Map<String, Long> finals =
        run(seed).changes().stream()
            .filter(change -> change.kind().equals("FINAL") && !change.operation().equals("-D"))
            .collect(groupingBy(Change::group, counting()));
    assertThat(finals.values()).as("%s", scenario).allMatch(count -> count == 1);
    assertThat(finals.keySet()).as("%s", scenario).isEqualTo(results(scenario).keySet());
  }

  /** Whether what there are for groups can be told from the rows one by one. */
  private static boolean isPlain(Scenario scenario) {
    return !scenario.query().hasSessions() && scenario.query().emit().fillMillis() == 0;
  }

  /** The rows of each group that are not in late.v for it, found without following the clock. */
  private static Map<String, List<Event>> results(Scenario scenario) {
    Query query = scenario.query();
    Map<String, List<Event>> groups = new TreeMap<>();
    long watermark = Long.MIN_VALUE / 2;
    for (Event event : scenario.events()) {
      for (Window window : query.windows().of(event.time())) {
        if (query.takes(event) && watermark < window.end() + query.emit().latenessMillis()) {
          groups.computeIfAbsent(event.key() + " " + window, group -> new ArrayList<>()).add(event);
        }
      }
      watermark = Math.max(watermark, event.time() - query.boundMillis());
    }
    return groups;
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void r2TheLastRevisionHoldsEveryRowThatWasNotLate(long seed) {
    Scenario scenario = Scenario.of(seed);
    if (!isPlain(scenario)) {
      return;
    }
    Map<String, String> last = new TreeMap<>();
    for (Change change : run(seed).changes()) {
      if (change.operation().equals("-D")) {
        last.remove(change.group());
      } else {
        last.put(change.group(), change.values());
      }
    }
    Map<String, String> expected = new TreeMap<>();
    results(scenario)
        .forEach(
            (group, rows) -> {
              String shown = scenario.query().show(rows);
              if (shown != null) {
                expected.put(group, shown);
              }
            });
    assertThat(last).as("%s", scenario).isEqualTo(expected);
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void r3AnUnchangedRowIsNotSentAgain(long seed) {
    Scenario scenario = Scenario.of(seed);
    Map<String, Change> before = new HashMap<>();
    for (Change change : run(seed).changes()) {
      Change old = before.put(change.group(), change);
      assertThat(change.revision())
          .as("%s: %s", scenario, change)
          .isEqualTo(old == null ? 0 : old.revision() + 1);
      if (old != null && change.operation().equals("+U") && !change.kind().equals("FINAL")) {
        assertThat(change.values()).as("%s: %s", scenario, change).isNotEqualTo(old.values());
      }
    }
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void r4ATickSendsOneRowForEachGroup(long seed) {
    Scenario scenario = Scenario.of(seed);
    if (!scenario.tellsTicksApart()) {
      return;
    }
    Set<String> sent = new HashSet<>();
    for (Change change : run(seed).changes()) {
      assertThat(sent.add(change.at() + " " + change.group()))
          .as("%s: %s", scenario, change)
          .isTrue();
    }
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void r5TicksAreMultiplesInOrderAndRowsOfATickInOrderOfWindowAndKey(long seed) {
    Scenario scenario = Scenario.of(seed);
    EmitClause emit = scenario.query().emit();
    if (!scenario.tellsTicksApart()
        || scenario.query().rowsBelow() != null
        || scenario.query().hasSessions()) {
      return;
    }
    List<Change> changes = run(seed).changes();
    Comparator<Change> order =
        Comparator.comparing(Change::at, Comparator.nullsLast(Comparator.naturalOrder()))
            .thenComparing(Change::window)
            .thenComparing(Change::key, Comparator.nullsLast(Comparator.naturalOrder()));
    assertThat(changes).as("%s", scenario).isSortedAccordingTo(order);
    if (scenario.replay()) {
      assertThat(changes)
          .as("%s", scenario)
          .allMatch(c -> c.at() == null || Math.floorMod(c.at(), emit.everyMillis()) == 0);
    }
  }
}
