package dev.sash.bugs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sash.TestDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Scenarios behind public bug reports: the database, its readers and their tools. */
class DatabaseReportsTest {
  private static final String COUNTS =
      " AS SELECT k, window_start, window_end, COUNT(*) AS n FROM"
          + " TABLE(TUMBLE(TABLE ev, DESCRIPTOR(ts), INTERVAL '1' SECOND))"
          + " GROUP BY k, window_start, window_end";

  private final TestDatabase db = TestDatabase.open();

  @AfterEach
  void close() {
    db.close();
  }

  private void stream() {
    db.run(
        "CREATE STREAM ev (ts TIMESTAMP(3), k VARCHAR, v INT, WATERMARK FOR ts AS ts)",
        "SET CLOCK = REPLAY");
  }

  /** Rows of two keys for each of some seconds. */
  private void insertSeconds(int from, int to) {
    List<String> rows = new ArrayList<>();
    for (int second = from; second < to; second++) {
      for (String key : List.of("a", "b")) {
        rows.add(
            "('2024-03-04 %02d:%02d:%02d', '%s', 1)"
                .formatted(second / 3600, second / 60 % 60, second % 60, key));
      }
    }
    db.run("INSERT INTO ev VALUES " + String.join(", ", rows));
  }

  @Test
  @DisplayName("bug-101: two views of a stream update the same keys, no row is lost or doubled")
  void upsertsOfTheSameKeys() {
    stream();
    db.run(
        "CREATE MATERIALIZED VIEW r" + COUNTS + " EMIT ON CHANGE",
        "CREATE MATERIALIZED VIEW q" + COUNTS + " EMIT EVERY INTERVAL '1' SECOND");
    for (int part = 0; part < 20; part++) {
      insertSeconds(part * 10, part * 10 + 10);
      // a second batch for the windows that are open
      insertSeconds(part * 10 + 9, part * 10 + 10);
    }
    db.run("DRAIN r", "DRAIN q");
    for (String view : List.of("r", "q")) {
      assertThat(db.rows("SELECT COUNT(*), SUM(n) FROM " + view)).containsExactly("400 | 440");
      assertThat(
              db.rows(
                  "SELECT k, window_end FROM "
                      + view
                      + " GROUP BY k, window_end HAVING COUNT(*) > 1"))
          .isEmpty();
    }
  }

  @Test
  @DisplayName(
      "bug-104: an open cursor of a slow reader does not hold up the engine, and is one state")
  void aSlowReader() throws SQLException {
    try (TestDatabase writer = TestDatabase.shared("bug104");
        TestDatabase reader = TestDatabase.shared("bug104")) {
      writer.run(
          "CREATE STREAM ev (ts TIMESTAMP(3), k VARCHAR, WATERMARK FOR ts AS ts)",
          "SET CLOCK = REPLAY",
          "CREATE MATERIALIZED VIEW r" + COUNTS);
      writer.run(values(0, 3_000), "WAIT FOR r");
      Connection slow = reader.connection();
      slow.setAutoCommit(false);
      slow.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
      try (Statement statement = slow.createStatement()) {
        statement.setFetchSize(10);
        try (ResultSet result = statement.executeQuery("SELECT window_end, n FROM r")) {
          int rows = 0;
          while (result.next()) {
            assertThat(result.getLong(2)).isEqualTo(1);
            if (++rows == 100) {
              writer.run(values(3_000, 6_000), "WAIT FOR r");
              assertThat(writer.number("SELECT COUNT(*) FROM r")).isEqualTo(5_999);
            }
          }
          assertThat(rows).isEqualTo(2_999);
        }
      }
      assertThat(reader.number("SELECT COUNT(*) FROM r")).isEqualTo(2_999);
      slow.commit();
      assertThat(reader.number("SELECT COUNT(*) FROM r")).isEqualTo(5_999);
    }
  }

  private static String values(int from, int to) {
    List<String> rows = new ArrayList<>();
    for (int second = from; second < to; second++) {
      rows.add(
          "('2024-03-04 %02d:%02d:%02d', 'k')"
              .formatted(second / 3600, second / 60 % 60, second % 60));
    }
    return "INSERT INTO ev VALUES " + String.join(", ", rows);
  }

