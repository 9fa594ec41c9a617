package dev.sash.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLSyntaxErrorException;
import java.sql.SQLTimeoutException;
import java.sql.Statement;
import java.util.concurrent.CompletableFuture;
import org.h2.jdbc.JdbcResultSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the driver does with statements of Sash's own. */
class StreamingStatementTest {
  private ScriptedSession session;
  private Connection connection;
  private Statement statement;

  @BeforeEach
  void open() throws SQLException {
    session = new ScriptedSession();
    connection = session.connect();
    statement = connection.createStatement();
  }

  @AfterEach
  void everyStreamIsClosed() throws SQLException {
    connection.close();
    assertThat(session.openStreams).hasValue(0);
  }

  @Test
  void rowsComeAsAResultSetOfH2() throws SQLException {
    ResultSet rows = statement.executeQuery("STREAM ROWS 3");
    assertThat(rows.unwrap(JdbcResultSet.class)).isNotNull();
    assertThat(rows.getStatement()).isSameAs(statement);
    assertThat(statement.getResultSet()).isSameAs(rows);
    assertThat(statement.getUpdateCount()).isEqualTo(-1);
    long sum = 0;
    while (rows.next()) {
      sum += rows.getLong("n");
      assertThat(rows.getString(2)).isEqualTo("row " + rows.getLong(1));
    }
    assertThat(sum).isEqualTo(6);
    assertThat(statement.getWarnings().getMessage()).isEqualTo("a notice");
    assertThat(statement.getMoreResults()).isFalse();
    assertThat(statement.getUpdateCount()).isEqualTo(-1);
  }

  @Test
  void maxRowsEndsAnEndlessQuery() throws SQLException {
    statement.setMaxRows(2);
    ResultSet rows = statement.executeQuery("STREAM ENDLESS");
    assertThat(rows.next()).isTrue();
    assertThat(rows.next()).isTrue();
    assertThat(session.openStreams).hasValue(0);
    assertThat(rows.next()).isFalse();
  }

  @Test
  void aStatementWithoutRowsGivesItsCountMessageAndWarnings() throws SQLException {
    assertThat(statement.execute("STREAM DONE;")).isFalse();
    assertThat(statement.getUpdateCount()).isEqualTo(7);
    assertThat(statement.getLargeUpdateCount()).isEqualTo(7);
    assertThat(statement.getResultSet()).isNull();
    assertThat(statement.unwrap(SashStatement.class).message()).isEqualTo("delivered 7 rows");
    assertThat(statement.getWarnings().getMessage()).isEqualTo("first");
    assertThat(statement.getWarnings().getNextWarning().getMessage()).isEqualTo("second");
    assertThat(statement.getMoreResults()).isFalse();
    assertThat(statement.getUpdateCount()).isEqualTo(-1);
    statement.execute("SELECT 1");
    assertThat((Object) statement.getWarnings()).isNull();
    assertThat(statement.unwrap(SashStatement.class).message()).isEmpty();
  }

  @Test
  void theWrongExecuteSaysWhichOneToUse() {
    assertThatThrownBy(() -> statement.executeQuery("STREAM DONE"))
        .hasMessageContaining("gives no rows: use execute");
    assertThatThrownBy(() -> statement.executeUpdate("STREAM ENDLESS"))
        .hasMessageContaining("use executeQuery");
    assertThat(session.openStreams).hasValue(0);
  }

  @Test
  void anErrorShowsItsPlaceAndKeepsTheExceptionOfSash() {
    String sql = "STREAM rws";
    SQLException error =
        catchThrowableOfType(SQLSyntaxErrorException.class, () -> statement.execute(sql));
    assertThat(error.getMessage())
        .isEqualTo(
            """
            line 1, column 8: column "rws" not found [42703]
              STREAM rws
                     ^^^
            Hint: did you mean "rows"?\
            """);
    assertThat(error.getSQLState()).isEqualTo("42703");
    assertThat(((SashException) error.getCause()).code()).isEqualTo(ErrorCode.COLUMN_NOT_FOUND);
  }

  @Test
  void aFailureWhileRowsAreReadKeepsItsCode() throws SQLException {
    ResultSet rows = statement.executeQuery("STREAM BROKEN");
    assertThat(rows.next()).isTrue();
    assertThatThrownBy(rows::next)
        .isInstanceOf(SQLDataException.class)
        .hasMessageContaining("division by zero [22012]");
  }

  @Test
  void cancelEndsAStatementThatRuns() throws Exception {
    CompletableFuture<Boolean> run = CompletableFuture.supplyAsync(() -> execute("STREAM HANG"));
    session.hanging.await();
    statement.cancel();
    assertCanceled(run, "statement was canceled");
  }

