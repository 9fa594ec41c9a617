package dev.sash.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sash.TestDatabase;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

/** {@code SELECT ... EMIT}: rows as they come, and the ways in which that ends. */
class EndlessResultTest {
  private static final String QUERY =
      "SELECT window_end, COUNT(*) AS n FROM"
          + " TABLE(TUMBLE(TABLE s, DESCRIPTOR(ts), INTERVAL '10' SECOND))"
          + " GROUP BY window_start, window_end EMIT ON CLOSE";

  /** Far more than it takes, for slow machines; a hang is what it is about. */
  private static final int PATIENCE_SECONDS = 20;

  private TestDatabase reader;
  private TestDatabase writer;

  @BeforeEach
  void open(TestInfo test) {
    String name = "endless-" + test.getDisplayName();
    reader = TestDatabase.shared(name);
    writer = TestDatabase.shared(name);
    writer.run("CREATE STREAM s (ts TIMESTAMP(3), v INT, WATERMARK FOR ts AS ts)");
    reader.run("SET CLOCK = REPLAY");
  }

  @AfterEach
  void close() {
    reader.close();
    writer.close();
  }

  private void insert(String time) {
    writer.run("INSERT INTO s VALUES ('2024-03-04 " + time + "', 1)");
  }

  @Test
  void rowsComeWhileTheQueryRuns() throws SQLException {
    try (Statement statement = reader.connection().createStatement();
        ResultSet rows = statement.executeQuery(QUERY)) {
      insert("10:00:01");
      insert("10:00:10");
      assertThat(rows.next()).isTrue();
      assertThat(TestDatabase.row(rows)).isEqualTo("2024-03-04 10:00:10 | 1");
      insert("10:00:11");
      insert("10:00:25");
      assertThat(rows.next()).isTrue();
      assertThat(TestDatabase.row(rows)).isEqualTo("2024-03-04 10:00:20 | 2");
    }
  }

  @Test
  void queriesOverAViewGoOnAsItDoes() throws SQLException {
    writer.run(
        "SET CLOCK = REPLAY",
        "CREATE MATERIALIZED VIEW sums RETAIN ALL AS SELECT window_end, SUM(v) AS total"
            + " FROM s GROUP BY TUMBLE(ts, INTERVAL '10' SECOND)"
            + " EMIT ON CLOSE ALLOW LATENESS INTERVAL '1' MINUTE");
    insert("10:00:01");
    insert("10:00:10");
    writer.run("WAIT FOR sums");
    try (Statement statement = reader.connection().createStatement();
        ResultSet rows =
            statement.executeQuery("SELECT total, window_end FROM sums EMIT ON CHANGE")) {
      assertThat(rows.next()).isTrue();
      assertThat(TestDatabase.row(rows)).isEqualTo("1 | 2024-03-04 10:00:10");
      insert("10:00:11");
      insert("10:00:25");
      assertThat(rows.next()).isTrue();
      assertThat(TestDatabase.row(rows)).isEqualTo("2 | 2024-03-04 10:00:20");
      insert("10:00:02");
      assertThat(rows.next()).isTrue();
      assertThat(TestDatabase.row(rows)).isEqualTo("2 | 2024-03-04 10:00:10");
    }
  }

  @Test
  void windowsOverAViewCloseAsItsDo() throws SQLException {
    writer.run(
        "SET CLOCK = REPLAY",
        "CREATE MATERIALIZED VIEW sums RETAIN ALL AS SELECT window_time, SUM(v) AS total"
            + " FROM s GROUP BY TUMBLE(ts, INTERVAL '10' SECOND)");
    try (Statement statement = reader.connection().createStatement();
        ResultSet rows =
            statement.executeQuery(
                "SELECT SUM(total) AS total, window_end AS until FROM TABLE(TUMBLE(TABLE sums,"
                    + " DESCRIPTOR(window_time), INTERVAL '20' SECOND))"
                    + " WHERE total < 3 GROUP BY window_end EMIT ON CLOSE")) {
      insert("10:00:01");
      insert("10:00:11");
      insert("10:00:12");
      insert("10:00:31");
      assertThat(rows.next()).isTrue();
      assertThat(TestDatabase.row(rows)).isEqualTo("3 | 2024-03-04 10:00:20");
      writer.run("DRAIN sums");
      assertThat(rows.next()).isTrue();
      assertThat(TestDatabase.row(rows)).isEqualTo("1 | 2024-03-04 10:00:40");
      assertThat(rows.next()).isFalse();
    }
  }

