package dev.sash.requirements;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sash.TestDatabase;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rows G of the requirements: a study guide on windows, event time and triggers. */
class WindowingGuideTest {
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
      String[] parts = row.split(" ");
      values.add("('%s', '%s', %s)".formatted(at(parts[0]), parts[1], parts[2]));
    }
    db.run("INSERT INTO e VALUES " + String.join(", ", values));
  }

  private static String tumble(String size) {
    return "TABLE(TUMBLE(TABLE e, DESCRIPTOR(ts), INTERVAL " + size + "))";
  }

  private static String hop(String slide, String size) {
    return "TABLE(HOP(TABLE e, DESCRIPTOR(ts), INTERVAL %s, INTERVAL %s))".formatted(slide, size);
  }

  @Test
  @DisplayName("G1: an event of 12:01:05 at 12:04:30 is 205 s behind")
  void lagIsShown() {
    stream("");
    db.run(
        "SET CLOCK = MANUAL",
        "CREATE MATERIALIZED VIEW r AS SELECT window_end, COUNT(*) AS n FROM "
            + tumble("'5' MINUTE")
            + " GROUP BY window_start, window_end",
        "ADVANCE CLOCK TO TIMESTAMP '2024-03-04 12:04:30'");
    insert("12:01:05 a 1");
    db.run("WAIT FOR r");
    assertThat(db.number("SELECT lag_millis FROM sash.progress WHERE view = 'r'"))
        .isEqualTo(205_000);
  }

  @Test
  @DisplayName("G2: a sale of 12:01 that arrives at 12:15 is in the window of 12:00")
  void eventTimeDecides() {
    stream(" - INTERVAL '15' MINUTE");
    db.run(
        "CREATE MATERIALIZED VIEW r AS SELECT window_start, SUM(v) AS sales FROM "
            + tumble("'5' MINUTE")
            + " GROUP BY window_start, window_end");
    insert("12:02:00 a 10", "12:15:00 a 1", "12:01:00 a 100");
    db.run("DRAIN r");
    assertThat(db.rows("SELECT * FROM r"))
        .containsExactly(at("12:00:00") + " | 110", at("12:15:00") + " | 1");
    assertThat(db.rows("SELECT * FROM late.r")).isEmpty();
  }

  @Test
  @DisplayName("G3: the order of arrival within the bound and pauses change no FINAL row")
  void arrivalOrderChangesNothing() {
    List<String> expected = null;
    for (int seed = 0; seed < 20; seed++) {
      try (TestDatabase once = TestDatabase.open()) {
        List<String> rows = arrival(once, seed);
        if (expected == null) {
          expected = rows;
          assertThat(rows).hasSizeGreaterThan(20);
        }
        assertThat(rows).as("seed %d", seed).isEqualTo(expected);
      }
    }
  }

  /** The FINAL rows when events of one minute arrive up to ten seconds out of order. */
  private static List<String> arrival(TestDatabase once, long seed) {
    once.run(
        "CREATE STREAM e (ts TIMESTAMP(3), k VARCHAR, v INT,"
            + " WATERMARK FOR ts AS ts - INTERVAL '10' SECOND)",
        "SET CLOCK = REPLAY",
        "CREATE MATERIALIZED VIEW r AS SELECT k, window_end, COUNT(*) AS n, SUM(v) AS total FROM "
            + hop("'5' SECOND", "'15' SECOND")
            + " GROUP BY k, window_start, window_end");
    SplittableRandom random = new SplittableRandom(seed);
    List<Integer> waiting = new ArrayList<>();
    List<String> batch = new ArrayList<>();
    for (int second = 0; second < 70; second++) {
      if (second < 60) {
        waiting.add(second);
      }
      // what would be more than ten seconds behind a later one must go now
      while (!waiting.isEmpty() && (waiting.get(0) <= second - 10 || random.nextInt(3) == 0)) {
        boolean due = waiting.get(0) <= second - 10;
        batch.add(row(waiting.remove(due ? 0 : random.nextInt(waiting.size()))));
      }
      if (!batch.isEmpty() && random.nextInt(4) == 0) {
        once.run("INSERT INTO e VALUES " + String.join(", ", batch), "WAIT FOR r");
        batch.clear();
      }
    }
    if (!batch.isEmpty()) {
      once.run("INSERT INTO e VALUES " + String.join(", ", batch));
    }
    once.run("DRAIN r");
    assertThat(once.rows("SELECT * FROM late.r")).as("seed %d", seed).isEmpty();
    return once.rows(
        "SELECT k, window_end, n, total FROM changes.r WHERE kind = 'FINAL' ORDER BY 2, 1");
  }

  private static String row(int second) {
    return "('%s', 'k%d', %d)".formatted(at("12:00:%02d".formatted(second)), second % 3, second);
  }

  @Test
  @DisplayName("G5: without a window a bounded input gives one row at its end")
  void aBoundedInputGivesOneRow() {
    db.file(
        "e",
        "ts TIMESTAMP(3), v INT, WATERMARK FOR ts AS ts",
        List.of("2024-03-04T12:00:00,1", "2024-03-04T12:00:01,2"));
    db.run("CREATE MATERIALIZED VIEW r AS SELECT COUNT(*) AS n, SUM(v) AS total FROM e");
    assertThat(db.rows("SELECT * FROM r")).containsExactly("2 | 3");
    assertThat(db.rows("SELECT n, total FROM changes.r WHERE kind = 'FINAL'"))
        .containsExactly("2 | 3");
  }

  @Test
  @DisplayName("G6: an aggregate without a window is shown every second, and says so")
  void anAggregateWithoutAWindowIsNotSilent() {
    stream("");
    assertThat(db.notices("CREATE MATERIALIZED VIEW r RETAIN ALL AS SELECT COUNT(*) AS n FROM e"))
        .containsExactly(
            "an aggregate without a window never closes: its rows are shown every 1 s,"
                + " unless EMIT says otherwise");
    insert("12:00:00 a 1", "12:00:00.5 a 1", "12:00:02 a 1");
    db.run("WAIT FOR r");
    assertThat(db.rows("SELECT emitted_at, kind, n FROM changes.r WHERE op <> '-D' ORDER BY seq"))
        .containsExactly(at("12:00:00") + " | EARLY | 1", at("12:00:01") + " | EARLY | 2");
    assertThat(
            db.notices(
                "CREATE MATERIALIZED VIEW q RETAIN ALL AS SELECT COUNT(*) AS n FROM e"
                    + " EMIT EVERY INTERVAL '5' SECOND"))
        .isEmpty();
    assertThat(
            db.notices(
                "CREATE MATERIALIZED VIEW c RETAIN ALL AS SELECT COUNT(*) AS n FROM e EMIT ON CLOSE"))
        .containsExactly(
            "without a window nothing closes before DRAIN, so ON CLOSE shows no row until then;"
                + " EMIT EVERY INTERVAL '1' SECOND shows rows as they change");
  }

  @Test
  @DisplayName("G7: fixed windows of 5 minutes hold two events each")
  void fixedWindows() {
    stream("");
    insert(
        "12:02:00 A 1",
        "12:04:00 B 1",
        "12:06:00 C 1",
        "12:09:00 D 1",
        "12:11:00 E 1",
        "12:14:00 F 1");
    assertThat(
            db.rows(
                "SELECT window_start, window_end, COUNT(*) AS n, MIN(k), MAX(k) FROM "
                    + tumble("'5' MINUTE")
                    + " GROUP BY window_start, window_end ORDER BY 1"))
        .containsExactly(
            at("12:00:00") + " | " + at("12:05:00") + " | 2 | A | B",
            at("12:05:00") + " | " + at("12:10:00") + " | 2 | C | D",
            at("12:10:00") + " | " + at("12:15:00") + " | 2 | E | F");
  }

  @ParameterizedTest(
      name = "G8, G29: a row is in one fixed window of {0} ms, and in one global one")
  @CsvSource({"1", "7", "1000", "86400000", "777777"})
  void aRowIsInOneFixedWindow(long size) {
    db.run("CREATE STREAM e (ts TIMESTAMP(3), id INT, WATERMARK FOR ts AS ts)");
    SplittableRandom random = new SplittableRandom(size);
    List<String> rows = new ArrayList<>();
    for (int id = 0; id < 200; id++) {
      long day = random.nextLong(-400, 400);
      rows.add(
          "(DATEADD('MILLISECOND', %d, DATEADD('DAY', %d, TIMESTAMP '1970-01-01 00:00:00')), %d)"
              .formatted(random.nextLong(86_400_000), day, id));
    }
    db.run("INSERT INTO e VALUES " + String.join(", ", rows));
    String windows =
        "SELECT id, ts, window_start, window_end FROM"
            + " TABLE(TUMBLE(TABLE e, DESCRIPTOR(ts), INTERVAL '%d.%03d' SECOND))"
                .formatted(size / 1000, size % 1000);
    assertThat(db.rows(windows)).hasSize(200);
    assertThat(
            db.rows("SELECT id FROM (" + windows + ") WHERE ts < window_start OR ts >= window_end"))
        .isEmpty();
    assertThat(db.rows("SELECT COUNT(*), COUNT(DISTINCT id) FROM (" + windows + ")"))
        .containsExactly("200 | 200");
    assertThat(db.rows("SELECT COUNT(*) FROM e")).containsExactly("200");
  }

  @Test
  @DisplayName("G9: state goes when the watermark has passed the window's end")
  void stateGoesWithItsWindow() {
    stream("");
    db.run(
        "SET reprocess_bytes = 0",
        "CREATE MATERIALIZED VIEW r AS SELECT k, window_end, COUNT(*) AS n FROM "
            + hop("'10' SECOND", "'60' SECOND")
            + " GROUP BY k, window_start, window_end");
    insert("12:00:00 base 1");
    db.run("WAIT FOR r");
    long open = db.number("SELECT windows_open FROM sash.progress");
    assertThat(open).isEqualTo(6);
    for (int minute = 1; minute < 60; minute++) {
      List<String> rows = new ArrayList<>();
      for (int i = 0; i < 120; i++) {
        rows.add("12:%02d:%02d k%d-%d 1".formatted(minute, i / 2, minute, i));
      }
      insert(rows.toArray(String[]::new));
    }
    insert("14:00:00 base 1");
    db.run("WAIT FOR r");
    assertThat(db.number("SELECT windows_open FROM sash.progress")).isEqualTo(open);
    // keys are given back when enough have come: never more than twice those that were in use
    assertThat(db.number("SELECT keys FROM sash.progress")).isLessThan(1_200);
  }

  @Test
  @DisplayName("E18, G9: keys of windows that are gone do not count against max_keys")
  void keysOfPastWindowsDoNotCount() {
    stream("");
    db.run(
        "SET max_keys = 100",
        "CREATE MATERIALIZED VIEW r AS SELECT k, window_end, COUNT(*) AS n FROM "
            + tumble("'1' MINUTE")
            + " GROUP BY k, window_start, window_end");
    for (int minute = 0; minute < 20; minute++) {
      insert("12:%02d:00 first-%d 1".formatted(minute, minute));
      for (int i = 1; i < 90; i += 3) {
        String row = "12:%02d:%02d k%d-%d 1";
        insert(
            row.formatted(minute, i / 2, minute, i),
            row.formatted(minute, i / 2, minute, i + 1),
            row.formatted(minute, i / 2, minute, i + 2));
      }
    }
    db.run("DRAIN r");
    assertThat(db.number("SELECT COUNT(*) FROM r")).isEqualTo(20 * 91);
  }

  @Test
  @DisplayName("G10: hourly bills, five-minute latencies and daily sums of one stream")
  void fixedWindowsOfThreeSizes() {
    stream("");
    insert("00:10:00 a 1", "00:59:59.999 a 2", "01:00:00 a 4", "23:59:59 b 8");
    assertThat(
            db.rows(
                "SELECT k, window_start, SUM(v) AS bill FROM "
                    + tumble("'1' HOUR")
                    + " GROUP BY k, window_start, window_end ORDER BY window_start"))
        .containsExactly(
            "a | " + at("00:00:00") + " | 3",
            "a | " + at("01:00:00") + " | 4",
            "b | " + at("23:00:00") + " | 8");
    assertThat(
            db.rows(
                "SELECT window_start, AVG(v) AS latency FROM "
                    + tumble("'5' MINUTE")
                    + " WHERE k = 'a' GROUP BY window_start, window_end ORDER BY window_start"))
        .containsExactly(
            at("00:10:00") + " | 1.0", at("00:55:00") + " | 2.0", at("01:00:00") + " | 4.0");
    assertThat(
            db.rows(
                "SELECT window_start, SUM(v) AS total FROM "
                    + tumble("'1' DAY")
                    + " GROUP BY window_start, window_end"))
        .containsExactly(at("00:00:00") + " | 15");
  }

  @Test
  @DisplayName("G11: 12:07 is in [12:00, 12:10) and [12:05, 12:15)")
  void anEventInTwoSlidingWindows() {
    stream("");
    insert("12:07:00 X 1");
    assertThat(
            db.rows(
                "SELECT window_start, window_end FROM "
                    + hop("'5' MINUTE", "'10' MINUTE")
                    + " ORDER BY 1"))
        .containsExactly(
            at("12:00:00") + " | " + at("12:10:00"), at("12:05:00") + " | " + at("12:15:00"));
  }

  @Test
  @DisplayName("G15, G18: mean of each sensor over 15 and over 10 minutes, every minute")
  void movingMeans() {
    stream("");
    insert("12:00:30 s1 10", "12:05:00 s1 20", "12:05:00 s2 7");
    String query =
        "SELECT k, window_end, AVG(v) AS mean FROM %s GROUP BY k, window_start, window_end"
            + " ORDER BY window_end, k";
    List<String> fifteen = db.rows(query.formatted(hop("'1' MINUTE", "'15' MINUTE")));
    assertThat(fifteen).hasSize(20 + 15);
    assertThat(fifteen).contains("s1 | " + at("12:15:00") + " | 15.0");
    List<String> ten = db.rows(query.formatted(hop("'1' MINUTE", "'10' MINUTE")));
    assertThat(ten).hasSize(15 + 10);
    assertThat(ten)
        .contains(
            "s1 | " + at("12:10:00") + " | 15.0",
            "s1 | " + at("12:11:00") + " | 20.0",
            "s2 | " + at("12:15:00") + " | 7.0");
    assertThat(db.plan(query.formatted(hop("'1' MINUTE", "'15' MINUTE"))))
        .contains("15 windows a row");
  }

  @Test
  @DisplayName("G16: an error rate of exactly 5 % over 30 minutes is not above it")
  void anErrorRateAboveFivePercent() {
    stream("");
    List<String> rows = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      rows.add("12:00:01 five " + (i < 5 ? 1 : 0));
      rows.add("12:00:01 six " + (i < 6 ? 1 : 0));
    }
    insert(rows.toArray(String[]::new));
    String query =
        "SELECT k, window_end FROM "
            + hop("'2' MINUTE", "'30' MINUTE")
            + " GROUP BY k, window_start, window_end HAVING SUM(v) * 1.0 / COUNT(*) > 0.05";
    assertThat(db.rows(query)).hasSize(15).allMatch(row -> row.startsWith("six"));
    assertThat(db.plan(query)).contains("15 windows a row");
  }

  @Test
  @DisplayName("G26, X7: each key and window has exactly one FINAL row, at closing")
  void oneFinalRowForEachWindow() {
    stream("");
    db.run(
        "CREATE MATERIALIZED VIEW r AS SELECT k, window_end, COUNT(*) AS n FROM "
            + hop("'1' MINUTE", "'3' MINUTE")
            + " GROUP BY k, window_start, window_end EMIT EVERY INTERVAL '10' SECOND");
    for (int minute = 0; minute < 10; minute++) {
      insert("12:0%d:05 a 1".formatted(minute), "12:0%d:35 b 1".formatted(minute));
    }
    insert("12:03:00 a 1");
    db.run("DRAIN r");
    assertThat(
            db.rows(
                "SELECT k, window_end, COUNT(*) AS finals FROM changes.r WHERE kind = 'FINAL'"
                    + " GROUP BY k, window_end HAVING COUNT(*) <> 1"))
        .isEmpty();
    assertThat(db.number("SELECT COUNT(*) FROM changes.r WHERE kind = 'FINAL'"))
        .isEqualTo(db.number("SELECT COUNT(*) FROM r"))
        .isEqualTo(24);
    assertThat(db.rows("SELECT * FROM changes.r WHERE kind = 'LATE'")).isEmpty();
  }

  @Test
  @DisplayName("G27: an event after its window closed is dropped, counted and shown")
  void aLateEventIsShown() {
    stream("");
    db.run(
        "CREATE MATERIALIZED VIEW r AS SELECT window_end, SUM(v) AS total FROM "
            + tumble("'5' MINUTE")
            + " GROUP BY window_start, window_end");
    insert("12:01:00 a 1", "12:05:00 a 1");
    insert("12:02:00 late 100");
    db.run("DRAIN r");
    assertThat(db.rows("SELECT * FROM r"))
        .containsExactly(at("12:05:00") + " | 1", at("12:10:00") + " | 1");
    assertThat(db.rows("SELECT ts, k, v, windows_dropped, windows_accepted FROM late.r"))
        .containsExactly(at("12:02:00") + " | late | 100 | 1 | 0");
    assertThat(db.number("SELECT rows_late FROM sash.progress")).isEqualTo(1);
  }

  @Test
  @DisplayName("G29: a row is in size / slide sliding windows")
  void aRowIsInSizeBySlideWindows() {
    stream("");
    insert("12:00:00 a 1", "12:00:07 a 2", "12:31:59 a 3");
    assertThat(
            db.rows(
                "SELECT v, COUNT(*) AS n FROM (SELECT v, window_start FROM "
                    + hop("'20' SECOND", "'5' MINUTE")
                    + ") GROUP BY v ORDER BY v"))
        .containsExactly("1 | 15", "2 | 15", "3 | 15");
  }

  @Test
  @DisplayName(
      "G31, X6: 30 minutes every 2 s are 900 windows, and a slide of 30 s or 1 min is advised")
  void aFineStepRunsAndIsAdvisedAgainst() {
    stream("");
    String query =
        "SELECT k, window_end, AVG(v) AS a FROM "
            + hop("'2' SECOND", "'30' MINUTE")
            + " GROUP BY k, window_start, window_end";
    assertThat(db.plan(query)).contains("900 windows a row");
    assertThat(db.notices("EXPLAIN " + query))
        .containsExactly(
            "each row is in 900 windows, and one window closes every 2 s;"
                + " a slide of 30 s makes it 60, of 1 min 30");
    db.run("CREATE MATERIALIZED VIEW r AS " + query);
    List<String> rows = new ArrayList<>();
    for (int second = 0; second < 3_600; second += 3) {
      rows.add("12:%02d:%02d s1 %d".formatted(second / 60, second % 60, second));
    }
    insert(rows.toArray(String[]::new));
    db.run("DRAIN r");
    // the last row is at 12:59:57, the windows begin at 11:30:02 to 12:59:56
    assertThat(db.number("SELECT COUNT(*) FROM r")).isEqualTo(2_698);
    // the rows of 12:15:00 to 12:44:57
    assertThat(db.rows("SELECT a FROM r WHERE window_end = TIMESTAMP '2024-03-04 12:45:00'"))
        .containsExactly("1798.5");
    for (String slide : List.of("'30' SECOND", "'1' MINUTE")) {
      assertThat(db.plan("SELECT v FROM " + hop(slide, "'30' MINUTE")))
          .contains((slide.contains("30") ? 60 : 30) + " windows a row");
    }
  }
}
