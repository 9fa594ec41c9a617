package dev.sash.requirements;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sash.TestDatabase;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Rows E and G of the requirements that allow lateness: corrections of what was final. */
class LatenessGuideTest {
  private final TestDatabase db = TestDatabase.open();

  @AfterEach
  void close() {
    db.close();
  }

  private void stream() {
    db.run(
        "CREATE STREAM e (ts TIMESTAMP(3), k VARCHAR, v INT, WATERMARK FOR ts AS ts)",
        "SET CLOCK = REPLAY");
  }

  private static String at(String time) {
    return "2024-03-04 " + time;
  }

  private void insert(String... rows) {
    List<String> values = new ArrayList<>();
    for (String row : rows) {
      String[] parts = row.split(" ", 3);
      values.add("('%s', '%s', %s)".formatted(at(parts[0]), parts[1], parts[2]));
    }
    db.run("INSERT INTO e VALUES " + String.join(", ", values));
  }

  private void fiveMinutes(String emit) {
    db.run(
        "CREATE MATERIALIZED VIEW r RETAIN ALL AS"
            + " SELECT k, window_end, COUNT(*) AS n, SUM(v) AS total FROM e"
            + " GROUP BY k, TUMBLE(ts, INTERVAL '5' MINUTE) "
            + emit);
  }

  @Test
  @DisplayName("G28: allowed lateness keeps the window and sends its whole new value")
  void aCorrectionHoldsTheWholeValue() {
    stream();
    fiveMinutes("EMIT ON CLOSE ALLOW LATENESS INTERVAL '10' MINUTE");
    insert("12:01:00 a 10", "12:05:00 a 1");
    insert("12:02:00 a 100");
    insert("12:03:00 a 1000");
    insert("12:15:00 a 5");
    insert("12:04:00 a 7");
    db.run("DRAIN r");
    assertThat(
            db.rows(
                "SELECT kind, rev, n, total FROM changes.r WHERE window_end = TIMESTAMP '"
                    + at("12:05:00")
                    + "' ORDER BY seq"))
        .containsExactly("FINAL | 0 | 1 | 10", "LATE | 1 | 2 | 110", "LATE | 2 | 3 | 1110");
    assertThat(db.rows("SELECT ts, windows_dropped FROM late.r"))
        .containsExactly(at("12:04:00") + " | 1");
    assertThat(db.rows("SELECT n, total FROM r WHERE window_end = '" + at("12:05:00") + "'"))
        .containsExactly("3 | 1110");
  }

  @Test
  @DisplayName("G32: what a vehicle uploads after a tunnel of two hours lands in its own windows")
  void bufferedRowsLandInTheirWindows() {
    stream();
    fiveMinutes("EMIT ON CLOSE ALLOW LATENESS INTERVAL '2' HOUR");
    List<String> buffered = new ArrayList<>();
    for (int minute = 0; minute < 120; minute++) {
      insert("%02d:%02d:00 open 1".formatted(10 + minute / 60, minute % 60));
      buffered.add("%02d:%02d:30 tunnel 1".formatted(10 + minute / 60, minute % 60));
    }
    insert(buffered.toArray(String[]::new));
    insert("12:00:10 tunnel 1", "12:00:10 open 1");
    db.run("DRAIN r");
    assertThat(db.rows("SELECT * FROM late.r")).isEmpty();
    assertThat(
            db.rows(
                "SELECT n, COUNT(*) FROM r WHERE k = 'tunnel' AND window_end <= TIMESTAMP '"
                    + at("12:00:00")
                    + "' GROUP BY n"))
        .containsExactly("5 | 24");
    assertThat(db.rows("SELECT k, n FROM latest.r ORDER BY k"))
        .containsExactly("open | 1", "tunnel | 1");
    // the first row of a window that had closed without its key is FINAL, as for any other window
    assertThat(
            db.rows(
                "SELECT window_end FROM changes.r WHERE kind = 'FINAL' AND k = 'tunnel'"
                    + " GROUP BY window_end HAVING COUNT(*) <> 1"))
        .isEmpty();
    assertThat(db.number("SELECT COUNT(*) FROM changes.r WHERE kind = 'FINAL' AND k = 'tunnel'"))
        .isEqualTo(25);
  }

  @Test
  @DisplayName("G33: positions 25 minutes late correct within an hour, else they are in late.r")
  void lateRowsCorrectWithinTheAllowedTime() {
    stream();
    fiveMinutes("EMIT ON CLOSE ALLOW LATENESS INTERVAL '1' HOUR");
    db.run(
        "CREATE MATERIALIZED VIEW strict RETAIN ALL AS SELECT k, window_end, COUNT(*) AS n FROM e"
            + " GROUP BY k, TUMBLE(ts, INTERVAL '5' MINUTE)");
    insert("12:01:00 car 1", "12:27:00 car 1");
    insert("12:02:00 car 1");
    db.run("DRAIN r", "DRAIN strict");
    assertThat(db.rows("SELECT kind, n FROM changes.r WHERE window_end = '" + at("12:05:00") + "'"))
        .containsExactly("FINAL | 1", "LATE | 2");
    assertThat(db.rows("SELECT * FROM late.r")).isEmpty();
    assertThat(
            db.rows(
                "SELECT kind, n FROM changes.strict WHERE window_end = '" + at("12:05:00") + "'"))
        .containsExactly("FINAL | 1");
    assertThat(db.rows("SELECT ts, k FROM late.strict")).containsExactly(at("12:02:00") + " | car");
  }

  @Test
  @DisplayName(
      "E22: a late row corrects the windows within the lateness, and is late for the others")
  void aLateRowCorrectsTheWindowsThatAreKept() {
    stream();
    db.run(
        "CREATE MATERIALIZED VIEW r RETAIN ALL AS SELECT window_end, COUNT(*) AS n FROM e"
            + " GROUP BY HOP(ts, INTERVAL '1' MINUTE, INTERVAL '5' MINUTE)"
            + " EMIT ON CLOSE ALLOW LATENESS INTERVAL '2' MINUTE");
    insert("12:00:30 a 1", "12:04:00 a 1");
    insert("12:00:40 late 1");
    db.run("DRAIN r");
    // ends 12:01 and 12:02 are two minutes ago or more, 12:03 and 12:04 are corrected, 12:05 is
    // open
    assertThat(db.rows("SELECT k, windows_dropped, windows_accepted FROM late.r"))
        .containsExactly("late | 2 | 3");
    assertThat(db.rows("SELECT window_end, n FROM changes.r WHERE kind = 'LATE' ORDER BY seq"))
        .containsExactly(at("12:03:00") + " | 2", at("12:04:00") + " | 2");
    assertThat(db.rows("SELECT window_end, n FROM r WHERE n = 1 ORDER BY window_end"))
        .startsWith(at("12:01:00") + " | 1", at("12:02:00") + " | 1");
  }

  @Test
  @DisplayName("E16: with lateness and retention memory stays bounded while time goes on")
  void stateOfLateWindowsGoes() {
    stream();
    fiveMinutes("EMIT ON CLOSE ALLOW LATENESS INTERVAL '15' MINUTE");
    long most = 0;
    for (int hour = 0; hour < 24; hour++) {
      for (int minute = 0; minute < 60; minute += 10) {
        insert("%02d:%02d:00 k%d 1".formatted(hour, minute, hour));
      }
      db.run("WAIT FOR r");
      long open = db.number("SELECT windows_open FROM sash.progress");
      most = Math.max(most, open);
    }
    assertThat(most).isBetween(1L, 8L);
  }
}
