package dev.sash.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sash.TestDatabase;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is said of running queries, where scripts cannot look: sizes, live clocks, the log. */
class DiagnoseTest {
  private static final Pattern ESTIMATE = Pattern.compile("about (\\d+) bytes");

  private final TestDatabase db = TestDatabase.open();

  @AfterEach
  void close() {
    db.close();
  }

  /** A stream of 2000 keys, each with a row in every pane of a window. */
  private void keys(int panes, int paneSeconds) {
    db.run(
        "SET CLOCK = MANUAL",
        "CREATE STREAM s (ts TIMESTAMP(3), k BIGINT, name VARCHAR, v DOUBLE, WATERMARK FOR ts AS ts)",
        "CREATE TABLE numbers AS SELECT x AS n FROM SYSTEM_RANGE(1, 2000)",
        "CREATE TABLE panes AS SELECT x AS p FROM SYSTEM_RANGE(0, " + (panes - 1) + ")",
        "CREATE TABLE input AS SELECT DATEADD(SECOND, p * "
            + paneSeconds
            + ", TIMESTAMP '2026-01-01 00:00:00') AS ts, n AS k, 'customer ' || n AS name, n / 7.0 AS v"
            + " FROM panes CROSS JOIN numbers ORDER BY p, n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "k    | COUNT(*) AS a",
        "k    | COUNT(*) AS a, SUM(v) AS b, MIN(v) AS c, MAX(v) AS d",
        "name | AVG(v) AS a",
        "k, name | COUNT(v) AS a"
      })
  void theEstimateOfBytesAKeyIsNotFarOff(String key, String calls) {
    keys(12, 60);
    String query =
        "SELECT %s, %s, window_end FROM s".formatted(key, calls)
            + " GROUP BY %s, HOP(ts, INTERVAL '1' MINUTE, INTERVAL '12' MINUTE)".formatted(key)
            + " EMIT ON CLOSE";
    String plan = String.join("\n", db.rows("EXPLAIN " + query));
    Matcher estimate = ESTIMATE.matcher(plan);
    assertThat(estimate.find()).as(plan).isTrue();
    db.run(
        "CREATE MATERIALIZED VIEW v RETAIN ALL AS " + query,
        "INSERT INTO s SELECT * FROM input",
        "WAIT FOR v");
    long bytes = db.number("SELECT state_bytes FROM sash.progress");
    assertThat(db.number("SELECT keys FROM sash.progress")).isEqualTo(2_000);
    assertThat(Double.parseDouble(estimate.group(1)))
        .as(plan + "\nmeasured " + bytes / 2_000)
        .isBetween(bytes / 4_000.0, bytes / 1_000.0);
  }

  @Test
  void aKeyThatIsAnIdIsNoticed() {
    keys(1, 60);
    db.run(
        "CREATE MATERIALIZED VIEW v RETAIN ALL AS SELECT k, COUNT(*) AS n FROM s"
            + " GROUP BY k, TUMBLE(ts, INTERVAL '1' HOUR)",
        "INSERT INTO s SELECT * FROM input",
        "WAIT FOR v");
    assertThat(db.rows("EXPLAIN EMPTY v"))
        .contains("most keys have one row: 2000 keys of 2000 rows; is GROUP BY on an id?");
  }

  @Test
  void anIdleStreamIsCalledIdle() {
    db.run(
        "CREATE STREAM s (ts TIMESTAMP(3), v INT, WATERMARK FOR ts AS ts) WITH (idle_timeout = '50 ms')",
        "CREATE MATERIALIZED VIEW v RETAIN ALL AS SELECT COUNT(*) AS n FROM s"
            + " WHERE v > 5 GROUP BY TUMBLE(ts, INTERVAL '1' HOUR)",
        "INSERT INTO s VALUES (CURRENT_TIMESTAMP, 1)");
    List<String> reasons =
        db.await(
            "EXPLAIN EMPTY v",
            found -> found.stream().anyMatch(row -> row.startsWith("stream \"s\" is idle since")));
    assertThat(reasons).contains("the only row was filtered by WHERE v > 5");
  }

  @Test
  void manyKeysAreLoggedOnce() {
    List<String> logged = new CopyOnWriteArrayList<>();
    Logger logger = Logger.getLogger("dev.sash.session.KeyGuard");
    Handler handler =
        new Handler() {
          @Override
          public void publish(LogRecord entry) {
            logged.add(entry.getLevel() + " " + entry.getMessage());
          }

          @Override
          public void flush() {}

          @Override
          public void close() {}
        };
    logger.addHandler(handler);
    try {
      keys(3, 60);
      db.run(
          "SET warn_keys = 1000",
          "CREATE MATERIALIZED VIEW v RETAIN ALL AS SELECT k, COUNT(*) AS n FROM s"
              + " GROUP BY k, TUMBLE(ts, INTERVAL '1' HOUR)",
          "INSERT INTO s SELECT * FROM input",
          "WAIT FOR v",
          "INSERT INTO s SELECT * FROM input",
          "WAIT FOR v");
      assertThat(db.rows("SELECT notice FROM sash.progress"))
          .containsExactly("more than 1000 keys (warn_keys)");
      assertThat(logged).hasSize(1).first().asString().startsWith("WARNING many keys: query=");
    } finally {
      logger.removeHandler(handler);
    }
  }

  /** A file is measured although the rows of it that no view has read are nowhere kept. */
  @Test
  void aFileThatNobodyReadsIsMeasuredByReadingIt() {
    db.run(
        "CREATE STREAM edits (ts TIMESTAMP(3), channel VARCHAR, added INT,"
            + " WATERMARK FOR ts AS ts - INTERVAL '1' SECOND)"
            + " WITH (connector = 'file', path = 'sql/data/wiki.csv.gz')");
    List<String> before = db.rows("ADVISE WATERMARK FOR edits");
    db.run(
        "CREATE MATERIALIZED VIEW v RETAIN ALL AS SELECT COUNT(*) AS n FROM edits"
            + " GROUP BY TUMBLE(ts, INTERVAL '1' HOUR)",
        "WAIT FOR v");
    assertThat(db.rows("ADVISE WATERMARK FOR edits")).isEqualTo(before).isNotEmpty();
  }
}
