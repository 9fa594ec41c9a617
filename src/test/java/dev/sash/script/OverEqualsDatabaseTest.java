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
 * Functions with OVER, against the same query of the database over a table with the same rows. Rows
 * come out of order within the bound, in batches of any size, with equal times, before and after
 * 1970. Where the order of equal rows matters, the query of the database says by which columns they
 * are ordered; Sash does so by itself.
 */
class OverEqualsDatabaseTest {
  private static final int ROWS = 80;
  private static final String TIES = ", k NULLS LAST, v NULLS LAST, n";

  /**
   * Queries over {@code $s}. {@code $ties} stands for the columns by which the database has to
   * order rows of equal times.
   */
  private static final List<String> QUERIES =
      List.of(
          "SELECT ts, k, v, n, SUM(v) OVER (PARTITION BY k ORDER BY ts) AS a,"
              + " COUNT(*) OVER (PARTITION BY k ORDER BY ts) AS b,"
              + " COUNT(v) OVER (ORDER BY ts) AS c, MIN(v) OVER (PARTITION BY k ORDER BY ts) AS d,"
              + " MAX(v) OVER (ORDER BY ts) AS e FROM $s",
          "SELECT ts, k, v, n, SUM(v) OVER (PARTITION BY k ORDER BY ts$ties ROWS UNBOUNDED"
              + " PRECEDING) AS a, MIN(v) OVER (ORDER BY ts$ties ROWS UNBOUNDED PRECEDING) AS b"
              + " FROM $s",
          "SELECT ts, k, v, n, SUM(v) OVER (PARTITION BY k ORDER BY ts$ties ROWS 3 PRECEDING) AS a,"
              + " MIN(v) OVER (PARTITION BY k ORDER BY ts$ties ROWS 2 PRECEDING) AS b,"
              + " MAX(v) OVER (PARTITION BY k ORDER BY ts$ties ROWS 2 PRECEDING) AS c,"
              + " COUNT(*) OVER (PARTITION BY k ORDER BY ts$ties ROWS 0 PRECEDING) AS d,"
              + " COUNT(v) OVER (ORDER BY ts$ties ROWS 9 PRECEDING) AS e FROM $s",
          "SELECT ts, k, v, n, SUM(v) OVER (PARTITION BY k ORDER BY ts RANGE INTERVAL '3' SECOND"
              + " PRECEDING) AS a, MIN(v) OVER (PARTITION BY k ORDER BY ts RANGE INTERVAL '9'"
              + " SECOND PRECEDING) AS b, MAX(v) OVER (ORDER BY ts RANGE INTERVAL '4' SECOND"
              + " PRECEDING) AS c, COUNT(*) OVER (PARTITION BY k ORDER BY ts RANGE CURRENT ROW) AS"
              + " d FROM $s",
          "SELECT ts, k, v, n, COUNT(DISTINCT v) OVER (PARTITION BY k ORDER BY ts) AS a,"
              + " SUM(v) FILTER (WHERE n > 50) OVER (PARTITION BY k ORDER BY ts) AS b FROM $s",
          "SELECT ts, k, v, n, LAG(v) OVER (PARTITION BY k ORDER BY ts$ties) AS a,"
              + " LAG(v, 2, -1) OVER (PARTITION BY k ORDER BY ts$ties) AS b,"
              + " LAG(n, 3, n) OVER (ORDER BY ts$ties) AS c,"
              + " LAG(v, 0) OVER (ORDER BY ts$ties) AS d,"
              + " v - LAG(v) OVER (PARTITION BY k ORDER BY ts$ties) AS e FROM $s",
          "SELECT ts, k, v, n, FIRST_VALUE(v) OVER (PARTITION BY k ORDER BY ts$ties) AS a,"
              + " LAST_VALUE(v) OVER (PARTITION BY k ORDER BY ts$ties ROWS UNBOUNDED PRECEDING) AS"
              + " b, FIRST_VALUE(k) OVER (ORDER BY ts$ties ROWS 4 PRECEDING) AS c, NTH_VALUE(v, 2)"
              + " OVER (PARTITION BY k ORDER BY ts$ties ROWS 3 PRECEDING) AS d, NTH_VALUE(n, 3)"
              + " OVER (PARTITION BY k ORDER BY ts$ties ROWS UNBOUNDED PRECEDING) AS e FROM $s",
          "SELECT ts, k, v, n, LAG(v) IGNORE NULLS OVER (PARTITION BY k ORDER BY ts$ties) AS a,"
              + " LAG(v, 2) IGNORE NULLS OVER (ORDER BY ts$ties) AS b, FIRST_VALUE(v) IGNORE NULLS"
              + " OVER (PARTITION BY k ORDER BY ts$ties ROWS 3 PRECEDING) AS c, LAST_VALUE(v)"
              + " IGNORE NULLS OVER (PARTITION BY k ORDER BY ts$ties ROWS UNBOUNDED PRECEDING) AS d"
              + " FROM $s",
          "SELECT ts, k, v, n, ROW_NUMBER() OVER (PARTITION BY k ORDER BY ts$ties) AS a,"
              + " RANK() OVER (PARTITION BY k ORDER BY ts) AS b,"
              + " DENSE_RANK() OVER (ORDER BY ts) AS c FROM $s",
          "SELECT ts, k, v, n, SUM(n) OVER (PARTITION BY k ORDER BY ts, n DESC) AS a, RANK() OVER"
              + " (PARTITION BY v ORDER BY ts, k NULLS FIRST) AS b FROM $s WHERE v <> 3",
          "SELECT ts, k, v, n, LEAD(v) OVER (PARTITION BY k ORDER BY ts$ties) AS a,"
              + " LEAD(n, 3, -n) OVER (PARTITION BY k ORDER BY ts$ties) AS b,"
              + " LEAD(v, 0) OVER (PARTITION BY k ORDER BY ts$ties) AS c,"
              + " LAG(v) OVER (PARTITION BY v ORDER BY ts$ties) AS d FROM $s",
          "SELECT ts, k, v, n, SUM(v) OVER (PARTITION BY k ORDER BY ts$ties ROWS BETWEEN 2"
              + " PRECEDING AND 2 FOLLOWING) AS a, MIN(v) OVER (PARTITION BY k ORDER BY ts$ties"
              + " ROWS BETWEEN 1 FOLLOWING AND 3 FOLLOWING) AS b, FIRST_VALUE(n) OVER (PARTITION BY"
              + " k ORDER BY ts$ties ROWS BETWEEN 1 PRECEDING AND 1 FOLLOWING) AS c, LAST_VALUE(n)"
              + " OVER (PARTITION BY k ORDER BY ts$ties ROWS BETWEEN CURRENT ROW AND 2 FOLLOWING)"
              + " AS d, COUNT(*) OVER (PARTITION BY k ORDER BY ts RANGE INTERVAL '2' SECOND"
              + " PRECEDING) AS e FROM $s",
          "SELECT ts, k, v, n, SUM(v) OVER (PARTITION BY k ORDER BY ts RANGE BETWEEN INTERVAL '2'"
              + " SECOND PRECEDING AND INTERVAL '3' SECOND FOLLOWING) AS a, COUNT(*) OVER"
              + " (PARTITION BY k ORDER BY ts RANGE BETWEEN CURRENT ROW AND INTERVAL '9' SECOND"
              + " FOLLOWING) AS b, MAX(v) OVER (PARTITION BY k ORDER BY ts RANGE BETWEEN INTERVAL"
              + " '1' SECOND FOLLOWING AND INTERVAL '1' SECOND FOLLOWING) AS c FROM $s",
          "SELECT ts, k, v, n, SUM(v) OVER (PARTITION BY k ORDER BY ts$ties ROWS BETWEEN 3"
              + " PRECEDING AND 1 PRECEDING) AS a, COUNT(*) OVER (ORDER BY ts RANGE BETWEEN"
              + " INTERVAL '3' SECOND PRECEDING AND INTERVAL '1' SECOND PRECEDING) AS b,"
              + " NTH_VALUE(n, 2) OVER (ORDER BY ts$ties ROWS BETWEEN 3 PRECEDING AND 2 PRECEDING)"
              + " AS c FROM $s WHERE n <> 7",
          "SELECT ts, k, v, n, SUM(v) OVER (PARTITION BY k ORDER BY ts$ties ROWS BETWEEN UNBOUNDED"
              + " PRECEDING AND 1 PRECEDING) AS a, COUNT(*) OVER (ORDER BY ts RANGE BETWEEN"
              + " UNBOUNDED PRECEDING AND INTERVAL '2' SECOND PRECEDING) AS b, MIN(v) OVER"
              + " (PARTITION BY k ORDER BY ts$ties ROWS BETWEEN UNBOUNDED PRECEDING AND 3"
              + " PRECEDING) AS c FROM $s",
          "SELECT ts, k, n, d FROM (SELECT ts, k, n, n - LAG(n) OVER (PARTITION BY k ORDER BY"
              + " ts$ties) AS d FROM $s WHERE v IS NOT NULL) AS t WHERE d > 4",
          "SELECT ts, k, x, MAX(x) OVER (PARTITION BY k ORDER BY ts) AS m FROM (SELECT ts, k,"
              + " COUNT(*) OVER (ORDER BY ts RANGE INTERVAL '2' SECOND PRECEDING) AS x FROM $s) AS"
              + " t");

