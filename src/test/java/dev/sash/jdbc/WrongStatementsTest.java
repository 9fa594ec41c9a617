package dev.sash.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sash.TestDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every mistake is an SQLException with a state, and with the place where Sash knows it. */
class WrongStatementsTest {
  private static TestDatabase db;

  @BeforeAll
  static void open() {
    db = TestDatabase.open();
    db.run(
        "CREATE STREAM s (ts TIMESTAMP(3), k VARCHAR, v INT, WATERMARK FOR ts AS ts)",
        "CREATE STREAM plain (k VARCHAR)",
        "CREATE MATERIALIZED VIEW r AS SELECT k, v FROM s",
        "CREATE TABLE t (k VARCHAR)");
  }

  @AfterAll
  static void close() {
    db.close();
  }

  static Arguments[] withPlace() {
    return new Arguments[] {
      Arguments.of("SELECT kk FROM s EMIT ON CHANGE", "42703", "kk", "k"),
      Arguments.of("SELECT k FROM ss EMIT ON CHANGE", "42P01", "ss", "s"),
      Arguments.of("SELECT k, COUNT(*) FROM s EMIT ON CHANGE", "42803", "k", null),
      Arguments.of("SELECT k FROM s EMIT EVRY INTERVAL '1' SECOND", "42601", "EVRY", "EVERY"),
      Arguments.of("SELECT k FROM s EMIT EVERY INTERVAL '0' SECOND", "42P20", "EVERY", null),
      Arguments.of(
          "SELECT CAST(k AS TIMESTAMP(6)) AS x FROM s EMIT ON CHANGE", "0A000", null, null),
      Arguments.of("SELECT k + ts AS x FROM s EMIT ON CHANGE", null, "k + ts", null),
      Arguments.of("SELECT NOSUCH(k) AS x FROM s EMIT ON CHANGE", "42883", null, null),
      Arguments.of(
          "SELECT k FROM TABLE(HOP(TABLE s, DESCRIPTOR(ts), INTERVAL '0' SECOND,"
              + " INTERVAL '5' SECOND))",
          "22023",
          null,
          null),
      Arguments.of(
          "SELECT k FROM TABLE(HOP(TABLE s, DESCRIPTOR(ts), INTERVAL '1' MONTH,"
              + " INTERVAL '1' DAY))",
          null,
          null,
          null),
      Arguments.of(
          "SELECT k FROM TABLE(TUMBLE(TABLE s, DESCRIPTOR(k), INTERVAL '5' SECOND))",
          null,
          null,
          null),
      Arguments.of(
          "SELECT k FROM TABLE(TUMBLE(TABLE plain, DESCRIPTOR(k), INTERVAL '5' SECOND))",
          null,
          null,
          null),
      Arguments.of("CREATE STREAM s (ts TIMESTAMP)", "42P07", "s", null),
      Arguments.of("CREATE STREAM x (ts TIMESTAMP, ts INT)", null, null, null),
      Arguments.of("CREATE STREAM x (ts TIMESTAMPP)", null, null, null),
      Arguments.of("CREATE STREAM x (ts INT, WATERMARK FOR ts AS ts)", null, null, null),
      Arguments.of("CREATE STREAM x (a INT, WATERMARK FOR b AS b)", "42703", "b", null),
      Arguments.of(
          "CREATE STREAM x (a INT) WITH (connector = 'fil', path = 'x')", null, "'fil'", "file"),
      Arguments.of(
          "CREATE STREAM x (a INT) WITH (connector = 'file', path = '/no/such/file.csv',"
              + " format = 'csv')",
          null,
          null,
          null),
      Arguments.of(
          "CREATE STREAM x (a INT) WITH (connector = 'datagen', rws = 5)", null, null, "rows"),
      Arguments.of("CREATE MATERIALIZED VIEW r AS SELECT k FROM s", "42P07", "r", null),
      Arguments.of("DROP STREAM nothing", "42P01", "nothing", null),
      Arguments.of("DROP MATERIALIZED VIEW nothing", "42P01", "nothing", null),
      Arguments.of("DESCRIBE nothing", "42P01", "nothing", null),
      Arguments.of("WAIT FOR nothing", "42P01", "nothing", null),
      Arguments.of("DRAIN nothing", "42P01", "nothing", null),
      Arguments.of("SET max_keys = 'many'", null, null, null),
      Arguments.of("SET CLOCK = SUNDIAL", null, "SUNDIAL", null),
      Arguments.of("ADVANCE CLOCK BY 'soon'", null, null, null),
      Arguments.of("EXPLAIN SELECT kk FROM s EMIT ON CHANGE", "42703", "kk", "k"),
      Arguments.of(
          "SELECT (SELECT k FROM s EMIT ON CHANGE) AS x FROM s EMIT ON CHANGE", null, null, null)
    };
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("withPlace")
  void aMistakeInAStatementOfSashIsShownInItsPlace(
      String sql, String state, String underlined, String meant) {
    TestDatabase.Refusal refusal = db.refused(sql);
    assertThat(refusal.state()).as(refusal.message()).hasSize(5).isNotEqualTo("XX000");
    if (state != null) {
      assertThat(refusal.state()).as(refusal.message()).isEqualTo(state);
    }
    String[] lines = refusal.message().split("\n");
    assertThat(lines[0]).matches("line \\d+, column \\d+: .*[^.] \\[\\w{5}]");
    assertThat(lines[2]).matches(" *\\^+");
    if (underlined != null) {
      assertThat(lines[1].substring(lines[2].indexOf('^'))).startsWith(underlined);
    }
    if (meant != null) {
      assertThat(refusal.message()).contains("Hint: ").containsIgnoringCase(meant);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "INSERT INTO s VALUES (1)",
        "INSERT INTO s VALUES ('never', 'k', 1)",
        "INSERT INTO s VALUES ('2024-03-04 10:00:00', 'k', 'many')",
        "INSERT INTO nothing VALUES (1)",
        "INSERT INTO r VALUES ('k', 1)",
        "UPDATE s SET v = 1",
        "DELETE FROM r",
        "MERGE INTO s KEY (k) VALUES ('2024-03-04 10:00:00', 'k', 1)",
        "TRUNCATE TABLE r",
        "ALTER TABLE s ADD COLUMN x INT",
        "DROP TABLE r",
        "SELEC 1",
        "SELECT nothing FROM t",
        "SELECT 1 / 0",
        "CALL SASH_RESULT(12345)",
        "EMIT",
        "CREATE",
        "SELECT v / 0 FROM s EMIT",
      })
  void aMistakeOfAnyKindIsAnSqlExceptionWithAState(String sql) throws SQLException {
    try (Statement statement = db.connection().createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      assertThat(e.getSQLState()).as(e.getMessage()).hasSize(5).isNotEqualTo("XX000");
      assertThat(e.getMessage()).isNotBlank().doesNotContain("Exception:", "\tat ");
      return;
    }
    throw new AssertionError("was not refused: " + sql);
  }

  @ParameterizedTest
  @ValueSource(strings = {"SELECT kk FROM s EMIT ON CHANGE", "SELECT nothing FROM t"})
  void aMistakeInAPreparedStatementToo(String sql) {
    Connection connection = db.connection();
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.executeQuery();
    } catch (SQLException e) {
      assertThat(e.getSQLState()).hasSize(5);
      return;
    }
    throw new AssertionError("was not refused: " + sql);
  }
}
