package dev.sash.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Windows of rows against lists of rows, batch by batch and with restores from snapshots in
 * between: every row that is sent, and its kind.
 */
class RowWindowsEqualRecomputationTest {
  private static final List<String> EMITS =
      List.of("ON CLOSE", "ON CHANGE", "EVERY INTERVAL '5' SECOND");

  /** What windows of rows mean: all rows of each key, in the order in which they came. */
  private static final class Model {
    final TreeMap<String, List<@Nullable Long>> keys = new TreeMap<>();
    final TreeSet<String> changed = new TreeSet<>();
    final List<String> sent = new ArrayList<>();
    final List<String> waiting = new ArrayList<>();
    final int slide;
    final int size;

    Model(int slide, int size) {
      this.slide = slide;
      this.size = size;
    }

    void add(PlannedRun.Row row) {
      List<@Nullable Long> values =
          keys.computeIfAbsent(String.valueOf(row.key()), key -> new ArrayList<>());
      values.add(row.value());
      changed.add(String.valueOf(row.key()));
      if (values.size() % slide == 0) {
        waiting.add("FINAL: " + window(String.valueOf(row.key()), values.size()));
      }
    }

    void sendClosed() {
      sent.addAll(waiting);
      waiting.clear();
    }

    void sendEarly() {
      for (String key : changed) {
        int count = keys.get(key).size();
        int end = count / slide * slide + slide;
        if (end - size < count) {
          sent.add("EARLY: " + window(key, end));
        }
      }
      changed.clear();
    }

    void end() {
      keys.forEach(
          (key, values) -> {
            int end = values.size() / slide * slide + slide;
            for (; end - size < values.size(); end += slide) {
              waiting.add("FINAL: " + window(key, end));
            }
          });
      sendClosed();
    }

    private String window(String key, int end) {
      List<@Nullable Long> all = keys.get(key);
      List<@Nullable Long> rows = all.subList(Math.max(0, end - size), Math.min(all.size(), end));
      List<Long> values = rows.stream().filter(Objects::nonNull).sorted().toList();
      boolean none = values.isEmpty();
      return String.join(
          " ",
          key,
          String.valueOf(end - size),
          String.valueOf(end),
          String.valueOf(rows.size()),
          String.valueOf(values.size()),
          none ? "null" : String.valueOf(values.stream().mapToLong(value -> value).sum()),
          none ? "null" : String.valueOf(values.get(0)),
          none ? "null" : String.valueOf(values.get(values.size() - 1)));
    }
  }

  static Stream<Integer> seeds() {
    return IntStream.range(0, Integer.getInteger("sash.seeds", 200)).boxed();
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void everyRowIsTheRecomputedOne(int seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int slide = random.nextInt(1, 6);
    int size = random.nextInt(1, 9);
    String emit = EMITS.get(random.nextInt(EMITS.size()));
    String sql =
        "SELECT k, window_start, window_end, COUNT(*) AS n, COUNT(v) AS c, SUM(v) AS s,"
            + " MIN(v) AS a, MAX(v) AS z FROM s GROUP BY k, HOP_ROWS("
            + slide
            + ", "
            + size
            + ") EMIT "
            + emit;
    Model model = new Model(slide, size);
    PlannedRun run = new PlannedRun(sql);
    boolean ticks = emit.startsWith("EVERY");
    for (int step = 1; step < 30; step++) {
      List<PlannedRun.Row> rows = rows(random);
      run.feed(rows);
      rows.forEach(model::add);
      if (!ticks) {
        model.sendClosed();
      }
      if (emit.equals("ON CHANGE")) {
        model.sendEarly();
      }
      if (ticks && random.nextBoolean()) {
        run.advanceTo(step * 5_000L);
        model.sendClosed();
        model.sendEarly();
      }
      run = random.nextInt(4) == 0 ? run.restored() : run;
      assertThat(sent(run)).as("%s, step %s", sql, step).isEqualTo(sorted(model.sent));
    }
    run.end();
    model.end();
    assertThat(sent(run)).as("%s, end", sql).isEqualTo(sorted(model.sent));
  }

  private static List<String> sent(PlannedRun run) {
    return sorted(
        run.lines().stream()
            .filter(line -> line.startsWith("@"))
            .map(line -> line.replaceFirst("@\\S+ W \\S+ ", ""))
            .toList());
  }

  private static List<String> sorted(List<String> lines) {
    return lines.stream().sorted().toList();
  }

  private static List<PlannedRun.Row> rows(SplittableRandom random) {
    List<PlannedRun.Row> rows = new ArrayList<>();
    for (int i = random.nextInt(1, 8); i > 0; i--) {
      String key = random.nextInt(8) == 0 ? null : "k" + random.nextInt(3);
      Long value = random.nextInt(5) == 0 ? null : (Long) random.nextLong(-50, 50);
      rows.add(new PlannedRun.Row(random.nextLong(10_000), key, "p", value));
    }
    return rows;
  }
}
