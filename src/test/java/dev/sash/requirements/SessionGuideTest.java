package dev.sash.requirements;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sash.TestDatabase;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Rows G of the requirements that are about sessions. */
class SessionGuideTest {
  private final TestDatabase db = TestDatabase.open();

  @AfterEach
  void close() {
    db.close();
  }

  private void stream(String bound) {
    db.run(
        "CREATE STREAM e (ts TIMESTAMP(3), k VARCHAR, v INT, WATERMARK FOR ts AS ts" + bound + ")",
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

  private void sessions(String minutes, String emit) {
    db.run(
        "CREATE MATERIALIZED VIEW r RETAIN ALL AS"
            + " SELECT k, window_start, window_end, COUNT(*) AS n, SUM(v) AS total FROM e"
            + " GROUP BY k, SESSION(ts, INTERVAL '"
            + minutes
            + "' MINUTE) "
            + emit);
  }

  @Test
  @DisplayName("G19: sessions of two users begin, last and end independently")
  void sessionsAreOfOneKey() {
    stream("");
    sessions("30", "");
    insert(
        "12:00:00 ann 1", "12:10:00 bob 10", "12:20:00 ann 2", "12:45:00 ann 4", "13:30:00 bob 20");
    db.run("DRAIN r");
    assertThat(db.rows("SELECT k, window_start, window_end, n, total FROM r ORDER BY window_end"))
        .containsExactly(
            "bob | " + at("12:10:00") + " | " + at("12:40:00") + " | 1 | 10",
            "ann | " + at("12:00:00") + " | " + at("13:15:00") + " | 3 | 7",
            "bob | " + at("13:30:00") + " | " + at("14:00:00") + " | 1 | 20");
  }

  @Test
  @DisplayName("G20: an event between two sessions makes one of them, also when both were shown")
  void aBridgingEventMergesTwoSessions() {
    stream(" - INTERVAL '2' HOUR");
    sessions("30", "EMIT ON CHANGE");
    insert("12:00:00 ann 1");
    insert("12:40:00 ann 2");
    db.run("WAIT FOR r");
    assertThat(db.rows("SELECT window_start, window_end, total FROM r ORDER BY window_end"))
        .containsExactly(
            at("12:00:00") + " | " + at("12:30:00") + " | 1",
            at("12:40:00") + " | " + at("13:10:00") + " | 2");
    insert("12:20:00 ann 4");
    db.run("WAIT FOR r");
    assertThat(db.rows("SELECT window_start, window_end, n, total FROM r"))
        .containsExactly(at("12:00:00") + " | " + at("13:10:00") + " | 3 | 7");
    assertThat(db.rows("SELECT window_start FROM changes.r WHERE op = '-D' ORDER BY window_start"))
        .containsExactly(at("12:00:00"), at("12:40:00"));
    db.run("DRAIN r");
    assertThat(
            db.rows(
                "SELECT window_start, window_end, total FROM changes.r WHERE kind = 'FINAL' AND op"
                    + " <> '-D'"))
        .containsExactly(at("12:00:00") + " | " + at("13:10:00") + " | 7");
  }

  @Test
  @DisplayName("G20: a late event merges two sessions that were final, within the lateness")
  void aLateEventMergesFinalSessions() {
    stream("");
    sessions("30", "EMIT ON CLOSE ALLOW LATENESS INTERVAL '2' HOUR");
    insert("12:00:00 ann 1", "12:40:00 ann 2", "13:20:00 bob 1");
    db.run("WAIT FOR r");
    assertThat(
            db.rows(
                "SELECT window_start, window_end, total FROM r WHERE k = 'ann' ORDER BY"
                    + " window_end"))
        .containsExactly(
            at("12:00:00") + " | " + at("12:30:00") + " | 1",
            at("12:40:00") + " | " + at("13:10:00") + " | 2");
    insert("12:20:00 ann 4");
    db.run("WAIT FOR r");
    assertThat(db.rows("SELECT window_start, window_end, n, total FROM r WHERE k = 'ann'"))
        .containsExactly(at("12:00:00") + " | " + at("13:10:00") + " | 3 | 7");
    assertThat(db.number("SELECT COUNT(*) FROM changes.r WHERE op = '-D'")).isEqualTo(2);
    assertThat(db.rows("SELECT * FROM late.r")).isEmpty();
  }

  @Test
  @DisplayName("G21, X9: events exactly a gap apart are two sessions, a millisecond less is one")
  void inactivityOfTheGapEndsASession() {
    stream("");
    sessions("30", "");
    insert("12:00:00 two 1", "12:00:00 one 1", "12:29:59.999 one 1", "12:30:00 two 1");
    db.run("DRAIN r");
    assertThat(db.rows("SELECT k, n FROM r ORDER BY k, window_end"))
        .containsExactly("one | 2", "two | 1", "two | 1");
  }

  @Test
  @DisplayName("G24: the session of one key is final while that of another goes on")
  void aSessionIsFinalByItself() {
    stream("");
    sessions("30", "EMIT ON CLOSE");
    insert("12:00:00 ann 1", "12:20:00 bob 1", "12:31:00 bob 2");
    db.run("WAIT FOR r");
    assertThat(db.rows("SELECT k, n FROM r")).containsExactly("ann | 1");
    insert("12:55:00 bob 4");
    db.run("WAIT FOR r");
    assertThat(db.rows("SELECT k, n FROM r")).containsExactly("ann | 1");
    db.run("DRAIN r");
    assertThat(db.rows("SELECT k, n, total FROM r ORDER BY k"))
        .containsExactly("ann | 1 | 1", "bob | 3 | 7");
  }

  @Test
  @DisplayName("G30: fixed windows of 20 minutes cut a visit in two that a session keeps as one")
  void fixedWindowsAreNoSessions() {
    stream("");
    sessions("20", "");
    db.run(
        "CREATE MATERIALIZED VIEW fixed RETAIN ALL AS SELECT k, window_start, COUNT(*) AS n FROM e"
            + " GROUP BY k, TUMBLE(ts, INTERVAL '20' MINUTE)");
    insert(
        "12:15:00 ann 1",
        "12:19:00 ann 1",
        "12:21:00 ann 1",
        "12:25:00 ann 1",
        "13:01:00 ann 1",
        "13:19:00 bob 1");
    db.run("DRAIN r", "DRAIN fixed");
    assertThat(db.rows("SELECT k, window_start, n FROM r ORDER BY window_end"))
        .containsExactly(
            "ann | " + at("12:15:00") + " | 4",
            "ann | " + at("13:01:00") + " | 1",
            "bob | " + at("13:19:00") + " | 1");
    assertThat(db.rows("SELECT k, window_start, n FROM fixed ORDER BY window_start, k"))
        .containsExactly(
            "ann | " + at("12:00:00") + " | 2",
            "ann | " + at("12:20:00") + " | 2",
            "ann | " + at("13:00:00") + " | 1",
            "bob | " + at("13:00:00") + " | 1");
  }

  @Test
  @DisplayName("G29: each row is in exactly one session")
  void aRowIsInOneSession() {
    stream("");
    sessions("7", "");
    List<String> rows = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      int second = i * i % 3_600;
      rows.add("12:%02d:%02d k%d 1".formatted(second / 60, second % 60, i % 3));
    }
    rows.sort(null);
    insert(rows.toArray(String[]::new));
    db.run("DRAIN r");
    assertThat(db.number("SELECT SUM(n) FROM r")).isEqualTo(200);
    assertThat(
            db.rows(
                "SELECT a.k FROM r a JOIN r b ON a.k IS NOT DISTINCT FROM b.k"
                    + " AND a.window_start < b.window_start AND b.window_start < a.window_end"))
        .isEmpty();
  }

  @Test
  @DisplayName("G22, X8: from the first row to the last, and to the gap after it")
  void lengthWithAndWithoutTheGap() {
    stream("");
    db.run(
        "CREATE MATERIALIZED VIEW r RETAIN ALL AS SELECT k, SESSION_LENGTH() / 60000 AS minutes,"
            + " TIMESTAMPDIFF(MINUTE, window_start, window_end) AS with_gap FROM e"
            + " GROUP BY k, SESSION(ts, INTERVAL '30' MINUTE)");
    insert("12:00:00 ann 1", "12:10:00 bob 10", "12:20:00 ann 2", "12:45:00 ann 4");
    db.run("DRAIN r");
    assertThat(db.rows("SELECT k, minutes, with_gap FROM r ORDER BY k"))
        .containsExactly("ann | 45 | 75", "bob | 0 | 30");
  }
}