  @Test
  void revisionsOfAViewWithoutWindowsFollow() throws SQLException {
    writer.run(
        "CREATE MATERIALIZED VIEW counts RETAIN ALL AS SELECT v, COUNT(*) AS n FROM s GROUP BY v"
            + " EMIT ON CHANGE");
    try (Statement statement = reader.connection().createStatement();
        ResultSet rows = statement.executeQuery("SELECT n FROM counts EMIT ON CHANGE")) {
      insert("10:00:01");
      assertThat(rows.next()).isTrue();
      assertThat(TestDatabase.row(rows)).isEqualTo("1");
      insert("10:00:02");
      assertThat(rows.next()).isTrue();
      assertThat(TestDatabase.row(rows)).isEqualTo("2");
    }
  }

  @Test
  void cancelFromAnotherThreadEndsAWaitingReader() throws Exception {
    try (Statement statement = reader.connection().createStatement()) {
      ResultSet rows = statement.executeQuery(QUERY);
      insert("10:00:01");
      insert("10:00:10");
      assertThat(rows.next()).isTrue();
      CompletableFuture<Boolean> waiting = next(rows);
      assertThat(waiting).isNotDone();
      statement.cancel();
      assertThatThrownBy(() -> waiting.get(PATIENCE_SECONDS, TimeUnit.SECONDS))
          .isInstanceOf(ExecutionException.class)
          .cause()
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("57014"));
    }
    assertThat(reader.number("SELECT 1")).isEqualTo(1);
  }

  private static CompletableFuture<Boolean> next(ResultSet rows) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return rows.next();
          } catch (SQLException e) {
            throw new CompletionException(e);
          }
        });
  }

  @Test
  void theQueryTimeoutEndsIt() throws SQLException {
    try (Statement statement = reader.connection().createStatement()) {
      statement.setQueryTimeout(1);
      assertThatThrownBy(
              () -> {
                try (ResultSet rows = statement.executeQuery(QUERY)) {
                  rows.next();
                }
              })
          .isInstanceOf(SQLTimeoutException.class);
    }
    assertThat(reader.number("SELECT 1")).isEqualTo(1);
  }

  @Test
  void closingTheResultTheStatementOrTheConnectionEndsIt() throws Exception {
    Statement statement = reader.connection().createStatement();
    statement.executeQuery(QUERY).close();
    ResultSet second = statement.executeQuery(QUERY);
    statement.close();
    assertThat(second.isClosed()).isTrue();
    Statement third = reader.connection().createStatement();
    ResultSet rows = third.executeQuery(QUERY);
    reader.close();
    assertThatThrownBy(rows::next).isInstanceOf(SQLException.class);
    insert("10:00:01");
    assertThat(writer.number("SELECT COUNT(*) FROM s")).isEqualTo(1);
  }

  @Test
  void overABoundedSourceItEndsByItself() {
    writer.file(
        "f",
        "ts TIMESTAMP(3), v INT, WATERMARK FOR ts AS ts",
        List.of("2024-03-04T10:00:01,1", "2024-03-04T10:00:12,1"));
    assertThat(reader.rows(QUERY.replace("TABLE s", "TABLE f")))
        .containsExactly("2024-03-04 10:00:10 | 1", "2024-03-04 10:00:20 | 1");
  }
}
