package dev.sash.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLSyntaxErrorException;
import java.sql.SQLTimeoutException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The driver over a real engine: streaming SQL by nothing but JDBC. */
class EngineDriverTest {
  private static final String STREAM =
      "CREATE STREAM orders (ts TIMESTAMP(3), name VARCHAR, amount DOUBLE, WATERMARK FOR ts AS ts)";
  private static final String ENDLESS =
      """
      CREATE STREAM ticks (ts TIMESTAMP(3), n BIGINT, WATERMARK FOR ts AS ts)
      WITH (connector = 'datagen', rows_per_second = 1000)
      """;

  private Connection connection;
  private Statement statement;

  @BeforeEach
  void open() throws SQLException {
    connection = DriverManager.getConnection("jdbc:sash:");
    statement = connection.createStatement();
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
  }

  @Test
  void insertedRowsAreInTheViewAfterWait() throws SQLException {
    statement.execute(STREAM);
    assertThat(statement.unwrap(SashStatement.class).message()).contains("orders");
    statement.execute(
        """
        CREATE MATERIALIZED VIEW totals AS
          SELECT name, window_end, SUM(amount) AS total
          FROM TABLE(TUMBLE(TABLE orders, DESCRIPTOR(ts), INTERVAL '1' MINUTE))
          GROUP BY name, window_start, window_end
        EMIT ON CHANGE
        """);
    connection.setAutoCommit(false);
    String insert = "INSERT INTO orders VALUES (?, ?, ?)";
    try (PreparedStatement prepared = connection.prepareStatement(insert)) {
      for (int i = 0; i < 3; i++) {
        prepared.setString(1, "2024-01-01 00:00:0" + i);
        prepared.setString(2, "a");
        prepared.setDouble(3, i + 0.5);
        prepared.addBatch();
      }
      assertThat(prepared.executeBatch()).containsExactly(1, 1, 1);
    }
    connection.commit();
    connection.setAutoCommit(true);
    statement.execute("WAIT FOR totals");
    try (ResultSet rows = statement.executeQuery("SELECT * FROM totals")) {
      assertThat(rows.next()).isTrue();
      assertThat(rows.getString("name")).isEqualTo("a");
      assertThat(rows.getString("window_end")).isEqualTo("2024-01-01 00:01:00");
      assertThat(rows.getDouble("total")).isEqualTo(4.5);
      assertThat(rows.getMetaData().getColumnType(2)).isEqualTo(Types.TIMESTAMP);
      assertThat(rows.next()).isFalse();
    }
  }

  @Test
  void maxRowsEndsAnEndlessQuery() throws SQLException {
    statement.execute(ENDLESS);
    assertThat(
            connection
                .unwrap(SashConnection.class)
                .readsEndlessly("SELECT n FROM ticks EMIT ON CHANGE"))
        .isTrue();
    statement.setMaxRows(25);
    List<Long> numbers = new ArrayList<>();
    try (ResultSet rows = statement.executeQuery("SELECT n FROM ticks EMIT ON CHANGE")) {
      while (rows.next()) {
        numbers.add(rows.getLong(1));
      }
    }
    assertThat(numbers).hasSize(25);
  }

  @Test
  void cancelAndTimeOutEndAnEndlessQuery() throws Exception {
    statement.execute(ENDLESS);
    ResultSet rows = statement.executeQuery("SELECT n FROM ticks EMIT ON CHANGE");
    assertThat(rows.next()).isTrue();
    CompletableFuture<Void> cancel = CompletableFuture.runAsync(this::cancel);
    assertThatThrownBy(() -> readAll(rows))
        .isInstanceOf(SQLTimeoutException.class)
        .hasMessageContaining("statement was canceled");
    cancel.get();
    statement.setQueryTimeout(1);
    ResultSet again = statement.executeQuery("SELECT n FROM ticks EMIT ON CHANGE");
    assertThatThrownBy(() -> readAll(again))
        .isInstanceOf(SQLTimeoutException.class)
        .hasMessageContaining("timed out after 1 s");
  }

  @Test
  void aPreparedStreamingQueryRunsAgainAndAgain() throws SQLException {
    statement.execute(STREAM);
    statement.execute("INSERT INTO orders VALUES (TIMESTAMP '2024-01-01 00:00:00', 'a', 1)");
    String sql = "SELECT name, COUNT(*) AS n FROM orders GROUP BY name";
    try (PreparedStatement prepared = connection.prepareStatement(sql)) {
      for (int run = 0; run < 2; run++) {
        try (ResultSet rows = prepared.executeQuery()) {
          assertThat(rows.next()).isTrue();
          assertThat(rows.getLong("n")).isEqualTo(1);
        }
      }
    }
    assertThatThrownBy(
            () -> connection.prepareStatement(sql + " HAVING COUNT(*) > ? EMIT ON CHANGE"))
        .hasMessageContaining("parameters are not supported");
  }

  @Test
  void anErrorShowsItsPlace() throws SQLException {
    statement.execute(STREAM);
    assertThatThrownBy(() -> statement.executeQuery("SELECT nme FROM orders EMIT ON CHANGE"))
        .isInstanceOf(SQLSyntaxErrorException.class)
        .hasMessageContaining("line 1, column 8: ")
        .hasMessageContaining("\n  SELECT nme FROM orders EMIT ON CHANGE\n         ^^^");
  }

  private void cancel() {
    try {
      statement.cancel();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void readAll(ResultSet rows) throws SQLException {
    while (rows.next()) {
      rows.getLong(1);
    }
  }
}
