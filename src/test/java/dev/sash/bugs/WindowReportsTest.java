package dev.sash.bugs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sash.TestDatabase;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Scenarios behind public bug reports of comparable systems: windows, watermarks, aggregates. */
class WindowReportsTest {
  private final TestDatabase db = TestDatabase.open();

  @AfterEach
  void close() {
    db.close();
  }

  private void stream(String valueType, String bound) {
    db.run(
        "CREATE STREAM ev (ts TIMESTAMP(3), v %s, WATERMARK FOR ts AS ts%s)"
            .formatted(valueType, bound),
        "SET CLOCK = REPLAY");
  }

  /** One transaction for each row, so that each is taken in before the next. */
  private void insert(String... rows) {
    for (String row : rows) {
      db.run("INSERT INTO ev VALUES (" + row + ")");
    }
  }

  private void view(String columns, String window) {
    db.run(
        "CREATE MATERIALIZED VIEW r RETAIN ALL AS SELECT %s FROM TABLE(%s)"
                .formatted(columns, window)
            + " GROUP BY window_start, window_end");
  }

  private static String day(String time) {
    return "2024-03-04 " + time;
  }

  @Test
  @DisplayName("bug-044: a value stays as long as one of its rows is in the window")
  void percentileOfRepeatedValues() {
    stream("INT", "");
    view(
        "window_start, PERCENTILE_DISC(0.5) WITHIN GROUP (ORDER BY v) AS p, COUNT(DISTINCT v) AS n",
        "HOP(TABLE ev, DESCRIPTOR(ts), INTERVAL '10' SECOND, INTERVAL '20' SECOND)");
    insert("'2024-03-04 10:00:00', 5", "'2024-03-04 10:00:10', 5", "'2024-03-04 10:00:12', 9");
    db.run("DRAIN r");
    assertThat(db.rows("SELECT * FROM r"))
        .containsExactly(
            day("09:59:50") + " | 5 | 1",
            day("10:00:00") + " | 5 | 2",
            day("10:00:10") + " | 5 | 2");
  }

  @Test
  @DisplayName("bug-002: rows before 1970 are in the window that begins before them")
  void rowsBefore1970() {
    stream("INT", "");
    view(
        "window_start, window_end, SUM(v) AS total",
        "TUMBLE(TABLE ev, DESCRIPTOR(ts), INTERVAL '10' SECOND, INTERVAL '5' SECOND)");
    insert("'1969-12-31 00:00:02', 1", "'1969-12-31 00:00:12', 2");
    db.run("DRAIN r");
    assertThat(db.rows("SELECT * FROM r"))
        .containsExactly(
            "1969-12-30 23:59:55 | 1969-12-31 00:00:05 | 1",
            "1969-12-31 00:00:05 | 1969-12-31 00:00:15 | 2");
  }

  @Test
  @DisplayName(
      "bug-005: weeks begin on Thursday as 1970 did, and on Monday with an offset of 4 days")
  void weeks() {
    stream("INT", "");
    insert("'2021-03-06 06:31:15', 1", "'2021-03-08 00:00:00', 2");
    String query =
        "SELECT window_start, window_end, SUM(v) AS total FROM"
            + " TABLE(TUMBLE(TABLE ev, DESCRIPTOR(ts), INTERVAL '7' DAY%s))"
            + " GROUP BY window_start, window_end ORDER BY window_start";
    assertThat(db.rows(query.formatted("")))
        .containsExactly("2021-03-04 00:00:00 | 2021-03-11 00:00:00 | 3");
    assertThat(db.rows(query.formatted(", INTERVAL '4' DAY")))
        .containsExactly(
            "2021-03-01 00:00:00 | 2021-03-08 00:00:00 | 1",
            "2021-03-08 00:00:00 | 2021-03-15 00:00:00 | 2");
  }