  static LongStream seeds() {
    return LongStream.range(0, Integer.getInteger("sash.seeds", 6));
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void rowsAreThoseOfTheDatabase(long seed) throws SQLException {
    SplittableRandom random = new SplittableRandom(seed);
    try (Connection connection = DriverManager.getConnection("jdbc:sash:");
        Statement statement = connection.createStatement()) {
      String columns = "(ts TIMESTAMP(3), k VARCHAR, v INT, n INT";
      statement.execute(
          "CREATE STREAM s " + columns + ", WATERMARK FOR ts AS ts - INTERVAL '6' SECOND)");
      statement.execute("CREATE TABLE t " + columns + ")");
      for (int i = 0; i < QUERIES.size(); i++) {
        String query = QUERIES.get(i).replace("$s", "s").replace("$ties", "");
        statement.execute("CREATE MATERIALIZED VIEW v%d RETAIN ALL AS %s".formatted(i, query));
      }
      feed(statement, random);
      for (int i = 0; i < QUERIES.size(); i++) {
        statement.execute("DRAIN v" + i);
        String wanted = QUERIES.get(i).replace("$s", "t").replace("$ties", TIES);
        List<String> rows = QueryRows.of(statement, wanted);
        assertThat(QueryRows.of(statement, "SELECT * FROM v" + i))
            .as(wanted)
            .containsExactlyInAnyOrderElementsOf(rows);
        assertThat(QueryRows.of(statement, QUERIES.get(i).replace("$s", "s").replace("$ties", "")))
            .as("without EMIT: " + wanted)
            .containsExactlyInAnyOrderElementsOf(rows);
      }
    }
  }

  private static void feed(Statement statement, SplittableRandom random) throws SQLException {
    for (int number = 0, time = -20; number < ROWS; ) {
      List<String> rows = new ArrayList<>();
      for (int left = random.nextInt(1, 6); left > 0; left--, number++) {
        time += random.nextInt(2);
        rows.add(
            "(DATEADD(SECOND, %d, TIMESTAMP '1970-01-01 00:00:00'), %s, %s, %d)"
                .formatted(
                    time - random.nextInt(5),
                    random.nextInt(8) == 0 ? "NULL" : "'k" + random.nextInt(4) + "'",
                    random.nextInt(6) == 0 ? "NULL" : String.valueOf(random.nextInt(9)),
                    37 * number % 101)); // each is there once
      }
      String values = String.join(", ", rows);
      statement.execute("INSERT INTO s VALUES " + values);
      statement.execute("INSERT INTO t VALUES " + values);
    }
  }
}
