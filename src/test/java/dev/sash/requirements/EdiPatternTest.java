package dev.sash.requirements;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sash.TestDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows E of the requirements: a sliding view over messages of business partners. */
class EdiPatternTest {
  private static final LocalDateTime TEN = LocalDateTime.of(2024, 3, 4, 10, 0);
  private static final String HOP =
      "TABLE(HOP(TABLE m, DESCRIPTOR(ts), INTERVAL '30' SECOND, INTERVAL '5' MINUTE))";

  private final TestDatabase db = TestDatabase.open();

  @AfterEach
  void close() {
    db.close();
  }

  private void messages() {
    db.run(
        "CREATE STREAM m (ts TIMESTAMP(3), partner VARCHAR, ok BOOLEAN, latency INT,"
            + " WATERMARK FOR ts AS ts)",
        "SET CLOCK = REPLAY");
  }

  private static String message(double seconds, String partner, boolean ok, int latency) {
    return "('%s', '%s', %s, %d)"
        .formatted(TEN.plusNanos((long) (seconds * 1e9)), partner, ok, latency);
  }

  private void insert(List<String> rows) {
    db.run("INSERT INTO m VALUES " + String.join(", ", rows));
  }

  @Test
  @DisplayName("E1: the first row comes after the first step, not after the whole window")
  void theFirstRowComesAfterTheFirstStep() {
    messages();
    db.run(
        "CREATE MATERIALIZED VIEW r AS SELECT window_end, COUNT(*) AS n FROM "
            + HOP
            + " GROUP BY window_start, window_end EMIT EVERY INTERVAL '30' SECOND");
    insert(List.of(message(15, "a", true, 1), message(31, "a", true, 1)));
    db.run("WAIT FOR r");
    assertThat(db.rows("SELECT emitted_at, kind, window_end, n FROM changes.r"))
        .containsExactly("2024-03-04 10:00:30 | EARLY | 2024-03-04 10:00:30 | 1");
  }

  @Test
  @DisplayName("E2: an event at 10:00:15 is in the ten windows of 5 minutes that step by 30 s")
  void anEventIsInTenWindows() {
    messages();
    insert(List.of(message(15, "a", true, 1)));
    List<String> ends = new ArrayList<>();
    for (int i = 1; i <= 10; i++) {
      ends.add(
          db.rows("SELECT DATEADD('SECOND', " + 30 * i + ", TIMESTAMP '2024-03-04 10:00:00')")
              .get(0));
    }
    assertThat(db.rows("SELECT window_end FROM " + HOP + " ORDER BY window_end")).isEqualTo(ends);
    assertThat(
            db.rows(
                "SELECT window_end FROM "
                    + HOP
                    + " GROUP BY window_start, window_end"
                    + " ORDER BY window_end"))
        .isEqualTo(ends);
    assertThat(ends.get(0)).isEqualTo("2024-03-04 10:00:30");
    assertThat(ends.get(9)).isEqualTo("2024-03-04 10:05:00");
  }

  @ParameterizedTest(name = "E3: a row is in the windows with start <= t < end, seed {0}")
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void aRowIsInAllWindowsThatHoldItsTime(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    long slide = random.nextLong(1, 5_000);
    long size = random.nextLong(1, 20_000);
    long offset = random.nextLong(-30_000, 30_000);
    db.run("CREATE STREAM e (ts TIMESTAMP(3), id INT, WATERMARK FOR ts AS ts)");
    TreeSet<String> expected = new TreeSet<>();
    for (int id = 0; id < 20; id++) {
      long time = random.nextLong(-40_000, 40_000);
      db.run("INSERT INTO e VALUES ('%s', %d)".formatted(instant(time), id));
      for (long start = -80_000 - Math.floorMod(-80_000 - offset, slide);
          start <= time;
          start += slide) {
        if (time < start + size) {
          expected.add(id + " | " + instant(start) + " | " + instant(start + size));
        }
      }
    }
    List<String> rows =
        db.rows(
            ("SELECT id, window_start, window_end FROM"
                    + " TABLE(HOP(TABLE e, DESCRIPTOR(ts), INTERVAL '%s' SECOND,"
                    + " INTERVAL '%s' SECOND, INTERVAL '%s' SECOND))")
                .formatted(seconds(slide), seconds(size), seconds(offset)));
    assertThat(rows)
        .as("seed %d: slide %d, size %d, offset %d", seed, slide, size, offset)
        .containsExactlyInAnyOrderElementsOf(expected);
  }