  @Test
  @DisplayName("bug-107: times that a JVM's zone does not have come back as they are")
  void timesOfTheZoneChange() throws SQLException {
    db.run(
        "CREATE STREAM t (ts TIMESTAMP(3), v INT, WATERMARK FOR ts AS ts)",
        "SET CLOCK = REPLAY",
        "CREATE MATERIALIZED VIEW r RETAIN ALL AS SELECT ts, v FROM t",
        "INSERT INTO t VALUES ('2024-03-10 02:30:00', 1)");
    try (PreparedStatement insert =
        db.connection().prepareStatement("INSERT INTO t VALUES (?, ?)")) {
      insert.setObject(1, LocalDateTime.of(2024, 11, 3, 1, 30));
      insert.setInt(2, 2);
      insert.executeUpdate();
    }
    db.run("DRAIN r");
    List<String> expected = List.of("2024-03-10 02:30:00", "2024-11-03 01:30:00");
    for (String from : List.of("t", "r")) {
      List<String> texts = new ArrayList<>();
      List<LocalDateTime> times = new ArrayList<>();
      try (Statement statement = db.connection().createStatement();
          ResultSet result = statement.executeQuery("SELECT ts FROM " + from + " ORDER BY v")) {
        assertThat(result.getMetaData().getColumnType(1)).isEqualTo(Types.TIMESTAMP);
        while (result.next()) {
          texts.add(result.getString(1));
          times.add(result.getObject(1, LocalDateTime.class));
        }
      }
      assertThat(texts).as(from).isEqualTo(expected);
      assertThat(times)
          .as(from)
          .containsExactly(
              LocalDateTime.of(2024, 3, 10, 2, 30), LocalDateTime.of(2024, 11, 3, 1, 30));
    }
  }

  @Test
  @DisplayName("bug-113: getTables with the connection's catalogue lists what it lists without")
  void tablesOfTheCatalog() throws SQLException {
    stream();
    db.run("CREATE MATERIALIZED VIEW r" + COUNTS, "CREATE TABLE plain (a INT)");
    List<String> all = tables(null);
    assertThat(all)
        .contains("public.ev", "public.r", "public.plain", "latest.r", "changes.r", "late.r")
        .contains("errors.ev", "sash.streams", "sash.views", "sash.progress", "sash.settings");
    assertThat(tables(db.connection().getCatalog())).isEqualTo(all);
  }

  private List<String> tables(String catalog) throws SQLException {
    List<String> names = new ArrayList<>();
    try (ResultSet tables = db.connection().getMetaData().getTables(catalog, null, "%", null)) {
      while (tables.next()) {
        names.add(tables.getString("TABLE_SCHEM") + "." + tables.getString("TABLE_NAME"));
      }
    }
    return names;
  }

  @Test
  @DisplayName("bug-116: parameters in conditions and in LIMIT, by each setter")
  void parameters() throws SQLException {
    stream();
    db.run("CREATE MATERIALIZED VIEW t AS SELECT k, v FROM ev");
    db.run(
        "INSERT INTO ev VALUES ('2024-03-04 10:00:00', 'a', 1), ('2024-03-04 10:00:00', 'b', 2)");
    db.run("DRAIN t");
    String sql = "SELECT k, v FROM t WHERE v > ? ORDER BY k LIMIT ?";
    try (PreparedStatement query = db.connection().prepareStatement(sql)) {
      query.setLong(1, 0);
      query.setLong(2, 1);
      assertThat(first(query)).isEqualTo("a | 1");
      query.setString(1, "1");
      query.setString(2, "5");
      assertThat(first(query)).isEqualTo("b | 2");
      query.setObject(1, 1);
      query.setObject(2, 1);
      assertThat(first(query)).isEqualTo("b | 2");
    }
  }

  private static String first(PreparedStatement query) throws SQLException {
    try (ResultSet result = query.executeQuery()) {
      assertThat(result.next()).isTrue();
      return TestDatabase.row(result);
    }
  }

  @Test
  @DisplayName("bug-119: a dashboard's time series query gives ordered timestamps, then newer ones")
  void aTimeSeries() throws SQLException {
    stream();
    db.run("CREATE MATERIALIZED VIEW t" + COUNTS);
    insertSeconds(0, 5);
    db.run("WAIT FOR t");
    String sql =
        "SELECT window_end AS \"time\", n FROM t WHERE k = 'a' AND window_end"
            + " BETWEEN TIMESTAMP '2024-03-04 00:00:02' AND TIMESTAMP '2024-03-04 01:00:00'"
            + " ORDER BY 1";
    try (Statement statement = db.connection().createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      assertThat(result.getMetaData().getColumnLabel(1)).isEqualTo("time");
      assertThat(result.getMetaData().getColumnType(1)).isEqualTo(Types.TIMESTAMP);
    }
    assertThat(db.rows(sql))
        .containsExactly(
            "2024-03-04 00:00:02 | 1", "2024-03-04 00:00:03 | 1", "2024-03-04 00:00:04 | 1");
    insertSeconds(5, 6);
    db.run("WAIT FOR t");
    assertThat(db.rows(sql)).hasSize(4).last().isEqualTo("2024-03-04 00:00:05 | 1");
  }
}
