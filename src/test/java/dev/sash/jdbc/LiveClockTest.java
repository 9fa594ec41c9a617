package dev.sash.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sash.TestDatabase;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * The clock of an endless input: the wall's. Everything is waited for, nothing is slept through.
 */
class LiveClockTest {
  private static final String COUNTS =
      " AS SELECT window_end, COUNT(*) AS n FROM"
          + " TABLE(TUMBLE(TABLE s, DESCRIPTOR(ts), INTERVAL '0.1' SECOND))"
          + " GROUP BY window_start, window_end";

  private final TestDatabase db = TestDatabase.open();

  @AfterEach
  void close() {
    db.close();
  }

  private void stream(String options) {
    db.run("CREATE STREAM s (ts TIMESTAMP(3), v INT, WATERMARK FOR ts AS ts) " + options);
  }

  @Test
  @DisplayName("bug-070: the last window of a burst closes by itself")
  void theLastWindowOfABurstCloses() {
    stream("WITH (idle_timeout = '200 ms')");
    db.run(
        "CREATE MATERIALIZED VIEW r RETAIN ALL" + COUNTS,
        "INSERT INTO s VALUES (CURRENT_TIMESTAMP, 1)");
    List<String> rows = db.await("SELECT n, _kind FROM r", found -> !found.isEmpty());
    assertThat(rows).containsExactly("1 | FINAL");
    assertThat(db.rows("SELECT state, clock FROM sash.views")).containsExactly("RUNNING | LIVE");
  }

  @Test
  void withoutAnIdleTimeoutItDoesNot() {
    stream("WITH (idle_timeout = 'none')");
    db.run(
        "CREATE MATERIALIZED VIEW quiet RETAIN ALL" + COUNTS,
        "CREATE STREAM t (ts TIMESTAMP(3), v INT, WATERMARK FOR ts AS ts)"
            + " WITH (idle_timeout = '100 ms')",
        "CREATE MATERIALIZED VIEW r RETAIN ALL" + COUNTS.replace("TABLE s", "TABLE t"),
        "INSERT INTO s VALUES (CURRENT_TIMESTAMP, 1)",
        "INSERT INTO t VALUES (CURRENT_TIMESTAMP, 1)");
    db.await("SELECT n FROM r", found -> !found.isEmpty());
    assertThat(db.rows("SELECT n FROM quiet")).isEmpty();
  }

  @Test
  void aRowFarAheadOfTheClockIsTakenButDoesNotMakeOthersLate() {
    stream("WITH (idle_timeout = 'none')");
    db.run(
        "CREATE MATERIALIZED VIEW r RETAIN ALL" + COUNTS,
        "INSERT INTO s VALUES (CURRENT_TIMESTAMP + INTERVAL '2' HOUR, 1)",
        "INSERT INTO s VALUES (CURRENT_TIMESTAMP - INTERVAL '1' SECOND, 1)",
        "INSERT INTO s VALUES (CURRENT_TIMESTAMP, 1)",
        "WAIT FOR r");
    assertThat(db.rows("SELECT rows_future, rows_late FROM sash.progress"))
        .containsExactly("1 | 0");
    assertThat(
            db.rows(
                "SELECT stream_time < CURRENT_TIMESTAMP + INTERVAL '1' MINUTE FROM sash.progress"))
        .containsExactly("TRUE");
    assertThat(db.rows("SELECT n FROM r")).containsExactly("1");
    db.run("DRAIN r");
    assertThat(db.rows("SELECT n FROM r")).containsExactly("1", "1", "1");
  }

  @Test
  @DisplayName("bug-122: EVERY keeps a table up to date, tick by tick and never backwards")
  void everyTickUpdatesTheTable() {
    stream("WITH (idle_timeout = 'none')");
    db.run(
        "CREATE MATERIALIZED VIEW r RETAIN ALL AS SELECT COUNT(*) AS n, SUM(v) AS total FROM s"
            + " EMIT EVERY INTERVAL '0.1' SECOND");
    for (int i = 1; i <= 5; i++) {
      String expected = i + " | " + i * 10;
      db.run("INSERT INTO s VALUES (CURRENT_TIMESTAMP, 10)");
      db.await("SELECT n, total FROM r", found -> found.equals(List.of(expected)));
    }
    assertThat(
            db.rows(
                "SELECT COUNT(*) FROM changes.r a JOIN changes.r b ON a.seq < b.seq"
                    + " AND (a.n > b.n OR a.emitted_at > b.emitted_at)"))
        .containsExactly("0");
    assertThat(
            db.rows(
                "SELECT DISTINCT MOD(CAST(EXTRACT(EPOCH FROM emitted_at) * 1000 AS BIGINT), 100)"
                    + " FROM changes.r"))
        .containsExactly("0");
    assertThat(db.rows("SELECT DISTINCT kind FROM changes.r")).containsExactly("EARLY");
  }

