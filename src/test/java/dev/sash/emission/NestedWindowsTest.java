package dev.sash.emission;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sash.TestDatabase;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Windows over windows end in what all rows give at once, however late rows come and whatever EMIT
 * says: as a view over a view, and as one query.
 */
class NestedWindowsTest {
  private static final long FOREVER = 86_400_000;
  private static final String INNER = "k, n, total, least, most, kinds, window_start, window_end";
  private static final String OUTER = "n, total, least, most, kinds, window_start, window_end";

  static Stream<Long> seeds() {
    return Scenario.seeds(3);
  }

  /** A row of the inner query. */
  private record Inner(String key, Window window, List<Long> values) {
    private static Inner of(String row) {
      String[] cells = row.split(" \\| ");
      return new Inner(
          cells[0],
          new Window(SqlText.millis(cells[6]), SqlText.millis(cells[7])),
          Arrays.stream(cells, 1, 6)
              .map(cell -> cell.equals("null") ? null : Long.valueOf(cell))
              .collect(Collectors.toCollection(ArrayList::new)));
    }
  }

  /** What a seed asks and feeds. */
  private record Nested(
      Windows below,
      Windows above,
      boolean having,
      boolean byKey,
      boolean sumsOnly,
      String time,
      EmitClause emitBelow,
      EmitClause emitAbove,
      boolean replay,
      long bound,
      List<List<Event>> batches) {
    private static Nested of(long seed) {
      SplittableRandom random = new SplittableRandom(seed);
      return new Nested(
          windows(random, 12, 4),
          windows(random, 40, 3),
          random.nextInt(3) == 0,
          random.nextBoolean(),
          random.nextBoolean(),
          random.nextBoolean() ? "window_time" : "window_end",
          emit(random),
          emit(random),
          random.nextBoolean(),
          random.nextInt(0, 8),
          batches(random));
    }

    private static Windows windows(SplittableRandom random, int length, int kinds) {
      long slide = random.nextLong(1, length);
      return switch (random.nextInt(kinds + 1)) {
        case 0 -> new Windows.Tumble(slide, random.nextLong(0, slide));
        case 1 -> new Windows.Hop(slide, random.nextLong(1, 2 * length), random.nextLong(0, slide));
        case 2 -> new Windows.Cumulate(slide, slide * random.nextLong(1, 5));
        default ->
            kinds == 3
                ? new Windows.Hop(1, random.nextLong(40, 80), 0)
                : new Windows.Session(slide);
      };
    }

    private static EmitClause emit(SplittableRandom random) {
      long every = random.nextLong(1, 15);
      EmitClause emit =
          switch (random.nextInt(5)) {
            case 0 -> EmitClause.closing();
            case 1 -> EmitClause.changing();
            case 2 -> EmitClause.every(every);
            case 3 -> EmitClause.every(every).forAllWindows();
            default -> EmitClause.every(every).andOnClose();
          };
      return emit.allowing(FOREVER);
    }

    private static List<List<Event>> batches(SplittableRandom random) {
      List<List<Event>> batches = new ArrayList<>();
      long time = random.nextLong(-40, 10);
      for (int i = random.nextInt(3, 25); i > 0; i--) {
        List<Event> batch = new ArrayList<>();
        for (int j = random.nextInt(1, 6); j > 0; j--) {
          time += random.nextLong(0, 9);
          long late = random.nextInt(3) == 0 ? random.nextLong(0, 60) : 0;
          int key = random.nextInt(4);
          batch.add(
              new Event(
                  time - late,
                  key == 3 ? null : "k" + key,
                  random.nextInt(6) == 0 ? null : (Long) random.nextLong(-5, 6)));
        }
        batches.add(batch);
      }
      return batches;
    }

    private String innerSql() {
      return "SELECT k, COUNT(*) AS n, SUM(v) AS total, MIN(v) AS least, MAX(v) AS most,"
          + " COUNT(DISTINCT v) AS kinds, window_start, window_end"
          + (time.equals("window_time") ? ", window_time" : "")
          + " FROM s GROUP BY k, "
          + below.sql()
          + (having ? " HAVING COUNT(*) <> 2" : "");
    }

    private String outerSql(String from) {
      return "SELECT "
          + (byKey ? "k, " : "")
          + "SUM(n) AS n, SUM(total) AS total, "
          + (sumsOnly
              ? "SUM(least) AS least, SUM(most) AS most, SUM(kinds) AS kinds"
              : "MIN(least) AS least, MAX(most) AS most, COUNT(DISTINCT kinds) AS kinds")
          + ", window_start, window_end FROM (SELECT k, n, total,"
          + " least, most, kinds, "
          + time
          + " AS ts FROM "
          + from
          + ") GROUP BY "
          + (byKey ? "k, " : "")
          + above.sql();
    }

    private List<Inner> inner() {
      Map<String, List<Event>> byKey = new HashMap<>();
      batches.forEach(
          batch ->
              batch.forEach(
                  event ->
                      byKey
                          .computeIfAbsent(String.valueOf(event.key()), k -> new ArrayList<>())
                          .add(event)));
      List<Inner> rows = new ArrayList<>();
      byKey.forEach(
          (key, events) ->
              groups(below, events, Event::time)
                  .forEach(
                      (window, group) -> {
                        if (!having || group.size() != 2) {
                          rows.add(new Inner(key, window, values(group)));
                        }
                      }));
      return rows;
    }

    private static List<Long> values(List<Event> group) {
      List<Long> values = group.stream().map(Event::value).filter(Objects::nonNull).toList();
      return Arrays.asList(
          (long) group.size(),
          sum(values),
          values.stream().min(Comparator.naturalOrder()).orElse(null),
          values.stream().max(Comparator.naturalOrder()).orElse(null),
          values.stream().distinct().count());
    }

    private List<String> outer(List<Inner> inner) {
      long shift = time.equals("window_time") ? 1 : 0;
      Map<String, List<Inner>> byKey = new HashMap<>();
      for (Inner row : inner) {
        byKey.computeIfAbsent(this.byKey ? row.key() : "", k -> new ArrayList<>()).add(row);
      }
      List<String> rows = new ArrayList<>();
      byKey.forEach(
          (key, group) ->
              groups(above, group, row -> row.window().end() - shift)
                  .forEach((window, part) -> rows.add(outerRow(key, window, part))));
      return rows.stream().sorted().toList();
    }

    private String outerRow(String key, Window window, List<Inner> part) {
      List<List<Long>> columns =
          IntStream.range(0, 5)
              .mapToObj(
                  i ->
                      part.stream()
                          .map(row -> row.values().get(i))
                          .filter(Objects::nonNull)
                          .toList())
              .toList();
      Comparator<Long> order = Comparator.naturalOrder();
      Object[] cells = {
        sum(columns.get(0)),
        sum(columns.get(1)),
        sumsOnly ? sum(columns.get(2)) : columns.get(2).stream().min(order).orElse(null),
        sumsOnly ? sum(columns.get(3)) : columns.get(3).stream().max(order).orElse(null),
        sumsOnly ? sum(columns.get(4)) : (Long) columns.get(4).stream().distinct().count(),
        window.start(),
        window.end()
      };
      return (byKey ? key + " | " : "")
          + Arrays.stream(cells).map(String::valueOf).collect(Collectors.joining(" | "));
    }

    private static Long sum(List<Long> values) {
      return values.stream().reduce(Long::sum).orElse(null);
    }

    private static <T> Map<Window, List<T>> groups(
        Windows windows, List<T> rows, Function<T, Long> time) {
      Map<Window, List<T>> groups = new TreeMap<>();
      if (windows instanceof Windows.Session session) {
        List<T> sorted = rows.stream().sorted(Comparator.comparing(time)).toList();
        int from = 0;
        for (int i = 1; i <= sorted.size(); i++) {
          long last = time.apply(sorted.get(i - 1));
          if (i == sorted.size() || time.apply(sorted.get(i)) - last >= session.gap()) {
            Window window = new Window(time.apply(sorted.get(from)), last + session.gap());
            groups.put(window, sorted.subList(from, i));
            from = i;
          }
        }
        return groups;
      }
      for (T row : rows) {
        for (Window window : windows.of(time.apply(row))) {
          groups.computeIfAbsent(window, w -> new ArrayList<>()).add(row);
        }
      }
      return groups;
    }
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void lastRevisionsAreTheRecomputedOnes(long seed) {
    Nested nested = Nested.of(seed);
    List<Inner> inner = nested.inner();
    List<String> outer = nested.outer(inner);
    try (TestDatabase db = TestDatabase.open()) {
      String view = "CREATE MATERIALIZED VIEW %s RETAIN ALL AS %s %s";
      db.run(
          "CREATE STREAM s (ts TIMESTAMP(3), k VARCHAR, v BIGINT, WATERMARK FOR ts AS ts - "
              + SqlText.interval(nested.bound())
              + ")",
          "SET CLOCK = " + (nested.replay() ? "REPLAY" : "MANUAL"),
          view.formatted("below", nested.innerSql(), nested.emitBelow().sql()),
          view.formatted("above", nested.outerSql("below"), nested.emitAbove().sql()),
          view.formatted(
              "whole", nested.outerSql("(" + nested.innerSql() + ")"), nested.emitAbove().sql()));
      SplittableRandom random = new SplittableRandom(seed);
      long clock = 0;
      for (List<Event> batch : nested.batches()) {
        db.run(SqlText.insert("s", batch));
        if (!nested.replay() && random.nextBoolean()) {
          clock += random.nextLong(1, 40);
          db.run("ADVANCE CLOCK TO " + SqlText.timestamp(clock));
        }
        if (random.nextInt(10) == 0) {
          db.run("WAIT FOR above");
        }
      }
      db.run(view.formatted("younger", nested.outerSql("below"), nested.emitAbove().sql()));
      db.run("DRAIN below", "DRAIN whole", "WAIT FOR above", "WAIT FOR younger");
      assertThat(
              db.rows("SELECT " + INNER + " FROM below").stream()
                  .map(Inner::of)
                  .map(Inner::toString)
                  .sorted())
          .as("below, %s", nested)
          .isEqualTo(inner.stream().map(Inner::toString).sorted().toList());
      for (String name : List.of("above", "younger", "whole")) {
        assertThat(shown(db, nested, name)).as("%s, %s", name, nested).isEqualTo(outer);
        assertThat(db.rows("SELECT * FROM late." + name)).as("%s, %s", name, nested).isEmpty();
      }
    }
  }

  private static List<String> shown(TestDatabase db, Nested nested, String view) {
    return db.rows("SELECT " + (nested.byKey() ? "k, " : "") + OUTER + " FROM " + view).stream()
        .map(NestedWindowsTest::inMillis)
        .sorted()
        .toList();
  }

  private static String inMillis(String row) {
    List<String> cells = new ArrayList<>(List.of(row.split(" \\| ")));
    int end = cells.size() - 1;
    cells.set(end, String.valueOf(SqlText.millis(cells.get(end))));
    cells.set(end - 1, String.valueOf(SqlText.millis(cells.get(end - 1))));
    return String.join(" | ", cells);
  }
}
