package dev.sash.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sash.TestDatabase;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A query gives the same rows in the same order however many shards its keys are split into. */
class ShardsTest {
  private static final int ROWS = 3_000;
  private static final int BATCH = 1_000;

  private static final String HOP =
      " GROUP BY k, HOP(ts, INTERVAL '2' SECOND, INTERVAL '6' SECOND)";
  private static final String NUMBERS = "SELECT k, COUNT(*) AS n, SUM(v) AS total FROM s";

  private static final String ALL =
      "SELECT COUNT(*) AS n, SUM(v) AS total, AVG(v) AS mean, MIN(v) AS least, MAX(k) AS text,"
          + " COUNT(DISTINCT k) AS texts, SUM(CAST(v AS DOUBLE) / 7) AS sevenths FROM s";

  /** Rows with some disorder, in batches large enough for several threads. */
  private static List<String> inserts() {
    SplittableRandom random = new SplittableRandom(7);
    List<String> inserts = new ArrayList<>();
    List<String> rows = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      long millis = i * 20L - random.nextInt(4_000);
      String key = random.nextInt(20) == 0 ? "NULL" : "'k" + random.nextInt(700) + "'";
      rows.add(
          "(DATEADD(MILLISECOND, %d, TIMESTAMP '2026-01-01 00:00:00'), %s, %d)"
              .formatted(millis, key, random.nextInt(-50, 50)));
      if (rows.size() == BATCH) {
        inserts.add("INSERT INTO s VALUES " + String.join(", ", rows));
        rows.clear();
      }
    }
    return inserts;
  }

  private static List<String> run(String query, String clock, int shards) {
    try (TestDatabase db = TestDatabase.open()) {
      db.run(
          "CREATE STREAM s (ts TIMESTAMP(3), k VARCHAR, v BIGINT,"
              + " WATERMARK FOR ts AS ts - INTERVAL '1' SECOND)",
          "SET CLOCK = " + clock,
          "SET shards = " + shards,
          "CREATE MATERIALIZED VIEW v RETAIN ALL AS " + query);
      List<String> inserts = inserts();
      for (int i = 0; i < inserts.size(); i++) {
        db.run(inserts.get(i));
        if (clock.equals("MANUAL")) {
          db.run("ADVANCE CLOCK TO TIMESTAMP '2026-01-01 00:00:%02d'".formatted(i + 1));
        }
      }
      db.run("DRAIN v");
      List<String> rows = new ArrayList<>(db.rows("SELECT * FROM changes.v ORDER BY seq"));
      rows.addAll(db.rows("SELECT * FROM late.v"));
      rows.addAll(db.rows("SELECT * FROM latest.v"));
      rows.addAll(db.rows("SELECT rows_late, windows_open, closed_until, keys FROM sash.progress"));
      return rows;
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        NUMBERS + HOP + " EMIT ON CLOSE",
        NUMBERS + HOP + " EMIT ON CLOSE ALLOW LATENESS INTERVAL '2' SECOND",
        "SELECT k, COUNT(*) AS n, SUM(v) AS total, AVG(v) AS mean, MIN(v) AS least,"
            + " MAX(CAST(v AS DOUBLE)) AS most, MIN(k) AS text,"
            + " SUM(CAST(v AS DECIMAL(25, 2))) AS exact FROM s"
            + " GROUP BY k, HOP(ts, INTERVAL '1' SECOND, INTERVAL '30' SECOND) EMIT ON CLOSE",
        "SELECT k, COUNT(*) AS n, SUM(v) FILTER (WHERE v > 40) AS total, AVG(v) AS mean"
            + " FROM s GROUP BY k, HOP(ts, INTERVAL '1' SECOND, INTERVAL '30' SECOND)"
            + " EMIT ON CLOSE ALLOW LATENESS INTERVAL '2' SECOND",
        NUMBERS
            + " GROUP BY k, CUMULATE(ts, INTERVAL '2' SECOND, INTERVAL '20' SECOND) EMIT ON CLOSE",
        NUMBERS + HOP + " EMIT ON CHANGE ALLOW LATENESS INTERVAL '2' SECOND",
        NUMBERS + HOP + " EMIT EVERY INTERVAL '1' SECOND ALLOW LATENESS INTERVAL '3' SECOND",
        NUMBERS + HOP + " EMIT EVERY INTERVAL '1' SECOND FOR ALL WINDOWS",
        NUMBERS + " GROUP BY k, SESSION(ts, INTERVAL '3' SECOND) EMIT ON CLOSE",
        NUMBERS
            + " GROUP BY k, SESSION(ts, INTERVAL '3' SECOND)"
            + " EMIT EVERY INTERVAL '1' SECOND ALLOW LATENESS INTERVAL '2' SECOND",
        NUMBERS + " GROUP BY k, SESSION(ts, INTERVAL '3' SECOND) EMIT ON CHANGE",
        NUMBERS + " GROUP BY k, HOP_ROWS(2, 4) EMIT ON CLOSE",
        NUMBERS + " GROUP BY k, HOP_ROWS(2, 4) EMIT ON CHANGE",
        NUMBERS + " GROUP BY k, TUMBLE_ROWS(3) EMIT EVERY INTERVAL '1' SECOND",
        NUMBERS + " GROUP BY k EMIT EVERY INTERVAL '1' SECOND",
        "SELECT k, v, COUNT(DISTINCT v) AS n, AVG(v) AS mean FROM s"
            + " GROUP BY k, v, TUMBLE(ts, INTERVAL '3' SECOND) HAVING COUNT(*) < 3 EMIT ON CLOSE",
        NUMBERS + HOP + " EMIT ON CLOSE FILL EMPTY WINDOWS WITHIN INTERVAL '5' SECOND"
      })
  void shardsChangeNothing(String query) {
    for (String clock : List.of("REPLAY", "MANUAL")) {
      List<String> one = run(query, clock, 1);
      assertThat(one).hasSizeGreaterThan(700);
      assertThat(run(query, clock, 2)).as(clock).isEqualTo(one);
      assertThat(run(query, clock, 5)).as(clock).isEqualTo(one);
    }
  }

  /** Without a key rows are dealt out to shards and what these have is put together. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        ALL + " GROUP BY TUMBLE(ts, INTERVAL '20' SECOND) EMIT ON CLOSE",
        ALL
            + " GROUP BY HOP(ts, INTERVAL '15' SECOND, INTERVAL '60' SECOND) EMIT ON CLOSE"
            + " ALLOW LATENESS INTERVAL '2' SECOND",
        ALL + " GROUP BY CUMULATE(ts, INTERVAL '12' SECOND, INTERVAL '48' SECOND) EMIT ON CLOSE",
        ALL
            + " GROUP BY HOP(ts, INTERVAL '2' SECOND, INTERVAL '10' SECOND)"
            + " EMIT EVERY INTERVAL '1' SECOND ALLOW LATENESS INTERVAL '3' SECOND",
        ALL + " GROUP BY TUMBLE(ts, INTERVAL '15' SECOND) EMIT ON CHANGE",
        ALL
            + " GROUP BY TUMBLE(ts, INTERVAL '5' SECOND)"
            + " EMIT ON CLOSE FILL EMPTY WINDOWS WITHIN INTERVAL '5' SECOND",
        ALL + " EMIT EVERY INTERVAL '1' SECOND",
        ALL + " EMIT ON CHANGE"
      })
  void withoutAKeyShardsChangeNothingEither(String query) {
    for (String clock : List.of("REPLAY", "MANUAL")) {
      List<String> one = run(query, clock, 1);
      assertThat(one).hasSizeGreaterThan(3);
      assertThat(run(query, clock, 2)).as(clock).isEqualTo(one);
      assertThat(run(query, clock, 5)).as(clock).isEqualTo(one);
    }
  }

  /** Keys that look different and are the same, and those that look alike and are not. */
  @Test
  void aKeyIsInOneShardHoweverItIsWritten() {
    String values =
        "(0.0, 'a', 1, DATE '2026-01-01', TRUE), (-0.0, 'a', 1, DATE '2026-01-01', TRUE),"
            + " (NULL, NULL, NULL, NULL, NULL), (0.0, '', 1, NULL, FALSE), (NULL, NULL, NULL, NULL,"
            + " NULL), (1e300, 'Aa', 12345678901234567890.5, DATE '1950-01-01', NULL),"
            + " (1e300, 'BB', 12345678901234567890.50, DATE '1950-01-01', NULL)";
    List<List<String>> answers = new ArrayList<>();
    for (int shards : new int[] {1, 2, 7, 64}) {
      try (TestDatabase db = TestDatabase.open()) {
        db.run(
            "SET shards = " + shards,
            "CREATE STREAM s (d DOUBLE, c VARCHAR, w DECIMAL(25, 2), day DATE, b BOOLEAN)",
            "CREATE MATERIALIZED VIEW v AS SELECT d, c, w, day, b, COUNT(*) AS n FROM s"
                + " GROUP BY d, c, w, day, b EMIT ON CHANGE");
        // each statement brings dictionaries of its own
        db.run("INSERT INTO s VALUES " + values, "INSERT INTO s VALUES " + values, "DRAIN v");
        answers.add(db.rows("SELECT * FROM v"));
      }
    }
    assertThat(answers.get(0)).hasSize(5);
    assertThat(answers).allMatch(answers.get(0)::equals);
  }

  @Test
  void aViewOverAViewOfShards() {
    List<List<String>> answers = new ArrayList<>();
    for (int shards : new int[] {1, 3}) {
      try (TestDatabase db = TestDatabase.open()) {
        db.run(
            "CREATE STREAM s (ts TIMESTAMP(3), k VARCHAR, v BIGINT,"
                + " WATERMARK FOR ts AS ts - INTERVAL '1' SECOND)",
            "SET CLOCK = REPLAY",
            "SET shards = " + shards,
            "CREATE MATERIALIZED VIEW inner_view RETAIN ALL AS SELECT k, COUNT(*) AS n, window_end"
                + " FROM s GROUP BY k, TUMBLE(ts, INTERVAL '2' SECOND)"
                + " EMIT ON CLOSE ALLOW LATENESS INTERVAL '3' SECOND",
            "CREATE MATERIALIZED VIEW v RETAIN ALL AS SELECT n, COUNT(*) AS groups"
                + " FROM inner_view GROUP BY n EMIT ON CHANGE");
        inserts().forEach(db::run);
        db.run("DRAIN inner_view", "DRAIN v");
        // the watermark is that of whatever the inner view has published meanwhile
        answers.add(db.rows("SELECT op, kind, rev, n, groups FROM changes.v ORDER BY seq"));
      }
    }
    assertThat(answers.get(0)).isNotEmpty();
    assertThat(answers.get(1)).isEqualTo(answers.get(0));
  }

  /** Late rows go where they belong when they are reprocessed, and windows are counted once. */
  @Test
  void reprocessLate() {
    List<List<String>> answers = new ArrayList<>();
    for (int shards : new int[] {1, 4}) {
      try (TestDatabase db = TestDatabase.open()) {
        db.run(
            "CREATE STREAM s (ts TIMESTAMP(3), k VARCHAR, v BIGINT,"
                + " WATERMARK FOR ts AS ts - INTERVAL '1' SECOND)",
            "SET CLOCK = REPLAY",
            "SET shards = " + shards,
            "CREATE MATERIALIZED VIEW v RETAIN ALL AS " + NUMBERS + HOP + " EMIT ON CLOSE");
        inserts().forEach(db::run);
        db.run("DRAIN v");
        List<String> rows = new ArrayList<>(db.notices("REPROCESS LATE v"));
        rows.addAll(db.rows("SELECT * FROM changes.v ORDER BY seq"));
        rows.addAll(db.rows("SELECT * FROM late.v"));
        answers.add(rows);
      }
    }
    assertThat(answers.get(1)).isEqualTo(answers.get(0));
  }

  private static final String KEYS =
      "INSERT INTO s SELECT DATEADD(SECOND, x / 60, TIMESTAMP '2026-01-01 00:00:00'), 'k' || %s, x"
          + " FROM SYSTEM_RANGE(1, %d)";

  private static TestDatabase limited(String setting, String insert) {
    return TestDatabase.open()
        .run(
            "CREATE STREAM s (ts TIMESTAMP(3), k VARCHAR, v BIGINT, WATERMARK FOR ts AS ts)",
            "SET CLOCK = REPLAY",
            "SET shards = 4",
            setting,
            "CREATE MATERIALIZED VIEW v AS "
                + NUMBERS
                + " GROUP BY k, TUMBLE(ts, INTERVAL '1' SECOND) EMIT ON CLOSE",
            insert);
  }

  /** The limit is one of keys in use, over all shards. */
  @Test
  void keysThatAreGoneCountForNoShard() {
    try (TestDatabase db = limited("SET max_keys = 200", KEYS.formatted("x", 6_000))) {
      assertThat(db.run("DRAIN v").number("SELECT COUNT(*) FROM v")).isEqualTo(6_000);
    }
  }

  @Test
  void limitsAreThoseOfAllShardsTogether() {
    try (TestDatabase db = limited("SET max_keys = 50", KEYS.formatted("x", 6_000))) {
      assertThat(db.refused("DRAIN v").message())
          .contains("more than 50 keys at a time", "SET max_keys");
    }
    try (TestDatabase db = limited("SET max_state_bytes = 20000", KEYS.formatted("x", 6_000))) {
      assertThat(db.refused("DRAIN v").message())
          .contains("bytes of state, the limit is 20,000", "SET max_state_bytes");
    }
  }

  /** What fails in a shard on another thread fails the query as it does on its own. */
  @Test
  void aFailureOfAShardIsTheQuerys() {
    List<String> messages = new ArrayList<>();
    for (int shards : new int[] {1, 4}) {
      try (TestDatabase db = TestDatabase.open()) {
        db.run(
            "CREATE STREAM s (ts TIMESTAMP(3), k BIGINT, v BIGINT, WATERMARK FOR ts AS ts)",
            "SET CLOCK = REPLAY",
            "SET shards = " + shards,
            "CREATE MATERIALIZED VIEW v AS "
                + NUMBERS
                + " GROUP BY k, TUMBLE(ts, INTERVAL '1' HOUR) EMIT ON CLOSE",
            "INSERT INTO s SELECT TIMESTAMP '2026-01-01 00:00:00', MOD(x, 1000),"
                + " CASE WHEN MOD(x, 1000) = 77 THEN 9223372036854775807 ELSE 1 END"
                + " FROM SYSTEM_RANGE(1, 4000)");
        messages.add(db.refused("DRAIN v").message());
      }
    }
    assertThat(messages.get(0)).contains("77");
    assertThat(messages.get(1)).isEqualTo(messages.get(0));
  }

  @Test
  void aHundredThousandKeys() {
    List<List<String>> answers = new ArrayList<>();
    for (int shards : new int[] {1, 4}) {
      try (TestDatabase db = TestDatabase.open()) {
        db.run(
            "CREATE STREAM s (ts TIMESTAMP(3), k VARCHAR, v BIGINT, WATERMARK FOR ts AS ts)",
            "SET CLOCK = REPLAY",
            "SET shards = " + shards,
            "CREATE MATERIALIZED VIEW v RETAIN ALL AS "
                + NUMBERS
                + " GROUP BY k, HOP(ts, INTERVAL '10' MINUTE, INTERVAL '1' HOUR) EMIT ON CLOSE",
            KEYS.formatted("MOD(x * 7919, 100003)", 200_000),
            "DRAIN v");
        assertThat(db.number("SELECT MAX(keys) FROM sash.progress")).isEqualTo(100_003);
        answers.add(
            db.rows(
                "SELECT window_end, COUNT(*), SUM(n), SUM(total), MIN(k), MAX(k) FROM v"
                    + " GROUP BY window_end ORDER BY window_end"));
      }
    }
    assertThat(answers.get(1)).isEqualTo(answers.get(0));
  }
}
