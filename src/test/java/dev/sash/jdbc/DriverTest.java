package dev.sash.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLSyntaxErrorException;
import java.sql.Statement;
import java.sql.Types;
import java.util.Set;
import org.h2.jdbc.JdbcConnection;
import org.junit.jupiter.api.Test;

/** What the driver does with SQL that is H2's business. */
class DriverTest {

  @Test
  void driverManagerFindsTheDriverAndAPrivateEngineKeepsItsTablesToItself() throws SQLException {
    try (Connection first = DriverManager.getConnection("jdbc:sash:");
        Connection second = DriverManager.getConnection("jdbc:sash:")) {
      first.createStatement().execute("CREATE TABLE t (a INT)");
      assertThatThrownBy(() -> second.createStatement().executeQuery("SELECT * FROM t"))
          .isInstanceOf(SQLSyntaxErrorException.class)
          .hasMessageContaining("not found");
    }
  }

  @Test
  void aNamedEngineIsSharedAndClosesWithItsLastConnection() throws SQLException {
    String url = "jdbc:sash:mem:shared";
    try (Connection second = DriverManager.getConnection(url)) {
      try (Connection first = DriverManager.getConnection(url)) {
        first.createStatement().execute("CREATE TABLE t (a INT)");
        first.createStatement().execute("INSERT INTO t VALUES (5)");
      }
      try (ResultSet rows = second.createStatement().executeQuery("SELECT a FROM t")) {
        assertThat(rows.next()).isTrue();
        assertThat(rows.getInt(1)).isEqualTo(5);
      }
    }
    try (Connection third = DriverManager.getConnection(url)) {
      assertThatThrownBy(() -> third.createStatement().executeQuery("SELECT a FROM t"))
          .hasMessageContaining("not found");
    }
  }

  @Test
  void otherUrlsAreAnsweredWithWhatToWriteInstead() {
    assertThatThrownBy(() -> DriverManager.getConnection("jdbc:sash:file:/tmp/x"))
        .isInstanceOf(SQLFeatureNotSupportedException.class)
        .hasMessageContaining("database files are not supported")
        .hasMessageContaining("jdbc:sash:mem:NAME");
    assertThatThrownBy(() -> DriverManager.getConnection("jdbc:sash:tcp://host/x"))
        .isInstanceOf(SQLFeatureNotSupportedException.class)
        .hasMessageContaining("remote engines are not supported");
    assertThatThrownBy(() -> DriverManager.getConnection("jdbc:sash:nonsense"))
        .hasMessageContaining("no URL of Sash");
    assertThatThrownBy(() -> DriverManager.getConnection("jdbc:sash:mem:a;MODE=MySQL"))
        .hasMessageContaining("settings in the URL");
  }

  @Test
  void everyObjectKnowsWhereItComesFrom() throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:sash:");
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT 1")) {
      assertThat(rows.getStatement()).isSameAs(statement);
      assertThat(statement.getConnection()).isSameAs(connection);
      assertThat(statement.getResultSet()).isSameAs(rows);
      assertThat(connection.getMetaData().getConnection()).isSameAs(connection);
      assertThat(Set.of(connection, statement)).contains(connection, statement);
      assertThat(connection.unwrap(SashConnection.class)).isSameAs(connection);
      assertThat(connection.unwrap(JdbcConnection.class)).isInstanceOf(JdbcConnection.class);
      assertThat(connection.isWrapperFor(JdbcConnection.class)).isTrue();
      assertThat(connection.isWrapperFor(String.class)).isFalse();
    }
  }

  @Test
  void metaDataNamesTheDriverAndLeavesTheProductAlone() throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:sash:mem:meta")) {
      DatabaseMetaData metaData = connection.getMetaData();
      assertThat(metaData.getURL()).isEqualTo("jdbc:sash:mem:meta");
      assertThat(metaData.getDriverName()).isEqualTo("Sash JDBC driver");
      assertThat(metaData.getDriverVersion()).isEqualTo(SashDriver.version());
      assertThat(metaData.getDatabaseProductName()).isEqualTo("H2");
      connection.createStatement().execute("CREATE TABLE Orders (id INT)");
      try (ResultSet tables = metaData.getTables(null, null, "orders", null)) {
        assertThat(tables.next()).isTrue();
      }
    }
  }

  @Test
  void preparedStatementsBatchesAndGeneratedKeysAreThoseOfH2() throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:sash:")) {
      connection
          .createStatement()
          .execute("CREATE TABLE t (id INT GENERATED ALWAYS AS IDENTITY, v VARCHAR)");
      String insert = "INSERT INTO t (v) VALUES (?)";
      try (PreparedStatement prepared =
          connection.prepareStatement(insert, Statement.RETURN_GENERATED_KEYS)) {
        prepared.setString(1, "a");
        prepared.addBatch();
        prepared.setString(1, "b");
        prepared.addBatch();
        assertThat(prepared.executeBatch()).containsExactly(1, 1);
        try (ResultSet keys = prepared.getGeneratedKeys()) {
          keys.next();
          assertThat(keys.getInt(1)).isEqualTo(1);
          assertThat(keys.getStatement()).isSameAs(prepared);
        }
      }
      try (Statement statement = connection.createStatement()) {
        statement.addBatch("DELETE FROM t WHERE id = 1");
        statement.addBatch("UPDATE t SET v = 'c'");
        assertThat(statement.executeBatch()).containsExactly(1, 1);
        assertThat(statement.executeUpdate("DELETE FROM t")).isEqualTo(1);
        assertThat(statement.getUpdateCount()).isEqualTo(1);
        assertThat(statement.getMoreResults()).isFalse();
        assertThat(statement.execute("SELECT 1; SELECT 2")).isTrue();
      }
    }
  }

  @Test
  void callableStatementsAreThoseOfH2() throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:sash:");
        CallableStatement call = connection.prepareCall("CALL 40 + ?")) {
      call.setInt(1, 2);
      try (ResultSet rows = call.executeQuery()) {
        rows.next();
        assertThat(rows.getInt(1)).isEqualTo(42);
        assertThat(rows.getStatement()).isSameAs(call);
      }
    }
  }

  @Test
  void transactionsAreThoseOfH2() throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:sash:");
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE t (a INT)");
      connection.setAutoCommit(false);
      statement.execute("INSERT INTO t VALUES (1)");
      connection.rollback();
      try (ResultSet rows = statement.executeQuery("SELECT COUNT(*) FROM t")) {
        rows.next();
        assertThat(rows.getInt(1)).isZero();
      }
    }
  }

  @Test
  void timestampsNeverPassThroughTheZoneOfTheMachine() throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:sash:");
        Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery("SELECT TIMESTAMP '2015-03-08 02:30:00' AS in_a_gap")) {
      rows.next();
      assertThat(rows.getString(1)).isEqualTo("2015-03-08 02:30:00");
      assertThat(rows.getMetaData().getColumnType(1)).isEqualTo(Types.TIMESTAMP);
    }
  }

  @Test
  void closedObjectsSaySo() throws SQLException {
    Connection connection = DriverManager.getConnection("jdbc:sash:");
    Statement statement = connection.createStatement();
    ResultSet rows = statement.executeQuery("SELECT 1");
    rows.close();
    assertThatThrownBy(rows::getStatement).isInstanceOf(SQLException.class);
    statement.close();
    assertThat(statement.isClosed()).isTrue();
    assertThatThrownBy(statement::getResultSet).isInstanceOf(SQLException.class);
    connection.close();
    connection.close();
    assertThat(connection.isClosed()).isTrue();
    assertThatThrownBy(connection::createStatement).isInstanceOf(SQLException.class);
  }
}
