package dev.sash.script;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Joins by window and numbers within windows, against the same query of the database over ordinary
 * tables in which each row has been written once for every window that it is in. Rows come out of
 * order within the bound, in batches of any size, to both sides in turn.
 */
class WindowRowsEqualDatabaseTest {
  private static final int SLIDE = 5;
  private static final int ROWS = 60;

  private static final String FULL =
      "SELECT l.k AS lk, l.v, l.window_end AS le, r.k AS rk, r.v AS w, r.window_end AS re"
          + " FROM $a AS l FULL JOIN $b AS r ON l.window_end = r.window_end AND l.k = r.k"
          + " AND l.v + r.v > 10";

  /** The database has no FULL JOIN. */
  private static final String LEFT_AND_REST =
      FULL.replace("FULL", "LEFT")
          + " UNION ALL SELECT NULL, NULL, NULL, r.k, r.v, r.window_end FROM $b AS r WHERE NOT"
          + " EXISTS (SELECT 1 FROM $a AS l WHERE l.window_end = r.window_end AND l.k = r.k AND l.v"
          + " + r.v > 10)";

  /** Queries over two relations of rows with their windows, {@code $a} and {@code $b}. */
  private static final List<String> QUERIES =
      List.of(
          "SELECT l.k AS lk, l.v, r.k AS rk, r.v AS w, l.window_end FROM $a AS l JOIN $b AS r"
              + " ON l.window_end = r.window_end AND l.k = r.k",
          "SELECT l.k AS lk, l.v, r.k AS rk, r.v AS w, l.window_end AS e FROM $a AS l LEFT JOIN $b"
              + " AS r ON l.window_start = r.window_start AND l.window_end = r.window_end AND l.k ="
              + " r.k",
          "SELECT l.k AS lk, l.v, r.k AS rk, r.v AS w, r.window_end AS e FROM $a AS l RIGHT JOIN $b"
              + " AS r ON l.k = r.k AND r.window_end = l.window_end AND l.v < r.v",
          FULL,
          "SELECT l.v, r.v AS w, l.window_end FROM $a AS l, $b AS r"
              + " WHERE l.window_end = r.window_end AND l.v = r.v AND r.k <> 'k1'",
          "SELECT l.k, l.v, r.n, r.window_end FROM $a AS l JOIN (SELECT k, window_end,"
              + " window_start, COUNT(*) AS n FROM $b AS b2 GROUP BY k, window_start, window_end)"
              + " AS r ON l.window_end = r.window_end AND l.k = r.k",
          "SELECT k, v, window_end FROM $a AS l WHERE k IN (SELECT k FROM $b AS r"
              + " WHERE r.window_end = l.window_end AND r.v > 3)",
          "SELECT k, v, window_end FROM $a AS l WHERE k NOT IN (SELECT k FROM $b AS r"
              + " WHERE r.window_end = l.window_end) AND v > 2",
          "SELECT k, v, window_end FROM $a AS l WHERE EXISTS (SELECT 1 FROM $b AS r WHERE"
              + " r.window_end = l.window_end AND r.window_start = l.window_start AND r.v < l.v)",
          "SELECT k, v, window_end FROM $a AS l WHERE NOT EXISTS (SELECT 1 FROM $b AS r"
              + " WHERE r.window_end = l.window_end AND r.k = l.k)",
          "SELECT * FROM (SELECT k, v, n, window_end, ROW_NUMBER() OVER (PARTITION BY window_start,"
              + " window_end ORDER BY v DESC, n) AS rn FROM $a AS l) AS t WHERE rn <= 3",
          "SELECT * FROM (SELECT k, v, n, window_end, ROW_NUMBER() OVER (PARTITION BY window_end, k"
              + " ORDER BY v NULLS LAST, n DESC) AS rn FROM $a AS l) AS t WHERE rn BETWEEN 2 AND 3",
          "SELECT * FROM (SELECT k, v, window_end, RANK() OVER (PARTITION BY window_end"
              + " ORDER BY v DESC NULLS LAST) AS r FROM $a AS l) AS t WHERE r < 3",
          "SELECT * FROM (SELECT k, v, window_end, DENSE_RANK() OVER (PARTITION BY window_end"
              + " ORDER BY v) AS r FROM $a AS l) AS t WHERE 2 >= r AND v > 0",
          "SELECT * FROM (SELECT k, s, window_end, ROW_NUMBER() OVER (PARTITION BY window_end ORDER"
              + " BY s DESC, k) AS rn, RANK() OVER (PARTITION BY window_end ORDER BY s DESC) AS r"
              + " FROM (SELECT k, SUM(v) AS s, window_start, window_end FROM $a AS a2 GROUP BY k,"
              + " window_start, window_end) AS t) AS u WHERE r = 1",
          "SELECT k, v, n, window_end, SUM(v) OVER (PARTITION BY window_end) AS t, COUNT(*) OVER"
              + " (PARTITION BY window_end, k) AS c, MAX(n) OVER (PARTITION BY window_end ORDER BY"
              + " k DESC NULLS LAST) AS m FROM $a AS l",
          "SELECT k, v, n, window_end, LAG(v) OVER (PARTITION BY window_end ORDER BY n) AS a,"
              + " LEAD(n, 2) OVER (PARTITION BY window_end, k ORDER BY v NULLS LAST, n) AS b,"
              + " FIRST_VALUE(n) OVER (PARTITION BY window_end ORDER BY v DESC NULLS LAST, n) AS c,"
              + " SUM(n) OVER (PARTITION BY window_end ORDER BY n ROWS BETWEEN 2 PRECEDING AND 1"
              + " FOLLOWING) AS d, MAX(v) OVER (PARTITION BY window_end ORDER BY ts RANGE INTERVAL"
              + " '2' SECOND PRECEDING) AS e, RANK() OVER (PARTITION BY window_end ORDER BY n) AS f"
              + " FROM $a AS l",
          "SELECT k, s, window_end, s - LAG(s) OVER (PARTITION BY k ORDER BY window_end) AS d,"
              + " SUM(s) OVER (PARTITION BY window_end) AS t, COUNT(*) OVER (ORDER BY window_end)"
              + " AS c FROM (SELECT k, SUM(v) AS s, window_start, window_end FROM $a AS a2 GROUP BY"
              + " k, window_start, window_end) AS t",
          "SELECT window_end, MAX(t) AS t, COUNT(*) AS c FROM (SELECT window_end, SUM(v) OVER"
              + " (PARTITION BY window_end, k) AS t FROM $a AS l) AS u GROUP BY window_end",
          "SELECT k, v, window_end FROM $a AS l UNION SELECT k, v, window_end FROM $b AS r",
          "SELECT k, v, window_end FROM $a AS l INTERSECT SELECT k, v, window_end FROM $b AS r",
          "SELECT k, v, window_end FROM $a AS l WHERE v < 7 EXCEPT SELECT k, v, window_end FROM $b"
              + " AS r",
          "SELECT k, COUNT(*) AS c, window_end FROM $a AS l GROUP BY k, window_start, window_end"
              + " EXCEPT SELECT k, COUNT(*) AS c, window_end FROM $b AS r GROUP BY k, window_start,"
              + " window_end",
          "SELECT k, window_end, COUNT(*) AS c, SUM(w) AS w FROM (SELECT l.k, r.v AS w,"
              + " l.window_end FROM $a AS l LEFT JOIN $b AS r ON l.window_end = r.window_end AND"
              + " l.k = r.k) AS t GROUP BY k, window_end",
          "SELECT window_end, MAX(v) AS v, SUM(rn) AS s FROM (SELECT v, window_end, ROW_NUMBER()"
              + " OVER (PARTITION BY window_end ORDER BY v, n) AS rn FROM $a AS a2) AS t WHERE rn"
              + " <= 3 GROUP BY window_end HAVING COUNT(*) > 1",
          "SELECT l.k, l.rn, r.v, l.window_end FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY"
              + " window_end ORDER BY v, n) AS rn FROM $a AS a2) AS l JOIN $b AS r"
              + " ON l.window_end = r.window_end AND l.k = r.k WHERE l.rn <= 2");