  @Test
  void cancelEndsAReaderThatWaitsForTheNextRow() throws Exception {
    ResultSet rows = statement.executeQuery("STREAM ENDLESS");
    for (int i = 0; i < 3; i++) {
      assertThat(rows.next()).isTrue();
    }
    CompletableFuture<Boolean> fourth = CompletableFuture.supplyAsync(() -> next(rows));
    statement.cancel();
    assertCanceled(fourth, "statement was canceled");
    try (ResultSet after = statement.executeQuery("STREAM ROWS 1")) {
      assertThat(after.next()).isTrue();
    }
  }

  @Test
  void theTimeOutEndsAStatementThatRunsAndAReaderThatWaits() throws SQLException {
    statement.setQueryTimeout(1);
    ResultSet rows = statement.executeQuery("STREAM ENDLESS");
    assertThatThrownBy(
            () -> {
              while (rows.next()) {
                assertThat(rows.getLong(1)).isLessThan(4);
              }
            })
        .isInstanceOf(SQLTimeoutException.class)
        .hasMessageContaining("timed out after 1 s");
    assertThatThrownBy(() -> statement.execute("STREAM HANG"))
        .isInstanceOf(SQLTimeoutException.class)
        .hasMessageContaining("timed out after 1 s [57014]");
  }

  @Test
  void anotherExecutionClosesTheRowsOfTheLast() throws SQLException {
    ResultSet first = statement.executeQuery("STREAM ENDLESS");
    statement.execute("SELECT 1");
    assertThat(first.isClosed()).isTrue();
    assertThat(session.openStreams).hasValue(0);
    ResultSet second = statement.executeQuery("STREAM ENDLESS");
    assertThatThrownBy(() -> statement.execute("STREAM rws")).isInstanceOf(SQLException.class);
    assertThat(second.isClosed()).isTrue();
  }

  @Test
  void closingTheConnectionEndsAReaderThatWaits() throws Exception {
    ResultSet rows = statement.executeQuery("STREAM ENDLESS");
    for (int i = 0; i < 3; i++) {
      assertThat(rows.next()).isTrue();
    }
    CompletableFuture<Boolean> fourth = CompletableFuture.supplyAsync(() -> next(rows));
    connection.close();
    assertCanceled(fourth, "statement was canceled");
  }

  @Test
  void closeOnCompletionClosesTheStatementWithItsRows() throws SQLException {
    statement.closeOnCompletion();
    ResultSet rows = statement.executeQuery("STREAM ROWS 1");
    rows.close();
    assertThat(statement.isClosed()).isTrue();
  }

  @Test
  void aPreparedStatementRunsAgainAndAgain() throws SQLException {
    try (PreparedStatement prepared = connection.prepareStatement("STREAM ROWS 2")) {
      for (int run = 0; run < 3; run++) {
        try (ResultSet rows = prepared.executeQuery()) {
          assertThat(rows.getStatement()).isSameAs(prepared);
          assertThat(prepared.getMetaData().getColumnLabel(2)).isEqualTo("name");
          assertThat(rows.next()).isTrue();
          assertThat(rows.next()).isTrue();
          assertThat(rows.next()).isFalse();
        }
      }
      assertThat(prepared.getParameterMetaData().getParameterCount()).isZero();
      assertThatThrownBy(() -> prepared.setInt(1, 5)).hasMessageContaining("no parameters");
      assertThatThrownBy(() -> prepared.executeQuery("SELECT 1")).hasMessageContaining("its text");
      assertThat(prepared.execute()).isTrue();
    }
  }

  @Test
  void aParameterInAStreamingStatementIsRefusedWithItsPlace() {
    assertThatThrownBy(() -> connection.prepareStatement("STREAM '?' ROWS ?"))
        .isInstanceOf(SQLFeatureNotSupportedException.class)
        .hasMessageContaining("line 1, column 17: parameters are not supported");
  }

  @Test
  void aBatchMayMixBothKindsAndGoesOnAfterAFailure() throws SQLException {
    statement.addBatch("CREATE TABLE t (a INT)");
    statement.addBatch("STREAM DONE");
    statement.addBatch("INSERT INTO t VALUES (1), (2)");
    assertThat(statement.executeBatch()).containsExactly(0, 7, 2);
    statement.addBatch("STREAM rws");
    statement.addBatch("DELETE FROM t");
    BatchUpdateException failure =
        catchThrowableOfType(BatchUpdateException.class, statement::executeBatch);
    assertThat(failure.getUpdateCounts()).containsExactly(Statement.EXECUTE_FAILED, 2);
    assertThat(statement.executeBatch()).isEmpty();
  }

  private boolean execute(String sql) {
    try {
      return statement.execute(sql);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static boolean next(ResultSet rows) {
    try {
      return rows.next();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void assertCanceled(CompletableFuture<Boolean> run, String message) {
    assertThatThrownBy(run::get)
        .cause()
        .cause()
        .isInstanceOf(SQLTimeoutException.class)
        .hasMessageContaining(message);
  }
}
