package dev.sash.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Queries of operators of every kind and several of them: one that is taken from snapshot to
 * snapshot shows the same at the same times as one that runs through.
 */
class SnapshotsTest {
  private static final List<String> EMITS =
      List.of(
          " EMIT ON CLOSE",
          " EMIT ON CHANGE",
          " EMIT EVERY INTERVAL '5' SECOND",
          " EMIT EVERY INTERVAL '7' SECOND, ON CLOSE");

  private static final String LATENESS = " ALLOW LATENESS INTERVAL '6' SECOND";

  private static final List<String> AGGREGATES =
      List.of(
          // windows of rows
          "SELECT k, window_start, window_end, SUM(v) AS v, COUNT(DISTINCT v) AS d FROM s"
              + " GROUP BY k, HOP_ROWS(2, 5)",
          "SELECT COUNT(*) AS n, MAX(v) AS v FROM s GROUP BY TUMBLE_ROWS(3)",
          // aggregates of rows with the bounds of sessions, and of aggregates
          "SELECT k, window_end, SUM(v) AS v FROM TABLE(SESSION(TABLE s PARTITION BY k,"
              + " DESCRIPTOR(ts), 5 s)) WHERE v > 0 GROUP BY k, window_start, window_end",
          "SELECT window_end, MAX(n) AS n, COUNT(*) AS keys FROM (SELECT k, COUNT(*) AS n,"
              + " window_time AS t FROM s GROUP BY k, TUMBLE(ts, 5 s)) GROUP BY TUMBLE(t, 15 s)",
          "SELECT window_end, SUM(n) AS n FROM (SELECT k, COUNT(*) AS n, window_time AS t FROM s"
              + " GROUP BY k, SESSION(ts, 4 s)) GROUP BY HOP(t, 5 s, 10 s)",
          // unions, windows by processing time, a row with its window
          "SELECT k, j, window_end, SUM(v) AS v FROM s GROUP BY ROLLUP (k, j), TUMBLE(ts, 10 s)",
          "SELECT k, window_end, COUNT(*) AS n FROM s GROUP BY k, HOP(PROCTIME(), 5 s, 10 s)",
          "SELECT window_end, COUNT(*) FILTER (WHERE ts > window_end - 3 s) AS n FROM s"
              + " GROUP BY CUMULATE(ts, 5 s, 20 s)",
          "SELECT k, window_end, MAX(s) AS s FROM (SELECT ts, k, SUM(v) OVER (PARTITION BY k ORDER"
              + " BY ts RANGE 4 s PRECEDING) AS s FROM s) GROUP BY k, TUMBLE(ts, 5 s)");