  static LongStream seeds() {
    return LongStream.range(0, Integer.getInteger("sash.seeds", 6));
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void rowsAreThoseOfTheDatabase(long seed) throws SQLException {
    SplittableRandom random = new SplittableRandom(seed);
    int size = SLIDE * random.nextInt(1, 4);
    try (Connection connection = DriverManager.getConnection("jdbc:sash:");
        Statement statement = connection.createStatement()) {
      for (String name : List.of("a", "b")) {
        statement.execute(
            "CREATE STREAM %s (ts TIMESTAMP(3), k VARCHAR, v INT, n INT, WATERMARK FOR ts AS ts - INTERVAL '6' SECOND)"
                .formatted(name));
        statement.execute(
            "CREATE TABLE t%s (ts TIMESTAMP(3), k VARCHAR, v INT, n INT, window_start TIMESTAMP(3), window_end TIMESTAMP(3))"
                .formatted(name));
      }
      for (int i = 0; i < QUERIES.size(); i++) {
        String query = QUERIES.get(i);
        for (String name : List.of("a", "b")) {
          query =
              query.replace(
                  "$" + name,
                  "TABLE(HOP(TABLE %s, DESCRIPTOR(ts), INTERVAL '%d' SECOND, INTERVAL '%d' SECOND))"
                      .formatted(name, SLIDE, size));
        }
        statement.execute("CREATE MATERIALIZED VIEW v%d RETAIN ALL AS %s".formatted(i, query));
      }
      feed(statement, random, size);
      for (int i = 0; i < QUERIES.size(); i++) {
        statement.execute("DRAIN v" + i);
        String query = QUERIES.get(i).equals(FULL) ? LEFT_AND_REST : QUERIES.get(i);
        String wanted = query.replace("$a", "ta").replace("$b", "tb");
        assertThat(QueryRows.of(statement, "SELECT * FROM v" + i))
            .as("size %d, %s", size, wanted)
            .containsExactlyInAnyOrderElementsOf(QueryRows.of(statement, wanted));
      }
    }
  }

  private static void feed(Statement statement, SplittableRandom random, int size)
      throws SQLException {
    for (int number = 0, time = 0; number < ROWS; ) {
      String name = random.nextBoolean() ? "a" : "b";
      List<String> rows = new ArrayList<>();
      List<String> expanded = new ArrayList<>();
      for (int left = random.nextInt(1, 5); left > 0; left--, number++) {
        time += random.nextInt(2);
        int late = Math.max(0, time - random.nextInt(5));
        String row =
            "%s, %s, %s, %d"
                .formatted(
                    instant(late),
                    random.nextInt(8) == 0 ? "NULL" : "'k" + random.nextInt(4) + "'",
                    random.nextInt(8) == 0 ? "NULL" : String.valueOf(random.nextInt(9)),
                    number);
        rows.add("(" + row + ")");
        for (int end = (late / SLIDE + 1) * SLIDE; end <= late + size; end += SLIDE) {
          expanded.add("(%s, %s, %s)".formatted(row, instant(end - size), instant(end)));
        }
      }
      statement.execute("INSERT INTO " + name + " VALUES " + String.join(", ", rows));
      statement.execute("INSERT INTO t" + name + " VALUES " + String.join(", ", expanded));
    }
  }

  private static String instant(int seconds) {
    return "DATEADD(SECOND, %d, TIMESTAMP '2024-01-01 00:00:00')".formatted(seconds);
  }
}
