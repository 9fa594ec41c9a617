package dev.sash.bugs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sash.TestDatabase;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Scenarios behind public bug reports of comparable systems: aggregates over aggregates. */
class CompositionReportsTest {
  private final TestDatabase db = TestDatabase.open();

  @BeforeEach
  void replay() {
    db.run("SET CLOCK = REPLAY");
  }

  @AfterEach
  void close() {
    db.close();
  }

  /** One transaction for each row, so that each is taken in before the next. */
  private void insert(String... rows) {
    for (String row : rows) {
      db.run("INSERT INTO ev VALUES (" + row + ")");
    }
  }

  @Test
  @DisplayName("bug-014: results of the first windows are not late for the second ones")
  void resultsAreOnTime() {
    db.run("CREATE STREAM ev (ts TIMESTAMP(3), v INT, WATERMARK FOR ts AS ts)");
    db.run(
        "CREATE MATERIALIZED VIEW r RETAIN ALL AS SELECT window_start, SUM(n) AS n FROM"
            + " TABLE(TUMBLE((SELECT window_time AS wt, COUNT(*) AS n FROM"
            + " TABLE(TUMBLE(TABLE ev, DESCRIPTOR(ts), INTERVAL '5' SECOND))"
            + " GROUP BY window_start, window_end, window_time),"
            + " DESCRIPTOR(wt), INTERVAL '10' SECOND)) GROUP BY window_start, window_end");
    for (int second = 0; second < 10; second++) {
      insert("'2024-03-04 10:00:0" + second + "', 1");
    }
    insert("'2024-03-04 10:00:21', 1");
    db.run("WAIT FOR r");
    assertThat(db.rows("SELECT * FROM r")).containsExactly("2024-03-04 10:00:00 | 10");
    db.run("DRAIN r");
    assertThat(db.rows("SELECT * FROM r"))
        .containsExactly("2024-03-04 10:00:00 | 10", "2024-03-04 10:00:20 | 1");
    assertThat(db.rows("SELECT * FROM late.r")).isEmpty();
  }

  @Test
  @DisplayName("bug-047: a maximum over sums falls when the largest sum does")
  void maximumOfSums() {
    db.run("CREATE STREAM ev (ts TIMESTAMP(3), k VARCHAR, v INT, WATERMARK FOR ts AS ts)");
    db.run(
        "CREATE MATERIALIZED VIEW r RETAIN ALL AS"
            + " SELECT MAX(s) AS m FROM (SELECT k, SUM(v) AS s FROM ev GROUP BY k) EMIT ON CHANGE");
    insert("'2024-03-04 10:00:01', 'a', 5", "'2024-03-04 10:00:02', 'b', 3");
    db.run("WAIT FOR r");
    assertThat(db.rows("SELECT m FROM r")).containsExactly("5");
    insert("'2024-03-04 10:00:03', 'a', -4");
    db.run("WAIT FOR r");
    assertThat(db.rows("SELECT m FROM r")).containsExactly("3");
  }

  @Test
  @DisplayName("bug-067: the bound of the stream is waited for once, not at each level")
  void boundIsAppliedOnce() {
    db.run(
        "CREATE STREAM ev (ts TIMESTAMP(3), v INT, WATERMARK FOR ts AS ts - INTERVAL '10' SECOND)");
    db.run(
        "CREATE MATERIALIZED VIEW r RETAIN ALL AS SELECT window_start, SUM(n) AS n FROM"
            + " (SELECT window_time AS wt, COUNT(*) AS n FROM ev"
            + " GROUP BY TUMBLE(ts, INTERVAL '10' SECOND))"
            + " GROUP BY TUMBLE(wt, INTERVAL '10' SECOND)");
    insert("'2024-03-04 10:00:01', 1", "'2024-03-04 10:00:15', 1");
    db.run("WAIT FOR r");
    assertThat(db.rows("SELECT * FROM r")).isEmpty();
    insert("'2024-03-04 10:00:20', 1");
    db.run("WAIT FOR r");
    assertThat(db.rows("SELECT * FROM r")).containsExactly("2024-03-04 10:00:00 | 1");
  }

  @Test
  @DisplayName("bug-082: the window of a rare key closes with the stream, and is not late above")
  void rareKeys() {
    db.run("CREATE STREAM ev (ts TIMESTAMP(3), k VARCHAR, WATERMARK FOR ts AS ts)");
    db.run(
        "CREATE MATERIALIZED VIEW r RETAIN ALL AS SELECT window_start, k, SUM(n) AS n FROM"
            + " (SELECT k, window_time AS wt, COUNT(*) AS n FROM ev"
            + " GROUP BY k, TUMBLE(ts, INTERVAL '1' SECOND))"
            + " GROUP BY k, TUMBLE(wt, INTERVAL '1' MINUTE)");
    insert(
        "'2024-03-04 10:00:00', 'rare'",
        "'2024-03-04 10:00:05', 'busy'",
        "'2024-03-04 10:00:10', 'busy'",
        "'2024-03-04 10:30:00', 'rare'");
    db.run("DRAIN r");
    assertThat(db.rows("SELECT * FROM r ORDER BY window_start, k"))
        .containsExactly(
            "2024-03-04 10:00:00 | busy | 2",
            "2024-03-04 10:00:00 | rare | 1",
            "2024-03-04 10:30:00 | rare | 1");
    assertThat(db.rows("SELECT * FROM late.r")).isEmpty();
  }

  @Test
  @DisplayName("bug-053: a group all of whose rows were taken back gives no row")
  void emptiedGroup() {
    db.run("CREATE STREAM ev (ts TIMESTAMP(3), k VARCHAR, v INT, WATERMARK FOR ts AS ts)");
    db.run(
        "CREATE MATERIALIZED VIEW r RETAIN ALL AS SELECT s, COUNT(*) AS n FROM"
            + " (SELECT k, SUM(v) AS s FROM ev GROUP BY k) GROUP BY s EMIT ON CHANGE");
    insert("'2024-03-04 10:00:01', 'a', 5");
    db.run("WAIT FOR r");
    insert("'2024-03-04 10:00:02', 'a', -2");
    db.run("WAIT FOR r");
    assertThat(db.rows("SELECT s, n FROM r")).containsExactly("3 | 1");
    assertThat(db.rows("SELECT op, s, n FROM changes.r ORDER BY seq"))
        .containsExactly("+I | 5 | 1", "+I | 3 | 1", "-D | 5 | 1");
  }
}