  private static final List<String> OTHERS =
      List.of(
          // functions with OVER
          "SELECT k, v, SUM(v) OVER (PARTITION BY k ORDER BY ts) AS s, RANK() OVER (ORDER BY ts) AS"
              + " r, COUNT(DISTINCT v) OVER (PARTITION BY k ORDER BY ts ROWS 4 PRECEDING) AS d FROM"
              + " s EMIT ON CHANGE",
          "SELECT k, v, MIN(v) OVER w AS m, AVG(v) OVER w AS a, FIRST_VALUE(j) OVER w AS f FROM s"
              + " WINDOW w AS (PARTITION BY k, j ORDER BY ts RANGE 9 s PRECEDING) EMIT ON CHANGE",
          "SELECT k, v, LAG(v, 2) OVER (PARTITION BY k ORDER BY ts) AS l, LAST_VALUE(v) IGNORE"
              + " NULLS OVER (PARTITION BY j ORDER BY ts) AS f, MAX(v) OVER (ORDER BY ts ROWS 3"
              + " PRECEDING) AS m FROM s WHERE v <> 3 EMIT ON CLOSE",
          "SELECT k, window_end, n - LAG(n) OVER (PARTITION BY k ORDER BY window_end) AS d FROM"
              + " (SELECT k, COUNT(*) AS n, window_end FROM s GROUP BY k, TUMBLE(ts, 5 s))"
              + " EMIT ON CLOSE",
          "SELECT k, v, window_end, SUM(v) OVER (PARTITION BY window_end) AS t, LAG(v) OVER"
              + " (PARTITION BY window_end ORDER BY ts) AS l FROM TABLE(HOP(TABLE s,"
              + " DESCRIPTOR(ts), 5 s, 10 s)) EMIT ON CLOSE",
          "SELECT k, v, SUM(v) OVER (PARTITION BY k ORDER BY ts ROWS BETWEEN UNBOUNDED PRECEDING"
              + " AND 2 PRECEDING) AS e, MAX(v) OVER (PARTITION BY k ORDER BY ts RANGE BETWEEN"
              + " UNBOUNDED PRECEDING AND 3 s PRECEDING) AS m FROM s EMIT ON CLOSE",
          "SELECT k, v, LEAD(v, 2, 0) OVER (PARTITION BY k ORDER BY ts) AS l, SUM(v) OVER"
              + " (PARTITION BY k ORDER BY ts ROWS BETWEEN 2 PRECEDING AND 1 FOLLOWING) AS m FROM s"
              + " EMIT ON CLOSE",
          "SELECT k, v, MIN(v) OVER (PARTITION BY k, j ORDER BY ts RANGE BETWEEN 3 s PRECEDING AND"
              + " 4 s FOLLOWING) AS m, COUNT(*) OVER (PARTITION BY k, j ORDER BY ts RANGE BETWEEN"
              + " 9 s PRECEDING AND 2 s PRECEDING) AS n FROM s EMIT ON CLOSE",
          // rows with their windows
          "SELECT k, window_start, window_end, v FROM TABLE(SESSION(TABLE s PARTITION BY k,"
              + " DESCRIPTOR(ts), 5 s)) EMIT ON CHANGE",
          "SELECT k, window_start, window_end, v FROM TABLE(HOP(TABLE s, DESCRIPTOR(ts), 5 s,"
              + " 10 s)) EMIT ON CHANGE",
          "SELECT k, window_end, COUNT(*) AS n FROM s GROUP BY k, HOP(ts, 5 s, 10 s)"
              + " EMIT EVERY INTERVAL '5' SECOND FILL EMPTY WINDOWS WITHIN INTERVAL '20' SECOND",
          "SELECT k, COUNT(*) AS n, SUM(v) AS v FROM s GROUP BY k EMIT EVERY INTERVAL '5' SECOND",
          "SELECT n, COUNT(*) AS keys FROM (SELECT k, COUNT(*) AS n FROM s GROUP BY k) GROUP BY n"
              + " EMIT ON CHANGE",
          // the first rows over all time
          "SELECT ts, k, v FROM s QUALIFY ROW_NUMBER() OVER (PARTITION BY k ORDER BY ts DESC) = 1"
              + " EMIT ON CHANGE",
          "SELECT k, v, RANK() OVER (ORDER BY v) AS r FROM s QUALIFY r <= 3 EMIT EVERY 2 s",
          "SELECT k, COUNT(*) AS n FROM s GROUP BY k ORDER BY n DESC LIMIT 2 EMIT ON CHANGE",
          // rows that wait for their window to close
          "SELECT k, v, window_end FROM TABLE(HOP(TABLE s, DESCRIPTOR(ts), 5 s, 10 s)) QUALIFY"
              + " ROW_NUMBER() OVER (PARTITION BY window_end, k ORDER BY v DESC) <= 2"
              + " EMIT ON CLOSE",
          "SELECT k, n, r, window_end FROM (SELECT *, RANK() OVER (PARTITION BY window_start,"
              + " window_end ORDER BY n DESC) AS r FROM (SELECT k, COUNT(*) AS n, window_start,"
              + " window_end FROM s GROUP BY k, TUMBLE(ts, 10 s))) WHERE r <= 2 EMIT ON CLOSE",
          "SELECT k, v, window_end, DENSE_RANK() OVER (PARTITION BY window_start, window_end, k"
              + " ORDER BY v) AS r FROM TABLE(SESSION(TABLE s PARTITION BY k, DESCRIPTOR(ts), 5 s))"
              + " EMIT ON CLOSE",
          "SELECT l.k, l.v, r.n, l.window_end FROM TABLE(TUMBLE(TABLE s, DESCRIPTOR(ts), 10 s)) AS"
              + " l FULL JOIN (SELECT k, COUNT(*) AS n, window_end FROM s WHERE v > 5 GROUP BY k,"
              + " window_start, TUMBLE(ts, 10 s)) AS r ON l.window_end = r.window_end AND l.k = r.k"
              + " AND l.v > r.n EMIT ON CLOSE",
          "SELECT k, window_end, COUNT(*) AS n FROM (SELECT l.k, l.window_end FROM"
              + " TABLE(TUMBLE(TABLE s, DESCRIPTOR(ts), 5 s)) AS l JOIN TABLE(TUMBLE(TABLE s,"
              + " DESCRIPTOR(ts), 5 s)) AS r ON l.window_end = r.window_end AND l.k = r.k) GROUP BY"
              + " k, window_end EMIT ON CLOSE",
          "SELECT l.k, l.v, r.v AS w FROM s AS l LEFT JOIN (SELECT * FROM s WHERE v > 3) AS r"
              + " ON l.k = r.k AND r.ts BETWEEN l.ts - 1 s AND l.ts + 2 s AND l.v <> r.v"
              + " EMIT ON CHANGE",
          "SELECT l.k, l.v, r.v AS w, l.ts FROM s AS l LEFT ASOF JOIN (SELECT * FROM s WHERE v > 3)"
              + " AS r MATCH_CONDITION l.ts > r.ts ON l.k = r.k EMIT ON CHANGE");

