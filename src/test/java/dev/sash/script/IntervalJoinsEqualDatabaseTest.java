package dev.sash.script;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Joins of rows that are near each other in time, against the same query of the database over
 * ordinary tables. Rows come out of order within the bound, in batches of any size, to both sides
 * in turn; the watermark passes most of them before the end.
 */
class IntervalJoinsEqualDatabaseTest {
  private static final int ROWS = 80;

  private static final String FULL =
      "SELECT l.n, r.n AS rn FROM $a AS l FULL JOIN $b AS r ON l.k = r.k"
          + " AND r.ts >= l.ts - INTERVAL '2' SECOND AND r.ts < l.ts + INTERVAL '3' SECOND";

  /** The database has no FULL JOIN. */
  private static final String LEFT_AND_REST =
      FULL.replace("FULL", "LEFT")
          + " UNION ALL SELECT NULL, r.n FROM $b AS r WHERE NOT EXISTS (SELECT 1 FROM $a AS l"
          + " WHERE l.k = r.k AND r.ts >= l.ts - INTERVAL '2' SECOND"
          + " AND r.ts < l.ts + INTERVAL '3' SECOND)";

  private static final String ASOF =
      "SELECT l.n, r.n AS rn, r.v AS rv FROM $a AS l LEFT ASOF JOIN $b AS r MATCH_CONDITION l.ts >= r.ts"
          + " ON l.k = r.k";

  private static final String ASOF_STRICT =
      "SELECT l.n, r.n AS rn FROM (SELECT * FROM $a AS a2 WHERE v > 2) AS l ASOF JOIN $b AS r"
          + " MATCH_CONDITION r.ts < l.ts ON r.v = l.v AND r.k = l.k";

  private static final String ASOF_SELF =
      "SELECT l.n, r.n AS rn FROM $a AS l LEFT ASOF JOIN $a AS r MATCH_CONDITION l.ts > r.ts ON l.k = r.k";

  /** Of rows of one time the greatest counts, and NULL is the greatest value. */
  private static final String NEWEST =
      "(SELECT r.%s FROM $b AS r WHERE l.k = r.k AND %s"
          + " ORDER BY r.ts DESC, r.v DESC NULLS FIRST, r.n DESC LIMIT 1)";

  /** What the database does not know, in its words. */
  private static final Map<String, String> IN_OTHER_WORDS =
      Map.of(
          FULL,
          LEFT_AND_REST,
          ASOF,
          "SELECT l.n, "
              + NEWEST.formatted("n", "r.ts <= l.ts")
              + ", "
              + NEWEST.formatted("v", "r.ts <= l.ts")
              + " FROM $a AS l",
          ASOF_STRICT,
          "SELECT * FROM (SELECT l.n, "
              + NEWEST.formatted("n", "r.ts < l.ts AND r.v = l.v")
              + " AS rn FROM $a AS l WHERE l.v > 2) AS t WHERE rn IS NOT NULL",
          ASOF_SELF,
          "SELECT l.n, "
              + NEWEST.formatted("n", "r.ts < l.ts").replace("$b", "$a")
              + " FROM $a AS l");

