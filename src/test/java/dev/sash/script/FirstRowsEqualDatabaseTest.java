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
 * The first rows over all time, against the same query of the database over a table with the same
 * rows, after each batch.
 */
class FirstRowsEqualDatabaseTest {
  private static final int BATCHES = 25;

  /** Queries over {@code $s}, whose rows have numbers of their own. */
  private static final List<String> QUERIES =
      List.of(
          "SELECT ts, k, v, n FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY k ORDER BY ts DESC, n DESC)"
              + " AS p FROM $s) AS t WHERE p = 1",
          "SELECT k, v, n, p FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY k ORDER BY n) AS p"
              + " FROM $s) AS t WHERE p <= 3",
          "SELECT k, v, n, p FROM (SELECT *, ROW_NUMBER() OVER (ORDER BY v DESC NULLS LAST, n) AS p"
              + " FROM $s) AS t WHERE p BETWEEN 2 AND 4",
          "SELECT v, n, p FROM (SELECT v, n, RANK() OVER (PARTITION BY k, v / 3 ORDER BY v) AS p FROM $s)"
              + " AS t WHERE p < 3",
          "SELECT k, v, n, p FROM (SELECT *, DENSE_RANK() OVER (PARTITION BY k ORDER BY v) AS p FROM $s)"
              + " AS t WHERE p <= 2 AND n > 4",
          "SELECT k, v, n FROM $s WHERE v > 1 ORDER BY v, n DESC LIMIT 5",
          "SELECT k, c, s FROM (SELECT k, COUNT(*) AS c, SUM(v) AS s FROM $s GROUP BY k) AS t"
              + " ORDER BY c DESC, s, k LIMIT 2 OFFSET 1",
          "SELECT k, c, r FROM (SELECT k, c, RANK() OVER (ORDER BY c DESC) AS r FROM (SELECT k, COUNT(*)"
              + " AS c FROM $s GROUP BY k) AS t) AS u WHERE r <= 2",
          "SELECT c, COUNT(*) AS ks FROM (SELECT k, COUNT(*) AS c FROM $s GROUP BY k ORDER BY c DESC, k"
              + " LIMIT 3) AS t GROUP BY c",
          "SELECT k, n FROM (SELECT k, n FROM $s ORDER BY n DESC LIMIT 4) AS t WHERE k <> 'k1'");

  static LongStream seeds() {
    return LongStream.range(0, Integer.getInteger("sash.seeds", 6));
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void rowsAreThoseOfTheDatabaseAfterEachBatch(long seed) throws SQLException {
    SplittableRandom random = new SplittableRandom(seed);
    try (Connection connection = DriverManager.getConnection("jdbc:sash:");
        Statement statement = connection.createStatement()) {
      String columns = "(ts TIMESTAMP(3), k VARCHAR, v INT, n INT";
      statement.execute("CREATE STREAM s " + columns + ", WATERMARK FOR ts AS ts)");
      statement.execute("CREATE TABLE t " + columns + ")");
      for (int i = 0; i < QUERIES.size(); i++) {
        String query = QUERIES.get(i).replace("$s", "s");
        statement.execute(
            "CREATE MATERIALIZED VIEW v%d RETAIN ALL AS %s EMIT ON CHANGE".formatted(i, query));
      }
      int number = 0;
      for (int batch = 0; batch < BATCHES; batch++) {
        number = feed(statement, random, number);
        check(statement, batch);
      }
    }
  }

  private static int feed(Statement statement, SplittableRandom random, int from)
      throws SQLException {
    List<String> rows = new ArrayList<>();
    int number = from;
    for (int left = random.nextInt(1, 7); left > 0; left--) {
      rows.add(
          "(DATEADD(SECOND, %d, TIMESTAMP '1970-01-01 00:00:00'), %s, %s, %d)"
              .formatted(
                  random.nextInt(-9, 9),
                  random.nextInt(8) == 0 ? "NULL" : "'k" + random.nextInt(4) + "'",
                  random.nextInt(8) == 0 ? "NULL" : String.valueOf(random.nextInt(9)),
                  number++));
    }
    statement.execute("INSERT INTO s VALUES " + String.join(", ", rows));
    statement.execute("INSERT INTO t VALUES " + String.join(", ", rows));
    return number;
  }

  private static void check(Statement statement, int batch) throws SQLException {
    for (int i = 0; i < QUERIES.size(); i++) {
      statement.execute("WAIT FOR v" + i);
      String wanted = QUERIES.get(i).replace("$s", "t");
      assertThat(QueryRows.of(statement, "SELECT * FROM v" + i))
          .as("batch %d, %s", batch, wanted)
          .containsExactlyInAnyOrderElementsOf(QueryRows.of(statement, wanted));
    }
  }
}
