package dev.sash.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sash.TestDatabase;
import dev.sash.time.TimestampText;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Sessions as a view shows them at last, for random rows in random transactions and each EMIT,
 * against sessions that are lists of rows.
 */
class SessionsEqualRecomputationTest {
  private static final List<String> EMITS =
      List.of(
          "EMIT ON CLOSE",
          "EMIT ON CHANGE",
          "EMIT EVERY INTERVAL '3' SECOND",
          "EMIT EVERY INTERVAL '7' SECOND, ON CLOSE");

  private record Row(long time, String key, int value) {}

  /** One key's session: the times and values of its rows. */
  private static final class Session {
    final List<Row> rows = new ArrayList<>();

    long start() {
      return rows.stream().mapToLong(Row::time).min().orElseThrow();
    }

    long end(long gap) {
      return rows.stream().mapToLong(Row::time).max().orElseThrow() + gap;
    }
  }

  /** All sessions that there ever were, and how many rows came too late for them. */
  private static final class Model {
    final TreeMap<String, List<Session>> sessions = new TreeMap<>();
    final long gap;
    final long lateness;
    final long delay;
    long streamTime = Long.MIN_VALUE / 2;
    int lateRows;

    Model(long gap, long lateness, long delay) {
      this.gap = gap;
      this.lateness = lateness;
      this.delay = delay;
    }

    void add(Row row) {
      long overUntil = streamTime - delay - lateness;
      List<Session> own = sessions.computeIfAbsent(row.key, k -> new ArrayList<>());
      List<Session> joined =
          own.stream()
              .filter(s -> s.end(gap) > overUntil)
              .filter(s -> row.time < s.end(gap) && row.time + gap > s.start())
              .toList();
      if (joined.isEmpty() && row.time + gap <= overUntil) {
        lateRows++;
      } else {
        Session all = new Session();
        joined.forEach(s -> all.rows.addAll(s.rows));
        all.rows.add(row);
        own.removeAll(joined);
        own.add(all);
      }
      streamTime = Math.max(streamTime, row.time);
    }

    List<String> rows() {
      List<String> texts = new ArrayList<>();
      sessions.forEach(
          (key, own) -> {
            for (Session session : own) {
              texts.add(
                  String.join(
                      " | ",
                      key,
                      String.valueOf(session.rows.size()),
                      String.valueOf(session.rows.stream().mapToInt(Row::value).sum()),
                      TimestampText.format(session.start(), 3),
                      TimestampText.format(session.end(gap), 3)));
            }
          });
      return texts;
    }
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
  void lastRevisionsAreThoseOfListsOfRows(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    long gap = random.nextLong(1, 6) * 1000;
    long delay = random.nextLong(0, 8) * 1000;
    long lateness = random.nextBoolean() ? 0 : random.nextLong(1, 10) * 1000;
    String emit = EMITS.get(random.nextInt(EMITS.size()));
    List<Row> rows = rows(random);
    Model model = new Model(gap, lateness, delay);
    rows.forEach(model::add);
    try (TestDatabase db = TestDatabase.open()) {
      db.run(
          "CREATE STREAM s (ts TIMESTAMP(3), k VARCHAR, v INT, WATERMARK FOR ts AS ts - INTERVAL '"
              + delay / 1000
              + "' SECOND)",
          "SET CLOCK = REPLAY",
          "CREATE MATERIALIZED VIEW r RETAIN ALL AS SELECT k, COUNT(*) AS n, SUM(v) AS v,"
              + " CAST(window_start AS TIMESTAMP(3)) AS window_start, window_end FROM s"
              + " GROUP BY k, SESSION(ts, INTERVAL '"
              + gap / 1000
              + "' SECOND) "
              + emit
              + (lateness == 0 ? "" : " ALLOW LATENESS INTERVAL '" + lateness / 1000 + "' SECOND"));
      insert(db, rows, random);
      db.run("DRAIN r");
      String about = "seed " + seed + ", gap " + gap + ", delay " + delay + ", " + emit;
      assertThat(
              db.rows(
                  "SELECT k, n, v, FORMATDATETIME(window_start, 'yyyy-MM-dd HH:mm:ss.SSS'),"
                      + " FORMATDATETIME(window_end, 'yyyy-MM-dd HH:mm:ss.SSS') FROM r"))
          .as(about)
          .containsExactlyInAnyOrderElementsOf(model.rows());
      assertThat(db.rows("SELECT COUNT(*) FROM late.r"))
          .as(about)
          .containsExactly(String.valueOf(model.lateRows));
      assertThat(db.rows("SELECT COUNT(*) FROM r WHERE _kind = 'EARLY'")).containsExactly("0");
    }
  }

  private static List<Row> rows(SplittableRandom random) {
    List<Row> rows = new ArrayList<>();
    long time = -20_000;
    for (int i = 0; i < 200; i++) {
      time += random.nextInt(1500);
      long late = random.nextInt(4) == 0 ? random.nextLong(15_000) : random.nextLong(1000);
      rows.add(new Row(time - late, "k" + random.nextInt(4), random.nextInt(100)));
    }
    return rows;
  }

  private static void insert(TestDatabase db, List<Row> rows, SplittableRandom random) {
    int from = 0;
    while (from < rows.size()) {
      int to = Math.min(rows.size(), from + random.nextInt(1, 20));
      List<String> values = new ArrayList<>();
      for (Row row : rows.subList(from, to)) {
        values.add(
            "('%s', '%s', %d)".formatted(TimestampText.format(row.time, 3), row.key, row.value));
      }
      db.run("INSERT INTO s VALUES " + String.join(", ", values));
      from = to;
    }
  }
}
