package dev.sash.bugs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sash.TestDatabase;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Scenarios behind public bug reports of comparable systems: sessions. */
class SessionReportsTest {
  private final TestDatabase db = TestDatabase.open();

  @AfterEach
  void close() {
    db.close();
  }

  private void stream(String bound) {
    db.run(
        "CREATE STREAM ev (ts TIMESTAMP(3), k VARCHAR, WATERMARK FOR ts AS ts%s)".formatted(bound),
        "SET CLOCK = REPLAY");
  }

  private void view(String window, String keys, String emit) {
    db.run(
        "CREATE MATERIALIZED VIEW r RETAIN ALL AS SELECT %swindow_start, window_end, COUNT(*) AS n"
                .formatted(keys)
            + " FROM TABLE(%s) GROUP BY %swindow_start, window_end %s"
                .formatted(window, keys, emit));
  }

  private void insert(String... rows) {
    for (String row : rows) {
      db.run("INSERT INTO ev VALUES ('2024-03-04 " + row.replace(" ", "', '") + "')");
    }
  }

  @Test
  @DisplayName("bug-023: a row of another key closes the session of a quiet one")
  void quietKeyCloses() {
    stream(" - INTERVAL '5' SECOND");
    view("SESSION(TABLE ev PARTITION BY k, DESCRIPTOR(ts), INTERVAL '5' SECOND)", "k, ", "");
    insert("10:00:00 quiet", "10:05:00 busy");
    db.run("WAIT FOR r");
    assertThat(db.rows("SELECT * FROM r"))
        .containsExactly("quiet | 2024-03-04 10:00:00 | 2024-03-04 10:00:05 | 1");
  }

  @Test
  @DisplayName("bug-059: what is emitted in between does not move the watermark")
  void watermarkStaysWhenTicking() {
    stream(" - INTERVAL '1' MINUTE");
    view(
        "SESSION(TABLE ev PARTITION BY k, DESCRIPTOR(ts), INTERVAL '1' MINUTE)",
        "k, ",
        "EMIT EVERY INTERVAL '1' SECOND");
    insert("10:00:50 k", "10:04:10 z", "10:03:20 k");
    db.run("DRAIN r");
    assertThat(db.rows("SELECT * FROM r"))
        .containsExactly(
            "k | 2024-03-04 10:00:50 | 2024-03-04 10:01:50 | 1",
            "k | 2024-03-04 10:03:20 | 2024-03-04 10:04:20 | 1",
            "z | 2024-03-04 10:04:10 | 2024-03-04 10:05:10 | 1");
  }

  @Test
  @DisplayName("bug-065: a session that grows leaves no row behind, at its end and at its start")
  void growingSessionIsOneRow() {
    stream(" - INTERVAL '1' MINUTE");
    view(
        "SESSION(TABLE ev PARTITION BY k, DESCRIPTOR(ts), INTERVAL '10' SECOND)",
        "k, ",
        "EMIT ON CHANGE");
    insert("10:00:00 k", "10:00:05 k");
    db.run("WAIT FOR r");
    assertThat(db.rows("SELECT * FROM r"))
        .containsExactly("k | 2024-03-04 10:00:00 | 2024-03-04 10:00:15 | 2");
    insert("09:59:55 k");
    db.run("WAIT FOR r");
    assertThat(db.rows("SELECT * FROM r"))
        .containsExactly("k | 2024-03-04 09:59:55 | 2024-03-04 10:00:15 | 3");
  }

  @Test
  @DisplayName("bug-076: sessions further apart than the gap are not one, whatever the order")
  void farSessionsStayApart() {
    stream(" - INTERVAL '1' HOUR");
    view("SESSION(TABLE ev PARTITION BY k, DESCRIPTOR(ts), INTERVAL '15' MINUTE)", "k, ", "");
    insert("10:40:00 k", "10:00:00 k", "10:20:00 k", "10:05:00 k");
    db.run("DRAIN r");
    assertThat(db.rows("SELECT * FROM r"))
        .containsExactly(
            "k | 2024-03-04 10:00:00 | 2024-03-04 10:20:00 | 2",
            "k | 2024-03-04 10:20:00 | 2024-03-04 10:35:00 | 1",
            "k | 2024-03-04 10:40:00 | 2024-03-04 10:55:00 | 1");
  }

  @Test
  @DisplayName("bug-085: sessions without a key are one line")
  void sessionsWithoutKey() {
    stream("");
    view("SESSION(TABLE ev, DESCRIPTOR(ts), INTERVAL '15' MINUTE)", "", "");
    insert("10:00:00 a", "10:10:00 b", "11:00:00 c");
    db.run("DRAIN r");
    assertThat(db.rows("SELECT * FROM r"))
        .containsExactly(
            "2024-03-04 10:00:00 | 2024-03-04 10:25:00 | 2",
            "2024-03-04 11:00:00 | 2024-03-04 11:15:00 | 1");
  }
}