  @Test
  @DisplayName("bug-008: a day by a millisecond is refused with the setting, also for plain rows")
  void aHugeRatioIsRefused() {
    stream("INT", "");
    String window = "HOP(TABLE ev, DESCRIPTOR(ts), INTERVAL '0.001' SECOND, INTERVAL '1' DAY)";
    TestDatabase.Refusal refusal =
        db.refused(
            "CREATE MATERIALIZED VIEW r AS SELECT window_end, COUNT(*) AS n FROM TABLE("
                + window
                + ") GROUP BY window_start, window_end");
    assertThat(refusal.state()).isEqualTo("54000");
    assertThat(refusal.message()).contains("86400000", "1 ms", "max_panes_per_window");
    assertThat(db.refused("SELECT * FROM TABLE(" + window + ")").state()).isEqualTo("54000");
    assertThat(db.rows("SELECT name FROM sash.views")).isEmpty();
  }

  @Test
  @DisplayName("bug-008: a minute by a millisecond runs in one pane for each row")
  void aLargeRatioRuns() {
    stream("INT", "");
    view(
        "window_end, COUNT(*) AS n",
        "HOP(TABLE ev, DESCRIPTOR(ts), INTERVAL '0.001' SECOND, INTERVAL '1' MINUTE)");
    List<String> rows = new ArrayList<>();
    for (int i = 0; i < 10_000; i++) {
      rows.add("('" + day("10:00:%02d.%03d".formatted(i / 1000, i % 1000)) + "', 1)");
    }
    db.run("INSERT INTO ev VALUES " + String.join(", ", rows), "DRAIN r");
    assertThat(db.number("SELECT pane_updates FROM sash.progress")).isEqualTo(10_000);
    assertThat(db.number("SELECT COUNT(*) FROM r")).isEqualTo(10_000 + 60_000 - 1);
    assertThat(db.number("SELECT SUM(n) FROM r")).isEqualTo(10_000L * 60_000);
  }

  @Test
  @DisplayName("bug-026: a row hours ahead makes later rows late, and they are counted and shown")
  void aRowFromTheFuture() {
    stream("INT", " - INTERVAL '10' SECOND");
    view("window_start, COUNT(*) AS n", "TUMBLE(TABLE ev, DESCRIPTOR(ts), INTERVAL '1' MINUTE)");
    insert(
        "'" + day("10:00:00") + "', 1",
        "'" + day("12:00:00") + "', 1",
        "'" + day("10:00:05") + "', 1",
        "'" + day("10:00:12") + "', 1");
    db.run("DRAIN r");
    assertThat(db.rows("SELECT * FROM r"))
        .containsExactly(day("10:00:00") + " | 1", day("12:00:00") + " | 1");
    assertThat(db.rows("SELECT ts, windows_dropped FROM late.r ORDER BY ts"))
        .containsExactly(day("10:00:05") + " | 1", day("10:00:12") + " | 1");
    assertThat(db.number("SELECT rows_late FROM sash.progress")).isEqualTo(2);
  }

  @Test
  @DisplayName("bug-029: a late row is late from a file and from INSERT alike")
  void lateOnEveryPath() {
    stream("INT", "");
    db.file(
        "f",
        "ts TIMESTAMP(3), v INT, WATERMARK FOR ts AS ts",
        List.of("2024-03-04T10:01:40,100", "2024-03-04T10:04:10,0", "2024-03-04T10:00:50,9999"));
    for (String from : List.of("ev", "f")) {
      db.run(
          "CREATE MATERIALIZED VIEW r_%s AS SELECT window_start, SUM(v) AS total FROM"
                  .formatted(from)
              + " TABLE(TUMBLE(TABLE %s, DESCRIPTOR(ts), INTERVAL '1' MINUTE))".formatted(from)
              + " GROUP BY window_start, window_end");
    }
    insert(
        "'" + day("10:01:40") + "', 100",
        "'" + day("10:04:10") + "', 0",
        "'" + day("10:00:50") + "', 9999");
    db.run("DRAIN r_ev");
    for (String view : List.of("r_ev", "r_f")) {
      assertThat(db.rows("SELECT * FROM " + view))
          .containsExactly(day("10:01:00") + " | 100", day("10:04:00") + " | 0");
      assertThat(db.rows("SELECT v FROM late." + view)).containsExactly("9999");
    }
  }

