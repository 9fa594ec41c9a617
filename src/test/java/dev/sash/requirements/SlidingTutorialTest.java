package dev.sash.requirements;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sash.TestDatabase;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rows F of the requirements: the examples of a tutorial on sliding windows. Times in seconds. */
class SlidingTutorialTest {
  private static final String COLUMNS =
      "ts TIMESTAMP(3), k VARCHAR, v DOUBLE, WATERMARK FOR ts AS ts";

  private final TestDatabase db = TestDatabase.open();

  @AfterEach
  void close() {
    db.close();
  }

  private void stream() {
    db.run("CREATE STREAM s (" + COLUMNS + ")", "SET CLOCK = REPLAY");
  }

  private static String at(int second) {
    return "1970-01-01 %02d:%02d:%02d".formatted(second / 3600, second / 60 % 60, second % 60);
  }

  private void insert(String... rows) {
    for (String row : rows) {
      String[] parts = row.split(" ");
      db.run(
          "INSERT INTO s VALUES ('%s', '%s', %s)"
              .formatted(at(Integer.parseInt(parts[0])), parts[1], parts[2]));
    }
  }

  private static String hop(int slide, int size) {
    return "TABLE(HOP(TABLE s, DESCRIPTOR(ts), INTERVAL '%d' SECOND, INTERVAL '%d' SECOND))"
        .formatted(slide, size);
  }

  private List<String> windowsOf(int second, int slide, int size) {
    stream();
    insert(second + " u 1");
    List<String> windows = new ArrayList<>();
    for (String row :
        db.rows("SELECT window_start, window_end FROM " + hop(slide, size) + " ORDER BY 1")) {
      windows.add(row);
    }
    return windows;
  }

  private static String window(int start, int end) {
    return at(start) + " | " + at(end);
  }

  @ParameterizedTest(name = "F4: 10 s by 5 s, event at {0} s")
  @CsvSource({"0", "4", "5", "14", "29"})
  @DisplayName("F4: windows of 10 s begin every 5 s, an event is in two")
  void windowsOverlapByHalf(int second) {
    int newest = second / 5 * 5;
    List<String> expected = new ArrayList<>();
    if (newest < 5) {
      expected.add("1969-12-31 23:59:55 | " + at(5));
    } else {
      expected.add(window(newest - 5, newest + 5));
    }
    expected.add(window(newest, newest + 10));
    assertThat(windowsOf(second, 5, 10)).isEqualTo(expected);
  }

  @Test
  @DisplayName("F5: an event at 8 s is in [0, 10) and [5, 15), not in [10, 20)")
  void eventAtEight() {
    assertThat(windowsOf(8, 5, 10)).containsExactly(window(0, 10), window(5, 15));
  }

  @Test
  @DisplayName("F6: an event at 12 s is in [5, 15) and [10, 20), not in [15, 25)")
  void eventAtTwelve() {
    assertThat(windowsOf(12, 5, 10)).containsExactly(window(5, 15), window(10, 20));
  }

  @Test
  @DisplayName("F7: a slide of 10 s on 10 s gives [0, 10), [10, 20), [20, 30)")
  void slideEqualToSize() {
    stream();
    insert("0 u 1", "9 u 1", "10 u 1", "25 u 1");
    assertThat(
            db.rows(
                "SELECT window_start, window_end, COUNT(*) AS n FROM "
                    + hop(10, 10)
                    + " GROUP BY window_start, window_end ORDER BY window_start"))
        .containsExactly(window(0, 10) + " | 2", window(10, 20) + " | 1", window(20, 30) + " | 1");
  }

  @Test
  @DisplayName("F8: with a slide of 2 s an event at 8 s is in five windows of 10 s")
  void fiveWindows() {
    assertThat(windowsOf(8, 2, 10))
        .containsExactly(window(0, 10), window(2, 12), window(4, 14), window(6, 16), window(8, 18));
  }

  private void example() {
    db.file(
        "s",
        COLUMNS,
        Arrays.stream(new int[] {1, 3, 7, 11, 13}).mapToObj(s -> at(s) + ",user1,1").toList());
  }

