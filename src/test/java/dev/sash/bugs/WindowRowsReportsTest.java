package dev.sash.bugs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sash.TestDatabase;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Scenarios behind public bug reports of comparable systems: joins and numbers in windows. */
class WindowRowsReportsTest {
  private final TestDatabase db = TestDatabase.open();

  @AfterEach
  void close() {
    db.close();
  }

  private static String tumble(String stream, String length) {
    return "TABLE(TUMBLE(TABLE " + stream + ", DESCRIPTOR(ts), INTERVAL " + length + "))";
  }

  private void ranked(String condition, String order) {
    db.run(
        "CREATE MATERIALIZED VIEW r RETAIN ALL AS SELECT k, v, rn FROM (SELECT *, ROW_NUMBER() OVER"
            + " (PARTITION BY window_start, window_end"
            + order
            + ") AS rn FROM "
            + tumble("ev", "'10' SECOND")
            + ") WHERE "
            + condition);
  }

  private void stream() {
    db.run("CREATE STREAM ev (ts TIMESTAMP(3), k VARCHAR, v INT, WATERMARK FOR ts AS ts)");
  }

  @ParameterizedTest(name = "bug-011: of two rows of a window the last one is kept, by {0}")
  @ValueSource(strings = {"window_time", "ts"})
  void keepLast(String time) {
    stream();
    ranked("rn = 1", ", k ORDER BY " + time + " DESC");
    db.run(
        "INSERT INTO ev VALUES ('2024-03-04 10:00:00', 'a', 1), ('2024-03-04 10:00:05', 'a', 2)",
        "DRAIN r");
    assertThat(db.rows("SELECT * FROM r")).containsExactly("a | 2 | 1");
  }

  @Test
  @DisplayName("bug-050: ranks that do not start at 1")
  void ranks() {
    stream();
    ranked("rn BETWEEN 2 AND 3", " ORDER BY v DESC");
    db.run(
        "INSERT INTO ev VALUES ('2024-03-04 10:00:01', 'a', 5), ('2024-03-04 10:00:02', 'b', 4),"
            + " ('2024-03-04 10:00:03', 'c', 3), ('2024-03-04 10:00:04', 'd', 2)",
        "DRAIN r");
    assertThat(db.rows("SELECT * FROM r")).containsExactly("b | 4 | 2", "c | 3 | 3");
  }

  private void sides(String delay, String length) {
    for (String side : new String[] {"l", "r"}) {
      db.run(
          "CREATE STREAM %s (ts TIMESTAMP(3), num INT, id VARCHAR, WATERMARK FOR ts AS ts%s)"
              .formatted(side, delay));
    }
    db.run(
        "CREATE MATERIALIZED VIEW j RETAIN ALL AS SELECT a.id AS l, b.id AS r FROM "
            + tumble("l", length)
            + " AS a LEFT JOIN "
            + tumble("r", length)
            + " AS b ON a.window_start = b.window_start AND a.window_end = b.window_end"
            + " AND a.num = b.num");
  }

  @Test
  @DisplayName("bug-017: a row that has a partner is not given without one as well")
  void matchedRowsAreNotPadded() {
    sides("", "'5' MINUTE");
    db.run(
        "INSERT INTO l VALUES ('2024-03-04 10:00:01', 1, 'L1')",
        "INSERT INTO r VALUES ('2024-03-04 10:00:03', 1, 'R1')",
        "INSERT INTO l VALUES ('2024-03-04 10:05:00', 2, 'L2')",
        "INSERT INTO r VALUES ('2024-03-04 10:05:00', 3, 'R2')",
        "WAIT FOR j");
    assertThat(db.rows("SELECT * FROM j")).containsExactly("L1 | R1");
  }

  @Test
  @DisplayName("bug-020: partners are looked for before it is said that there is none")
  void arrivalOrderDoesNotMatter() {
    sides(" - INTERVAL '15' SECOND", "'10' SECOND");
    db.run(
        "INSERT INTO l VALUES ('2024-03-04 10:00:10', 1, 'L1'), ('2024-03-04 10:00:00', 1, 'L0')",
        "INSERT INTO r VALUES ('2024-03-04 10:00:05', 1, 'R1')",
        "DRAIN j");
    assertThat(db.rows("SELECT * FROM j")).containsExactly("L0 | R1", "L1 | null");
  }
}