  @Test
  @DisplayName("bug-032: a condition that moves with the clock is refused where rows are kept")
  void aMovingCondition() {
    stream("INT", "");
    String query = "SELECT * FROM ev WHERE ts > CURRENT_TIMESTAMP - INTERVAL '60' SECOND";
    TestDatabase.Refusal refusal = db.refused("CREATE MATERIALIZED VIEW r AS " + query);
    assertThat(refusal.state()).isEqualTo("0A000");
    assertThat(refusal.message())
        .startsWith("line 1, column 59: ")
        .contains("CURRENT_TIMESTAMP", "Hint: ");
    assertThat(
            db.refused(
                    "CREATE MATERIALIZED VIEW r AS SELECT v, COUNT(*) AS n FROM ev GROUP BY v"
                        + " HAVING MAX(ts) > LOCALTIMESTAMP")
                .state())
        .isEqualTo("0A000");
    insert("CURRENT_TIMESTAMP, 1", "'2024-03-04 10:00:00', 2");
    // a query that ends is asked anew each time
    assertThat(db.rows("SELECT v FROM (" + query + ")")).containsExactly("1");
  }

  @Test
  @DisplayName("bug-035: a jump of the watermark closes all windows up to it, in order")
  void aJumpOfTheWatermark() {
    stream("INT", "");
    view(
        "window_start, window_end, COUNT(*) AS n",
        "HOP(TABLE ev, DESCRIPTOR(ts), INTERVAL '2' SECOND, INTERVAL '5' SECOND)");
    insert(
        "'" + day("10:00:01") + "', 1",
        "'" + day("10:00:04") + "', 1",
        "'" + day("10:00:09") + "', 1");
    db.run("WAIT FOR r");
    assertThat(db.rows("SELECT * FROM r"))
        .containsExactly(
            day("09:59:58") + " | " + day("10:00:03") + " | 1",
            day("10:00:00") + " | " + day("10:00:05") + " | 2",
            day("10:00:02") + " | " + day("10:00:07") + " | 1",
            day("10:00:04") + " | " + day("10:00:09") + " | 1");
  }

  @Test
  @DisplayName("bug-038: a huge double that has left the window has left the sum")
  void aHugeDoubleLeavesTheWindow() {
    stream("DOUBLE", "");
    view(
        "window_start, AVG(v) AS a",
        "HOP(TABLE ev, DESCRIPTOR(ts), INTERVAL '10' SECOND, INTERVAL '20' SECOND)");
    insert(
        "'" + day("10:00:00") + "', 1.8014398509481984e16",
        "'" + day("10:00:10") + "', 1.0",
        "'" + day("10:00:20") + "', 1.0");
    db.run("DRAIN r");
    assertThat(db.rows("SELECT a FROM r WHERE window_start = TIMESTAMP '" + day("10:00:10") + "'"))
        .containsExactly("1.0");
  }

  @Test
  @DisplayName("bug-041: over no value AVG and SUM are NULL and COUNT is 0")
  void onlyNullsAreLeft() {
    stream("DOUBLE", "");
    view(
        "window_start, AVG(v) AS a, SUM(v) AS s, COUNT(v) AS c, COUNT(*) AS n",
        "HOP(TABLE ev, DESCRIPTOR(ts), INTERVAL '10' SECOND, INTERVAL '20' SECOND)");
    insert(
        "'" + day("10:00:00") + "', 4.0",
        "'" + day("10:00:10") + "', NULL",
        "'" + day("10:00:20") + "', NULL");
    db.run("DRAIN r");
    assertThat(db.rows("SELECT * FROM r WHERE window_start = TIMESTAMP '" + day("10:00:10") + "'"))
        .containsExactly(day("10:00:10") + " | null | null | 0 | 2");
  }

  @Test
  @DisplayName("bug-044: a distinct value stays while one of its duplicates is in the window")
  void aDuplicateLeavesTheWindow() {
    stream("INT", "");
    view(
        "window_start, COUNT(DISTINCT v) AS d",
        "HOP(TABLE ev, DESCRIPTOR(ts), INTERVAL '10' SECOND, INTERVAL '20' SECOND)");
    insert(
        "'" + day("10:00:00") + "', 5",
        "'" + day("10:00:10") + "', 5",
        "'" + day("10:00:12") + "', 9");
    db.run("DRAIN r");
    assertThat(db.rows("SELECT d FROM r WHERE window_start = TIMESTAMP '" + day("10:00:10") + "'"))
        .containsExactly("2");
  }