  private static final List<String> QUERIES =
      List.of(
          FULL,
          ASOF,
          ASOF_STRICT,
          ASOF_SELF,
          "SELECT l.k AS lk, l.n, r.n AS rn FROM $a AS l JOIN $b AS r ON l.k = r.k"
              + " AND r.ts BETWEEN l.ts - INTERVAL '3' SECOND AND l.ts + INTERVAL '2' SECOND",
          "SELECT l.k AS lk, l.n, r.n AS rn FROM $a AS l LEFT JOIN $b AS r ON r.ts >= l.ts"
              + " AND l.ts + INTERVAL '4' SECOND > r.ts AND l.k = r.k AND l.v < r.v",
          "SELECT r.k AS rk, l.n, r.n AS rn FROM $a AS l RIGHT JOIN $b AS r ON l.k = r.k"
              + " AND l.ts > r.ts - INTERVAL '3' SECOND AND l.ts <= r.ts",
          "SELECT l.n, r.n AS rn FROM $a AS l, $b AS r WHERE l.k = r.k AND l.ts = r.ts AND l.v > 2",
          "SELECT l.n, r.n AS rn FROM $a AS l JOIN $a AS r ON l.k = r.k AND l.n < r.n"
              + " AND r.ts BETWEEN l.ts AND l.ts + INTERVAL '5' SECOND",
          "SELECT n, k FROM $a AS l WHERE EXISTS (SELECT 1 FROM $b AS r WHERE r.k = l.k"
              + " AND r.ts BETWEEN l.ts AND l.ts + INTERVAL '2' SECOND)",
          "SELECT n, k FROM $a AS l WHERE k NOT IN (SELECT k FROM $b AS r"
              + " WHERE r.ts BETWEEN l.ts - INTERVAL '1' SECOND AND l.ts + INTERVAL '1' SECOND)",
          "SELECT l.n, r.v FROM (SELECT * FROM $a AS a2 WHERE v > 3) AS l JOIN (SELECT v + 1 AS v, ts, k"
              + " FROM $b AS b2) AS r ON r.ts BETWEEN l.ts - INTERVAL '9' SECOND AND l.ts"
              + " AND (l.k = r.k OR l.v = r.v)");

  static LongStream seeds() {
    return LongStream.range(0, Integer.getInteger("sash.seeds", 6));
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void rowsAreThoseOfTheDatabase(long seed) throws SQLException {
    SplittableRandom random = new SplittableRandom(seed);
    try (Connection connection = DriverManager.getConnection("jdbc:sash:");
        Statement statement = connection.createStatement()) {
      for (String name : List.of("a", "b")) {
        String columns = name + " (ts TIMESTAMP(3), k VARCHAR, v INT, n INT";
        statement.execute(
            "CREATE STREAM " + columns + ", WATERMARK FOR ts AS ts - INTERVAL '5' SECOND)");
        statement.execute("CREATE TABLE t" + columns + ")");
      }
      for (int i = 0; i < QUERIES.size(); i++) {
        String query = QUERIES.get(i).replace("$a", "a").replace("$b", "b");
        statement.execute("CREATE MATERIALIZED VIEW v%d RETAIN ALL AS %s".formatted(i, query));
      }
      feed(statement, random);
      for (int i = 0; i < QUERIES.size(); i++) {
        statement.execute("DRAIN v" + i);
        String query = IN_OTHER_WORDS.getOrDefault(QUERIES.get(i), QUERIES.get(i));
        String wanted = query.replace("$a", "ta").replace("$b", "tb");
        assertThat(QueryRows.of(statement, "SELECT * FROM v" + i))
            .as(wanted)
            .containsExactlyInAnyOrderElementsOf(QueryRows.of(statement, wanted));
      }
    }
  }

  private static void feed(Statement statement, SplittableRandom random) throws SQLException {
    for (int number = 0, time = 0; number < ROWS; ) {
      String name = random.nextBoolean() ? "a" : "b";
      List<String> rows = new ArrayList<>();
      for (int left = random.nextInt(1, 5); left > 0; left--, number++) {
        time += random.nextInt(2);
        rows.add(
            "(DATEADD(SECOND, %d, TIMESTAMP '2024-01-01 00:00:00'), %s, %s, %d)"
                .formatted(
                    Math.max(0, time - random.nextInt(5)),
                    random.nextInt(8) == 0 ? "NULL" : "'k" + random.nextInt(3) + "'",
                    random.nextInt(8) == 0 ? "NULL" : String.valueOf(random.nextInt(9)),
                    number));
      }
      String values = " VALUES " + String.join(", ", rows);
      statement.execute("INSERT INTO " + name + values);
      statement.execute("INSERT INTO t" + name + values);
    }
  }
}