  @Test
  void everyTickShowsTheCurrentWindow() {
    stream("WITH (idle_timeout = '100 ms')");
    db.run(
        "CREATE MATERIALIZED VIEW r RETAIN ALL AS SELECT window_end, COUNT(*) AS n FROM"
            + " TABLE(TUMBLE(TABLE s, DESCRIPTOR(ts), INTERVAL '1' DAY))"
            + " GROUP BY window_start, window_end EMIT EVERY INTERVAL '0.1' SECOND",
        "INSERT INTO s VALUES (CURRENT_TIMESTAMP, 1)");
    db.await("SELECT n, _kind FROM r", found -> found.equals(List.of("1 | EARLY")));
    db.run("INSERT INTO s VALUES (CURRENT_TIMESTAMP, 1)");
    db.await("SELECT SUM(n) FROM r", found -> found.equals(List.of("2")));
  }

  @Test
  void aPartitionThatFallsSilentNoLongerHoldsTheOthersBack() {
    stream("WITH (partition_by = 'v', idle_timeout = '500 ms')");
    db.run(
        "CREATE MATERIALIZED VIEW r RETAIN ALL" + COUNTS,
        "INSERT INTO s VALUES (CURRENT_TIMESTAMP - INTERVAL '20' SECOND, 1)",
        "INSERT INTO s VALUES (CURRENT_TIMESTAMP - INTERVAL '10' SECOND, 2)",
        "WAIT FOR r");
    // both are silent: time goes on from the one that was further
    db.await("SELECT n FROM r", found -> found.size() == 2);
    assertThat(db.rows("SELECT rows_late FROM sash.progress")).containsExactly("0");
  }

  @Test
  void aClockInTheFutureNeitherMovesNorHoldsBackThePartitionsOfOthers() {
    stream("WITH (partition_by = 'v', idle_timeout = 'none')");
    db.run(
        "CREATE MATERIALIZED VIEW r RETAIN ALL" + COUNTS,
        "INSERT INTO s VALUES (CURRENT_TIMESTAMP + INTERVAL '2' HOUR, 1)",
        "INSERT INTO s VALUES (CURRENT_TIMESTAMP - INTERVAL '1' SECOND, 2)",
        "INSERT INTO s VALUES (CURRENT_TIMESTAMP, 2)",
        "WAIT FOR r");
    assertThat(db.rows("SELECT rows_future, rows_late FROM sash.progress"))
        .containsExactly("1 | 0");
    assertThat(db.rows("SELECT n FROM r")).containsExactly("1");
  }

  @Test
  void eachStreamOfAQueryHasItsOwnIdleTimeout() {
    stream("WITH (idle_timeout = '100 ms')");
    db.run(
        "CREATE STREAM t (ts TIMESTAMP(3), v INT, WATERMARK FOR ts AS ts)"
            + " WITH (idle_timeout = 'none')",
        "CREATE MATERIALIZED VIEW pair RETAIN ALL AS SELECT window_end, COUNT(*) AS n FROM"
            + " (SELECT ts FROM s UNION ALL SELECT ts FROM t)"
            + " GROUP BY TUMBLE(ts, INTERVAL '0.1' SECOND)",
        "CREATE MATERIALIZED VIEW single RETAIN ALL AS SELECT window_end, COUNT(*) AS n FROM s"
            + " GROUP BY TUMBLE(ts, INTERVAL '0.1' SECOND)",
        "INSERT INTO t VALUES (TIMESTAMP '2025-01-01 00:00:00', 1)",
        "INSERT INTO s VALUES (TIMESTAMP '2025-01-02 00:00:00', 1)");
    db.await("SELECT n FROM single", found -> !found.isEmpty());
    // t never counts as silent, so it holds the view of both back
    assertThat(db.rows("SELECT n FROM pair")).isEmpty();
  }

  @Test
  void manualAndReplayAreNeverIdle() {
    stream("WITH (idle_timeout = '1 ms')");
    for (String clock : List.of("MANUAL", "REPLAY")) {
      db.run("SET CLOCK = " + clock, "CREATE MATERIALIZED VIEW " + clock + " RETAIN ALL" + COUNTS);
    }
    db.run("SET CLOCK = LIVE", "CREATE MATERIALIZED VIEW live RETAIN ALL" + COUNTS);
    db.run("INSERT INTO s VALUES (TIMESTAMP '2025-01-01 00:00:00', 1)");
    db.await("SELECT n FROM live", found -> !found.isEmpty());
    db.run("ADVANCE CLOCK TO TIMESTAMP '2025-01-02 00:00:00'");
    for (String clock : List.of("MANUAL", "REPLAY")) {
      db.run("WAIT FOR " + clock);
      assertThat(db.rows("SELECT n FROM " + clock)).as(clock).isEmpty();
    }
  }
}