  private static String seconds(long millis) {
    return (millis < 0 ? "-" : "")
        + "%d.%03d".formatted(Math.abs(millis) / 1000, Math.abs(millis) % 1000);
  }

  private static String instant(long millis) {
    LocalDateTime time = LocalDateTime.of(1970, 1, 1, 0, 0).plusNanos(millis * 1_000_000);
    String text = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSS").format(time);
    return text.replaceFirst("\\.?0{1,3}$", "");
  }

  @Test
  @DisplayName("E4: a thousand events within a step give one row for each key at that step")
  void aStepEmitsOnceForEachKey() {
    messages();
    db.run(
        "CREATE MATERIALIZED VIEW r AS SELECT partner, window_end, COUNT(*) AS n FROM "
            + HOP
            + " GROUP BY partner, window_start, window_end EMIT EVERY INTERVAL '30' SECOND");
    List<String> rows = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      rows.add(message(0.001 + i * 0.029, "p" + i % 3, true, 1));
    }
    insert(rows);
    insert(List.of(message(30.5, "p0", true, 1)));
    db.run("WAIT FOR r");
    assertThat(db.rows("SELECT partner, window_end, kind, rev, n FROM changes.r ORDER BY partner"))
        .containsExactly(
            "p0 | 2024-03-04 10:00:30 | EARLY | 0 | 334",
            "p1 | 2024-03-04 10:00:30 | EARLY | 0 | 333",
            "p2 | 2024-03-04 10:00:30 | EARLY | 0 | 333");
  }

  @Test
  @DisplayName("E5: each tick shows one current window for each key")
  void eachTickShowsTheCurrentWindowOfEachKey() {
    messages();
    db.run(
        "CREATE MATERIALIZED VIEW r AS SELECT partner, window_end, COUNT(*) AS n FROM "
            + HOP
            + " GROUP BY partner, window_start, window_end EMIT EVERY INTERVAL '30' SECOND");
    List<String> rows = new ArrayList<>();
    for (int second = 1; second <= 601; second++) {
      rows.add(message(second, "a", true, 1));
      rows.add(message(second, "b", true, 1));
    }
    insert(rows);
    db.run("WAIT FOR r");
    assertThat(
            db.rows(
                "SELECT emitted_at, partner, COUNT(*) AS n FROM changes.r"
                    + " WHERE kind = 'EARLY' GROUP BY emitted_at, partner HAVING COUNT(*) <> 1"))
        .isEmpty();
    assertThat(db.number("SELECT COUNT(DISTINCT emitted_at) FROM changes.r")).isEqualTo(20);
    assertThat(db.number("SELECT COUNT(*) FROM changes.r WHERE kind = 'EARLY'")).isEqualTo(40);
    // at the tick of 10:10:00 the row of that second has come and closed the window that ends there
    assertThat(db.rows("SELECT partner, window_end, n FROM latest.r ORDER BY partner"))
        .containsExactly("a | 2024-03-04 10:10:30 | 271", "b | 2024-03-04 10:10:30 | 271");
  }

  @Test
  @DisplayName("E6: a slide as long as the size is a tumbling window, row for row")
  void aSlideAsLongAsTheSizeTumbles() {
    messages();
    String query =
        "SELECT partner, window_start, window_end, COUNT(*) AS n, AVG(latency) AS a"
            + " FROM TABLE(%s) GROUP BY partner, window_start, window_end";
    db.run(
        "CREATE MATERIALIZED VIEW h AS "
            + query.formatted(
                "HOP(TABLE m, DESCRIPTOR(ts), INTERVAL '10' SECOND, INTERVAL '10' SECOND)"),
        "CREATE MATERIALIZED VIEW t AS "
            + query.formatted("TUMBLE(TABLE m, DESCRIPTOR(ts), INTERVAL '10' SECOND)"));
    List<String> rows = new ArrayList<>();
    SplittableRandom random = new SplittableRandom(6);
    for (int second = 0; second < 95; second++) {
      rows.add(message(second, "p" + random.nextInt(3), true, random.nextInt(100)));
    }
    insert(rows);
    db.run("DRAIN h", "DRAIN t");
    assertThat(db.rows("SELECT * FROM changes.h")).isEqualTo(db.rows("SELECT * FROM changes.t"));
    assertThat(db.rows("SELECT * FROM h")).hasSizeGreaterThan(20);
  }

  @Test
  @DisplayName("E7: state does not multiply by size / slide")
  void stateDoesNotMultiply() {
    messages();
    db.run(
        "CREATE MATERIALIZED VIEW r AS SELECT partner, window_end, COUNT(*) AS n FROM"
            + " TABLE(HOP(TABLE m, DESCRIPTOR(ts), INTERVAL '1' SECOND, INTERVAL '1' HOUR))"
            + " GROUP BY partner, window_start, window_end");
    List<String> rows = new ArrayList<>();
    for (int second = 0; second < 3_600; second++) {
      rows.add(message(second, "a", true, 1));
    }
    insert(rows);
    db.run("WAIT FOR r");
    assertThat(db.number("SELECT pane_updates FROM sash.progress")).isEqualTo(3_600);
    // 3,600 panes of one entry; a copy for each window would be 12,960,000 entries
    assertThat(db.number("SELECT state_bytes FROM sash.progress")).isLessThan(3_600 * 1_000);
  }

  @Test
  @DisplayName("E9: average latency of the past 60 s")
  void averageLatencyOfAMinute() {
    messages();
    db.run(
        "CREATE MATERIALIZED VIEW r AS SELECT window_end, AVG(latency) AS a FROM"
            + " TABLE(HOP(TABLE m, DESCRIPTOR(ts), INTERVAL '30' SECOND, INTERVAL '60' SECOND))"
            + " GROUP BY window_start, window_end");
    insert(
        List.of(
            message(0, "a", true, 100), message(29, "a", true, 200), message(59, "a", true, 600)));
    db.run("DRAIN r");
    assertThat(db.rows("SELECT * FROM r"))
        .containsExactly(
            "2024-03-04 10:00:30 | 150.0",
            "2024-03-04 10:01:00 | 300.0",
            "2024-03-04 10:01:30 | 600.0");
  }

  @Test
  @DisplayName("E10: error rate of the past 5 minutes, as AVG of a CASE and with FILTER")
  void errorRateInTwoSpellings() {
    messages();
    insert(
        List.of(
            message(0, "a", true, 1),
            message(60, "a", false, 1),
            message(61, "a", true, 1),
            message(62, "a", true, 1)));
    assertThat(
            db.rows(
                "SELECT AVG(CASE WHEN ok THEN 0.0e0 ELSE 1.0e0 END) AS a,"
                    + " COUNT(*) FILTER (WHERE NOT ok) * 1.0e0 / COUNT(*) AS b"
                    + " FROM TABLE(TUMBLE(TABLE m, DESCRIPTOR(ts), INTERVAL '5' MINUTE))"
                    + " GROUP BY window_start, window_end"))
        .containsExactly("0.25 | 0.25");
  }

  @Test
  @DisplayName("E11: a success rate of 99.49 % is below 99.5 %, 99.5 % is not")
  void successRateBelowTheAgreedOne() {
    messages();
    db.run(
        "CREATE MATERIALIZED VIEW r AS SELECT partner, window_end,"
            + " COUNT(*) FILTER (WHERE ok) * 100.0 / COUNT(*) AS rate FROM "
            + HOP
            + " GROUP BY partner, window_start, window_end"
            + " HAVING COUNT(*) FILTER (WHERE ok) * 100.0 / COUNT(*) < 99.5");
    List<String> rows = new ArrayList<>();
    for (int i = 0; i < 10_000; i++) {
      rows.add(message(i * 0.0001, "below", i >= 51, 1));
      rows.add(message(i * 0.0001, "exact", i >= 50, 1));
    }
    insert(rows);
    db.run("DRAIN r");
    assertThat(db.rows("SELECT DISTINCT partner FROM r")).containsExactly("below");
    assertThat(db.number("SELECT COUNT(*) FROM r")).isEqualTo(10);
    assertThat(db.rows("SELECT DISTINCT CAST(rate AS DECIMAL(6, 2)) FROM r"))
        .containsExactly("99.49");
  }

  @Test
  @DisplayName("E14, E15: the sliding count by partner that other engines write size first")
  void slidingCountByPartner() {
    messages();
    db.run(
        "CREATE MATERIALIZED VIEW tvf AS SELECT partner, window_start, window_end, COUNT(*) AS n"
            + " FROM "
            + HOP
            + " GROUP BY partner, window_start, window_end",
        "CREATE MATERIALIZED VIEW named AS SELECT partner, window_start, window_end, COUNT(*) AS n"
            + " FROM TABLE(HOP(DATA => TABLE m, TIMECOL => DESCRIPTOR(ts),"
            + " SIZE => INTERVAL '5' MINUTE, SLIDE => INTERVAL '30' SECOND))"
            + " GROUP BY partner, window_start, window_end",
        "CREATE MATERIALIZED VIEW grouped AS SELECT partner,"
            + " HOP_START(ts, INTERVAL '30' SECOND, INTERVAL '5' MINUTE) AS window_start,"
            + " HOP_END(ts, INTERVAL '30' SECOND, INTERVAL '5' MINUTE) AS window_end,"
            + " COUNT(*) AS n FROM m"
            + " GROUP BY partner, HOP(ts, INTERVAL '30' SECOND, INTERVAL '5' MINUTE)");
    insert(
        List.of(message(15, "a", true, 1), message(20, "b", true, 1), message(45, "a", true, 1)));
    db.run("DRAIN tvf", "DRAIN named", "DRAIN grouped");
    List<String> rows = db.rows("SELECT * FROM tvf");
    // a: 10 windows of the first row, one more of the second; b: 10
    assertThat(rows).hasSize(21);
    assertThat(rows).filteredOn(row -> row.startsWith("a") && row.endsWith("| 2")).hasSize(9);
    assertThat(db.rows("SELECT * FROM named")).isEqualTo(rows);
    assertThat(db.rows("SELECT * FROM grouped")).isEqualTo(rows);
  }

  @Test
  @DisplayName("E16: a view without RETAIN says how much it keeps, one with RETAIN says nothing")
  void aViewSaysHowMuchItKeeps() {
    messages();
    String query =
        "AS SELECT window_end, COUNT(*) AS n FROM " + HOP + " GROUP BY window_start, window_end";
    assertThat(db.notices("CREATE MATERIALIZED VIEW a " + query))
        .containsExactly("the view keeps 24 hours and at most 1000000 rows; RETAIN says otherwise");
    assertThat(db.notices("CREATE MATERIALIZED VIEW b RETAIN INTERVAL '1' HOUR " + query))
        .isEmpty();
  }

  @Test
  @DisplayName("E17: a step of 1 s on 1 h is named, and runs in one pane update for each row")
  void aVeryFineStepIsNamed() {
    messages();
    String query =
        "SELECT window_end, COUNT(*) AS n FROM"
            + " TABLE(HOP(TABLE m, DESCRIPTOR(ts), INTERVAL '1' SECOND, INTERVAL '1' HOUR))"
            + " GROUP BY window_start, window_end";
    assertThat(db.plan(query)).contains("3600 windows a row");
    assertThat(db.notices("CREATE MATERIALIZED VIEW r RETAIN ALL AS " + query))
        .containsExactly(
            "each row is in 3600 windows, and one window closes every 1 s;"
                + " a slide of 1 min makes it 60, of 2 min 30");
    insert(List.of(message(0, "a", true, 1), message(1, "a", true, 1)));
    db.run("DRAIN r");
    assertThat(db.rows("SELECT COUNT(*), SUM(n) FROM r")).containsExactly("3601 | 7200");
    assertThat(db.number("SELECT pane_updates FROM sash.progress")).isEqualTo(2);
  }

  @Test
  @DisplayName("E18: too many keys end the query that has them, with the setting's name, only that")
  void tooManyKeysEndTheirQueryOnly() {
    messages();
    db.run(
        "SET max_keys = 100",
        "CREATE MATERIALIZED VIEW wide AS SELECT latency, COUNT(*) AS n FROM m GROUP BY latency",
        "CREATE MATERIALIZED VIEW narrow AS SELECT partner, COUNT(*) AS n FROM m GROUP BY partner");
    List<String> rows = new ArrayList<>();
    for (int i = 0; i < 101; i++) {
      rows.add(message(i, "a", true, i));
    }
    insert(rows);
    db.run("DRAIN narrow");
    assertThat(db.rows("SELECT partner, n FROM narrow")).containsExactly("a | 101");
    List<String> state =
        db.await(
            "SELECT state, error FROM sash.views WHERE name = 'wide'",
            found -> !found.get(0).startsWith("RUNNING"));
    assertThat(state.get(0)).startsWith("FAILED").contains("max_keys").contains("100");
    assertThat(db.refused("WAIT FOR wide").message()).contains("max_keys");
  }

  @Test
  @DisplayName("E22: a late row is counted for each window that had closed, and is in the others")
  void aLateRowIsCountedForEachClosedWindow() {
    messages();
    db.run(
        "CREATE MATERIALIZED VIEW r AS SELECT window_start, window_end, COUNT(*) AS n FROM "
            + HOP
            + " GROUP BY window_start, window_end");
    insert(List.of(message(0, "a", true, 1), message(100, "a", true, 1)));
    insert(List.of(message(15, "a", true, 1)));
    db.run("DRAIN r");
    // watermark 10:01:40: the windows that end 10:00:30, 10:01:00 and 10:01:30 are closed
    assertThat(db.rows("SELECT ts, lateness, windows_dropped, windows_accepted FROM late.r"))
        .hasSize(1)
        .first()
        .asString()
        .startsWith("2024-03-04 10:00:15 | ")
        .endsWith(" | 3 | 7");
    assertThat(db.rows("SELECT window_end, n FROM r WHERE n = 3"))
        .hasSize(7)
        .first()
        .isEqualTo("2024-03-04 10:02:00 | 3");
    assertThat(db.number("SELECT n FROM r WHERE window_end = TIMESTAMP '2024-03-04 10:01:30'"))
        .isEqualTo(1);
    assertThat(db.number("SELECT rows_late FROM sash.progress")).isEqualTo(1);
  }

  @Test
  @DisplayName("E19: state does not grow while event time moves on, however many rows there were")
  void stateDoesNotGrowWithRows() throws SQLException {
    messages();
    // what is kept for late rows is bounded as well: three hours fill it
    db.run("SET reprocess_bytes = 1000000");
    db.run(
        "CREATE MATERIALIZED VIEW r RETAIN LATEST AS SELECT partner, window_end, COUNT(*) AS n FROM "
            + HOP
            + " GROUP BY partner, window_start, window_end");
    List<Long> bytes = new ArrayList<>();
    try (PreparedStatement insert =
        db.connection().prepareStatement("INSERT INTO m VALUES (?, ?, TRUE, 1)")) {
      for (int hour = 0; hour < 10; hour++) {
        for (int i = 0; i < 10_000; i++) {
          insert.setObject(1, TEN.plusHours(hour).plusNanos(i * 360_000_000L));
          insert.setString(2, "hour" + hour + "-" + i % 2_000);
          insert.addBatch();
        }
        insert.executeBatch();
        db.run("WAIT FOR r");
        bytes.add(db.number("SELECT state_bytes FROM sash.progress"));
      }
    }
    assertThat(db.number("SELECT rows_read FROM sash.progress")).isEqualTo(100_000);
    assertThat(bytes.get(9)).as("%s", bytes).isLessThan(2 * bytes.get(2));
  }

  @Test
  @DisplayName("E20: the documentation maps the words of others")
  void theWordsOfOthersAreMapped() throws IOException {
    assertThat(Files.readString(Path.of("docs/semantics.md")))
        .contains(
            "hopping window", "**sliding window**", "tumbling window; fixed window", "advance");
  }
}