  @Test
  @DisplayName("bug-053: rows cannot be withdrawn from a stream, so no window is left with count 0")
  void rowsAreNotWithdrawn() {
    stream("INT", "");
    insert("'" + day("10:00:01") + "', 5");
    for (String sql :
        List.of("DELETE FROM ev WHERE v = 5", "UPDATE ev SET v = 0", "TRUNCATE TABLE ev")) {
      assertThat(db.refused(sql).message()).as(sql).contains("\"ev\"");
    }
    assertThat(db.rows("SELECT v FROM ev")).containsExactly("5");
  }

  @Test
  @DisplayName("bug-062: windows older than the retention are gone from the table")
  void retention() {
    stream("INT", "");
    db.run(
        "CREATE MATERIALIZED VIEW r RETAIN INTERVAL '30' SECOND AS"
            + " SELECT window_start, COUNT(*) AS n FROM"
            + " TABLE(TUMBLE(TABLE ev, DESCRIPTOR(ts), INTERVAL '5' SECOND))"
            + " GROUP BY window_start, window_end");
    insert("'" + day("10:00:00") + "', 1", "'" + day("10:10:00") + "', 1");
    db.run("DRAIN r");
    assertThat(db.rows("SELECT * FROM r")).containsExactly(day("10:10:00") + " | 1");
    assertThat(db.rows("SELECT * FROM changes.r WHERE op = '-D'")).isEmpty();
  }

  @Test
  @DisplayName("bug-067: the delay of the watermark is applied once")
  void theDelayIsAppliedOnce() {
    stream("INT", " - INTERVAL '10' SECOND");
    view("window_start, COUNT(*) AS n", "TUMBLE(TABLE ev, DESCRIPTOR(ts), INTERVAL '10' SECOND)");
    insert("'" + day("10:00:01") + "', 1", "'" + day("10:00:15") + "', 1");
    db.run("WAIT FOR r");
    assertThat(db.rows("SELECT * FROM r")).isEmpty();
    insert("'" + day("10:00:20") + "', 1");
    db.run("WAIT FOR r");
    assertThat(db.rows("SELECT * FROM r")).containsExactly(day("10:00:00") + " | 1");
  }

  @Test
  @DisplayName("bug-073: with a slide longer than the size, rows between windows are in none")
  void slideAboveSize() {
    stream("INT", "");
    assertThat(
            db.notices(
                "CREATE MATERIALIZED VIEW r RETAIN ALL AS"
                    + " SELECT window_start, window_end, COUNT(*) AS n FROM TABLE(HOP(TABLE ev,"
                    + " DESCRIPTOR(ts), INTERVAL '10' SECOND, INTERVAL '3' SECOND))"
                    + " GROUP BY window_start, window_end"))
        .containsExactly(
            "rows between windows are ignored (70 % of time); did you swap slide and size?");
    insert(
        "'" + day("10:00:01") + "', 1",
        "'" + day("10:00:05") + "', 1",
        "'" + day("10:00:11") + "', 1");
    db.run("DRAIN r");
    assertThat(db.rows("SELECT * FROM r"))
        .containsExactly(
            day("10:00:00") + " | " + day("10:00:03") + " | 1",
            day("10:00:10") + " | " + day("10:00:13") + " | 1");
    assertThat(db.rows("SELECT * FROM late.r")).isEmpty();
  }

  @Test
  @DisplayName("bug-082: a rare key's window closes by other keys' rows, not by its own next one")
  void aRareKeyCloses() {
    db.run(
        "CREATE STREAM ev (ts TIMESTAMP(3), k VARCHAR, WATERMARK FOR ts AS ts)",
        "SET CLOCK = REPLAY",
        "CREATE MATERIALIZED VIEW r AS SELECT k, window_start, COUNT(*) AS n FROM"
            + " TABLE(TUMBLE(TABLE ev, DESCRIPTOR(ts), INTERVAL '1' SECOND))"
            + " GROUP BY k, window_start, window_end");
    insert("'" + day("10:00:00") + "', 'rare'", "'" + day("10:00:05") + "', 'busy'");
    db.run("WAIT FOR r");
    assertThat(db.rows("SELECT * FROM r")).containsExactly("rare | " + day("10:00:00") + " | 1");
  }
}