  @Test
  @DisplayName("F1, F9, F11, F13, X1: counts of user1 in 10 s by 5 s, four windows by their end")
  void countsOfUserOne() {
    example();
    db.run(
        "CREATE MATERIALIZED VIEW r AS SELECT k, window_start, window_end, COUNT(*) AS n FROM "
            + hop(5, 10)
            + " GROUP BY k, window_start, window_end");
    String before = "user1 | 1969-12-31 23:59:55 | 1970-01-01 00:00:05 | 2";
    assertThat(db.rows("SELECT * FROM r"))
        .containsExactly(
            before,
            "user1 | " + window(0, 10) + " | 3",
            "user1 | " + window(5, 15) + " | 3",
            "user1 | " + window(10, 20) + " | 2");
    assertThat(db.rows("SELECT emitted_at, kind, window_end, n FROM changes.r ORDER BY seq"))
        .containsExactly(
            at(7) + " | FINAL | " + at(5) + " | 2",
            at(11) + " | FINAL | " + at(10) + " | 3",
            at(13) + " | FINAL | " + at(15) + " | 3",
            at(13) + " | FINAL | " + at(20) + " | 2");
  }

  @Test
  @DisplayName("F10: 7 s is in [0, 10) and [5, 15), 11 s in [5, 15) and [10, 20)")
  void membersOfTheExample() {
    example();
    assertThat(
            db.rows(
                "SELECT ts, window_start, window_end FROM "
                    + hop(5, 10)
                    + " WHERE ts IN (TIMESTAMP '1970-01-01 00:00:07', TIMESTAMP '1970-01-01 00:00:11')"
                    + " ORDER BY ts, window_start"))
        .containsExactly(
            at(7) + " | " + window(0, 10),
            at(7) + " | " + window(5, 15),
            at(11) + " | " + window(5, 15),
            at(11) + " | " + window(10, 20));
  }

  @Test
  @DisplayName("F12: an event at the window's end closes it, one a millisecond before does not")
  void anEventAtTheEndCloses() {
    stream();
    db.run(
        "CREATE MATERIALIZED VIEW r AS SELECT window_end, COUNT(*) AS n FROM "
            + hop(10, 10)
            + " GROUP BY window_start, window_end");
    db.run("INSERT INTO s VALUES ('1970-01-01 00:00:01', 'u', 1)");
    db.run("INSERT INTO s VALUES ('1970-01-01 00:00:09.999', 'u', 1)", "WAIT FOR r");
    assertThat(db.rows("SELECT * FROM r")).isEmpty();
    db.run("INSERT INTO s VALUES ('1970-01-01 00:00:10', 'u', 1)", "WAIT FOR r");
    assertThat(db.rows("SELECT * FROM r")).containsExactly(at(10) + " | 2");
  }

  @Test
  @DisplayName("F15: average order of each product over 12 h, each hour, shown in local time")
  void averageOrderInLocalTime() {
    db.file(
        "orders",
        "ts TIMESTAMP(3), product VARCHAR, amount DOUBLE, WATERMARK FOR ts AS ts",
        // midnight in Shanghai
        List.of(
            "2024-12-31T16:10:00,product1,100.0",
            "2024-12-31T16:20:00,product1,200.0",
            "2024-12-31T16:30:00,product2,300.0"));
    db.run(
        "CREATE MATERIALIZED VIEW r AS SELECT product,"
            + " window_start + INTERVAL '8' HOUR AS local_start,"
            + " window_end + INTERVAL '8' HOUR AS local_end, AVG(amount) AS average"
            + " FROM TABLE(HOP(TABLE orders, DESCRIPTOR(ts), INTERVAL '1' HOUR,"
            + " INTERVAL '12' HOUR, INTERVAL '-8' HOUR))"
            + " GROUP BY product, window_start, window_end");
    List<String> rows = db.rows("SELECT * FROM r");
    assertThat(rows).hasSize(24);
    assertThat(rows)
        .filteredOn(row -> row.startsWith("product1"))
        .hasSize(12)
        .allMatch(row -> row.endsWith(" | 150.0"))
        .contains("product1 | 2025-01-01 00:00:00 | 2025-01-01 12:00:00 | 150.0");
    assertThat(rows)
        .filteredOn(row -> row.startsWith("product2"))
        .hasSize(12)
        .allMatch(row -> row.endsWith(" | 300.0"));
  }