  private static final List<String> QUERIES = queries();

  private static List<String> queries() {
    List<String> queries = new ArrayList<>(OTHERS);
    for (String aggregate : AGGREGATES) {
      boolean takesLate = !aggregate.contains("_ROWS") && !aggregate.contains("PROCTIME");
      for (String emit : EMITS) {
        queries.add(aggregate + emit);
        if (takesLate) {
          queries.add(aggregate + emit + LATENESS);
        }
      }
    }
    return queries.stream()
        .map(sql -> sql.replaceAll("\\b(\\d+) s\\b", "INTERVAL '$1' SECOND"))
        .toList();
  }

  static Stream<Integer> seeds() {
    return IntStream.range(0, Integer.getInteger("sash.seeds", 200)).boxed();
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void restoredRunsGoOnAsIfNothingHadBeen(int seed) {
    String sql = QUERIES.get(seed % QUERIES.size());
    SplittableRandom random = new SplittableRandom(seed);
    PlannedRun whole = new PlannedRun(sql);
    PlannedRun cut = new PlannedRun(sql);
    long time = 0;
    long clock = 0;
    for (int step = 0; step < 40; step++) {
      List<PlannedRun.Row> rows = new ArrayList<>();
      for (int i = random.nextInt(1, 6); i > 0; i--) {
        time += random.nextInt(1_500);
        rows.add(row(random, time));
      }
      whole.feed(rows);
      cut.feed(rows);
      if (random.nextInt(3) == 0) {
        clock += random.nextInt(6_000);
        whole.advanceTo(clock);
        cut.advanceTo(clock);
      }
      cut = random.nextInt(3) == 0 ? cut.restored() : cut;
      assertThat(cut.lines()).as("%s, step %s", sql, step).isEqualTo(whole.lines());
    }
    whole.end();
    cut.end();
    assertThat(cut.lines()).as("%s, end", sql).isEqualTo(whole.lines());
    assertThat(whole.lines()).as(sql).anyMatch(line -> line.startsWith("@"));
  }

  private static PlannedRun.Row row(SplittableRandom random, long time) {
    long late = random.nextInt(4) == 0 ? random.nextInt(12_000) : random.nextInt(1_000);
    String key = random.nextInt(8) == 0 ? null : "k" + random.nextInt(3);
    Long value = random.nextInt(5) == 0 ? null : (Long) random.nextLong(-5, 20);
    return new PlannedRun.Row(time - late, key, "p" + random.nextInt(2), value);
  }
}
