package dev.sash.requirements;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sash.TestDatabase;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Rows F and G of the requirements that are about the time of arrival. */
class ProcessingTimeTutorialTest {
  private final TestDatabase db = TestDatabase.open();

  @BeforeEach
  void open() {
    db.run(
        "CREATE STREAM s (ts TIMESTAMP(3), k VARCHAR, v INT, WATERMARK FOR ts AS ts - INTERVAL '1'"
            + " HOUR)",
        "SET CLOCK = MANUAL");
  }

  @AfterEach
  void close() {
    db.close();
  }

  private void arrive(String clock, String ts, String key) {
    db.run(
        "ADVANCE CLOCK TO TIMESTAMP '2024-03-04 " + clock + "'",
        "INSERT INTO s VALUES ('2024-03-04 " + ts + "', '" + key + "', 1)");
  }

  @Test
  @DisplayName("F2: ten seconds every five by the engine clock, whatever the rows say")
  void slidingByTheEngineClock() {
    db.run(
        "CREATE MATERIALIZED VIEW r RETAIN ALL AS SELECT k, window_start, window_end, COUNT(*) AS n"
            + " FROM s GROUP BY k, HOP(PROCTIME(), INTERVAL '5' SECOND, INTERVAL '10' SECOND)");
    arrive("00:00:01", "12:00:00", "a");
    arrive("00:00:07", "11:00:00", "a");
    arrive("00:00:21", "13:00:00", "a");
    db.run("DRAIN r");
    assertThat(
            db.rows(
                "SELECT window_start, window_end, n FROM r"
                    + " WHERE window_end <= TIMESTAMP '2024-03-04 00:00:15' ORDER BY window_end"))
        .containsExactly(
            "2024-03-03 23:59:55 | 2024-03-04 00:00:05 | 1",
            "2024-03-04 00:00:00 | 2024-03-04 00:00:10 | 2",
            "2024-03-04 00:00:05 | 2024-03-04 00:00:15 | 1");
    assertThat(db.rows("SELECT * FROM late.r")).isEmpty();
  }

  @Test
  @DisplayName(
      "F3: twelve hours every hour, eight hours earlier: the offset is taken modulo the slide")
  void offsetsOfWindowsByTheEngineClock() {
    db.run(
        "CREATE MATERIALIZED VIEW r RETAIN ALL AS SELECT window_start, window_end, COUNT(*) AS n"
            + " FROM s GROUP BY HOP(PROCTIME(), INTERVAL '1' HOUR, INTERVAL '12' HOUR,"
            + " INTERVAL '-8' HOUR)");
    arrive("00:30:00", "12:00:00", "a");
    db.run("DRAIN r");
    assertThat(db.rows("SELECT MIN(window_start), MAX(window_end), COUNT(*), MAX(n) FROM r"))
        .containsExactly("2024-03-03 13:00:00 | 2024-03-04 12:00:00 | 12 | 1");
  }

  @Test
  @DisplayName(
      "F14: sums by key of lines \"key,number\" over ten seconds every five, as they arrive")
  void keyedSumsOfLines() {
    db.run(
        "CREATE STREAM lines (k VARCHAR, n INT)",
        "CREATE MATERIALIZED VIEW r RETAIN ALL AS SELECT k, window_start, window_end, SUM(n) AS"
            + " total FROM lines GROUP BY k, HOP(PROCTIME(), INTERVAL '5' SECOND, INTERVAL '10'"
            + " SECOND)",
        "ADVANCE CLOCK TO TIMESTAMP '2024-03-04 00:00:06'",
        "INSERT INTO lines VALUES ('a', 1), ('b', 10)",
        "ADVANCE CLOCK TO TIMESTAMP '2024-03-04 00:00:12'",
        "INSERT INTO lines VALUES ('a', 2)",
        "DRAIN r");
    assertThat(db.rows("SELECT k, window_start, window_end, total FROM r ORDER BY window_end, k"))
        .containsExactly(
            "a | 2024-03-04 00:00:00 | 2024-03-04 00:00:10 | 1",
            "b | 2024-03-04 00:00:00 | 2024-03-04 00:00:10 | 10",
            "a | 2024-03-04 00:00:05 | 2024-03-04 00:00:15 | 3",
            "b | 2024-03-04 00:00:05 | 2024-03-04 00:00:15 | 10",
            "a | 2024-03-04 00:00:10 | 2024-03-04 00:00:20 | 2");
  }

  @Test
  @DisplayName(
      "F29, G2: a delayed row is in its own window by event time, in a later one by arrival")
  void eventTimeAndArrivalDiffer() {
    String query =
        "CREATE MATERIALIZED VIEW %s RETAIN ALL AS SELECT window_start, COUNT(*) AS n FROM s"
            + " GROUP BY TUMBLE(%s, INTERVAL '5' MINUTE)";
    db.run(query.formatted("by_event", "ts"), query.formatted("by_arrival", "PROCTIME()"));
    arrive("12:02:00", "12:02:00", "sale");
    arrive("12:15:00", "12:01:00", "sale");
    db.run("DRAIN by_event", "DRAIN by_arrival");
    assertThat(db.rows("SELECT * FROM by_event")).containsExactly("2024-03-04 12:00:00 | 2");
    assertThat(db.rows("SELECT * FROM by_arrival ORDER BY 1"))
        .containsExactly("2024-03-04 12:00:00 | 1", "2024-03-04 12:15:00 | 1");
  }
}