  @Test
  @DisplayName("F18: moving average of a sensor over 10 s every 2 s")
  void movingAverage() {
    stream();
    insert("0 t1 20", "1 t2 5", "4 t1 22", "8 t1 24", "11 t1 30");
    assertThat(
            db.rows(
                "SELECT window_end, AVG(v) AS a FROM "
                    + hop(2, 10)
                    + " WHERE k = 't1' GROUP BY k, window_start, window_end ORDER BY window_end"))
        .containsExactly(
            at(2) + " | 20.0",
            at(4) + " | 20.0",
            at(6) + " | 21.0",
            at(8) + " | 21.0",
            at(10) + " | 22.0",
            at(12) + " | 25.333333333333332",
            at(14) + " | 25.333333333333332",
            at(16) + " | 27.0",
            at(18) + " | 27.0",
            at(20) + " | 30.0");
  }

  @Test
  @DisplayName("F20: 11 errors of 100 are above 10 %, 10 are not, and no logs are no alert")
  void errorRateAboveTenPercent() {
    stream();
    List<String> rows = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      rows.add("('1970-01-01 00:00:01', 'ten', %d)".formatted(i < 10 ? 500 : 200));
      rows.add("('1970-01-01 00:00:01', 'eleven', %d)".formatted(i < 11 ? 500 : 200));
    }
    rows.add("('1970-01-01 00:20:00', 'late', 200)");
    db.run("INSERT INTO s VALUES " + String.join(", ", rows));
    String query =
        "SELECT k, COUNT(*) FILTER (WHERE v >= 500) * 1.0 / COUNT(*) AS rate,"
            + " 'High error rate: ' || CAST(CAST(COUNT(*) FILTER (WHERE v >= 500) * 100.0 / COUNT(*)"
            + " AS DECIMAL(5, 2)) AS VARCHAR) || '%' AS message FROM "
            + hop(10, 60)
            + " GROUP BY k, window_start, window_end"
            + " HAVING COUNT(*) FILTER (WHERE v >= 500) * 1.0 / COUNT(*) > 0.1";
    db.run("CREATE MATERIALIZED VIEW r AS " + query, "DRAIN r");
    assertThat(db.rows("SELECT k, message FROM r"))
        .hasSize(6)
        .containsOnly("eleven | High error rate: 11.00%");
  }

  @Test
  @DisplayName("F22: requests a second over 10 s, every second")
  void requestsEachSecond() {
    stream();
    db.run(
        "CREATE MATERIALIZED VIEW r AS SELECT k, window_end, 'QPS: ' ||"
            + " CAST(CAST(COUNT(*) / 10.0 AS DECIMAL(10, 2)) AS VARCHAR) AS qps FROM "
            + hop(1, 10)
            + " GROUP BY k, window_start, window_end EMIT EVERY INTERVAL '1' SECOND");
    List<String> rows = new ArrayList<>();
    for (int i = 0; i < 25; i++) {
      rows.add("('1970-01-01 00:00:0%d.5', '/api', 1)".formatted(i % 10));
    }
    rows.sort(null);
    db.run("INSERT INTO s VALUES " + String.join(", ", rows), "DRAIN r");
    assertThat(
            db.rows("SELECT window_end, qps FROM r WHERE window_end = TIMESTAMP '" + at(10) + "'"))
        .containsExactly(at(10) + " | QPS: 2.50");
    assertThat(db.rows("SELECT window_end FROM r"))
        .isEqualTo(IntStream.rangeClosed(1, 19).mapToObj(SlidingTutorialTest::at).toList());
    assertThat(
            db.rows(
                "SELECT emitted_at FROM changes.r WHERE kind = 'EARLY'"
                    + " GROUP BY emitted_at HAVING COUNT(*) > 1"))
        .isEmpty();
  }

  @ParameterizedTest(name = "F23, G12: 60 s by {0} s is {1} windows for each event")
  @CsvSource({"60, 1", "30, 2", "10, 6", "1, 60"})
  void windowsForEachEvent(int slide, int windows) {
    stream();
    insert("3601 u 1");
    String query = "SELECT window_end FROM " + hop(slide, 60);
    assertThat(db.rows(query)).hasSize(windows);
    assertThat(db.plan(query))
        .contains(windows + (windows == 1 ? " window a row" : " windows a row"));
  }

  @ParameterizedTest(name = "F24, F25: 10 s by {0} s adds each row to one pane and keeps no rows")
  @CsvSource({"10", "5", "2", "1"})
  void aRowIsAddedOnce(int slide) {
    stream();
    db.run(
        "CREATE MATERIALIZED VIEW r AS SELECT k, window_end, SUM(v) AS total FROM "
            + hop(slide, 10)
            + " GROUP BY k, window_start, window_end");
    // ten seconds of rows, then as many again in the last of them, and again: a batch that closes
    // no window prepares the next closing, once
    insertThousand(second -> second);
    insertThousand(second -> 9);
    long bytes = db.number("SELECT state_bytes FROM sash.progress");
    insertThousand(second -> 9);
    assertThat(bytes).isPositive();
    assertThat(db.number("SELECT state_bytes FROM sash.progress")).isEqualTo(bytes);
    assertThat(db.number("SELECT pane_updates FROM sash.progress")).isEqualTo(3_000);
  }

  private void insertThousand(IntUnaryOperator second) {
    List<String> rows = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      rows.add("('%s', 'k', 1.5)".formatted(at(second.applyAsInt(i / 100))));
    }
    db.run("INSERT INTO s VALUES " + String.join(", ", rows), "WAIT FOR r");
  }

  @ParameterizedTest(name = "F26, F27: 10 s by {0} s overlaps by {1}")
  @CsvSource({"10, 1 window a row", "5, overlap 50 %", "2, overlap 80 %", "1, overlap 90 %"})
  void explainSaysHowMuchWindowsOverlap(int slide, String text) {
    stream();
    assertThat(
            db.plan(
                "SELECT COUNT(*) AS n FROM "
                    + hop(slide, 10)
                    + " GROUP BY window_start, window_end"))
        .contains(text);
  }

  @Test
  @DisplayName("F30: a sum over 10 min by 10 s is in 60 windows and one pane")
  void aSumInSixtyWindows() {
    stream();
    db.run(
        "CREATE MATERIALIZED VIEW r AS SELECT k, window_end, SUM(v) AS total FROM "
            + hop(10, 600)
            + " GROUP BY k, window_start, window_end");
    insert("0 u 1", "9 u 2");
    db.run("DRAIN r");
    assertThat(db.rows("SELECT k, total FROM r")).hasSize(60).containsOnly("u | 3.0");
    assertThat(db.number("SELECT pane_updates FROM sash.progress")).isEqualTo(2);
  }

  @Test
  @DisplayName("F31: literal rows go through INSERT ... VALUES, and close at the end")
  void literalRows() {
    stream();
    db.run(
        "CREATE MATERIALIZED VIEW r AS SELECT window_end, SUM(v) AS total FROM "
            + hop(10, 10)
            + " GROUP BY window_start, window_end",
        "INSERT INTO s VALUES (TIMESTAMP '1970-01-01 00:00:01', 'a', 1),"
            + " (TIMESTAMP '1970-01-01 00:00:02', 'b', 2)",
        "DRAIN r");
    assertThat(db.rows("SELECT * FROM r")).containsExactly(at(10) + " | 3.0");
    assertThat(db.rows("SELECT k, v FROM (VALUES ('a', 1), ('b', 2)) AS t (k, v) ORDER BY k"))
        .containsExactly("a | 1", "b | 2");
  }
}
