package dev.sash.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each case in every way that it can be fed. */
class CasesTest {
  @TempDir Path folder;

  static Stream<CaseFile> runnable() {
    return CaseFile.all().stream()
        .filter(test -> !test.expectsError() && !test.acceptsMore() && !test.needsOtherRows());
  }

  static Stream<CaseFile> insertable() {
    return runnable()
        .filter(test -> test.json().get("tables").get(0).hasNonNull("rows_in_arrival_order"));
  }

  static Stream<CaseFile> wrong() {
    return CaseFile.all().stream().filter(CaseFile::expectsError);
  }

  static Stream<CaseFile> groupFunctions() {
    return runnable().filter(test -> test.json().has("query_group_function_form"));
  }

  @ParameterizedTest
  @MethodSource("runnable")
  void fileGivesTheExpectedRows(CaseFile test) throws SQLException, IOException {
    try (Connection connection = DriverManager.getConnection("jdbc:sash:")) {
      new CaseStreams(connection).declareOverFiles(test, folder);
      execute(connection, "CREATE MATERIALIZED VIEW r RETAIN ALL AS " + test.query());
      assertRows(connection, test);
    }
  }

  @ParameterizedTest
  @MethodSource("groupFunctions")
  void groupFunctionSpellingGivesTheSameRows(CaseFile test) throws SQLException, IOException {
    try (Connection connection = DriverManager.getConnection("jdbc:sash:")) {
      new CaseStreams(connection).declareOverFiles(test, folder);
      String query = test.json().get("query_group_function_form").asText();
      execute(connection, "CREATE MATERIALIZED VIEW r RETAIN ALL AS " + query);
      assertRows(connection, test);
    }
  }

  @ParameterizedTest
  @MethodSource("insertable")
  void insertedRowsGiveTheSameAndCloseInStages(CaseFile test) throws SQLException, IOException {
    try (Connection connection = DriverManager.getConnection("jdbc:sash:")) {
      CaseStreams streams = new CaseStreams(connection);
      streams.declareForInsert(test);
      execute(connection, "SET CLOCK = REPLAY");
      execute(connection, "CREATE MATERIALIZED VIEW r RETAIN ALL AS " + test.query());
      JsonNode table = test.json().get("tables").get(0);
      int count = 0;
      for (JsonNode row : table.get("rows_in_arrival_order")) {
        streams.insert(table, row);
        assertStage(connection, test, ++count);
      }
      for (int other = 1; other < test.json().get("tables").size(); other++) {
        JsonNode next = test.json().get("tables").get(other);
        for (JsonNode row : next.get("rows_in_arrival_order")) {
          streams.insert(next, row);
        }
      }
      execute(connection, "DRAIN r");
      assertRows(connection, test);
    }
  }

  @ParameterizedTest
  @MethodSource("wrong")
  void whatHasNoMeaningIsRefused(CaseFile test) throws SQLException, IOException {
    try (Connection connection = DriverManager.getConnection("jdbc:sash:")) {
      new CaseStreams(connection).declareOverFiles(test, folder);
      assertThatThrownBy(() -> execute(connection, "CREATE MATERIALIZED VIEW r AS " + test.query()))
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("22023"));
    }
  }

  /** Another system refuses this case's slide above its size; here it has gaps and a notice. */
  @Test
  void slideAboveTheSizeLeavesGaps() throws SQLException, IOException {
    CaseFile test = CaseFile.all().stream().filter(CaseFile::acceptsMore).findFirst().orElseThrow();
    try (Connection connection = DriverManager.getConnection("jdbc:sash:");
        Statement statement = connection.createStatement()) {
      new CaseStreams(connection).declareOverFiles(test, folder);
      statement.execute("CREATE MATERIALIZED VIEW r RETAIN ALL AS " + test.query());
      assertThat(statement.getWarnings().getMessage()).contains("40 % of time", "slide and size");
      assertThat(select(connection))
          .containsExactly(
              "unit-a | 60 | 2024-06-20 20:00:00.000 | 2024-06-20 20:00:03.000",
              "unit-h | 77 | 2024-06-20 20:00:05.000 | 2024-06-20 20:00:08.000");
      try (ResultSet late = statement.executeQuery("SELECT ts, windows_dropped FROM late.r")) {
        assertThat(CaseRows.of(late)).containsExactly("2024-06-20 20:00:02.000 | 1");
      }
    }
  }

  /** Its watermarks are those of rows of a third key, four seconds ahead of them. */
  @Test
  void sessionRowsComeWhenTheWatermarkCloses() throws SQLException, IOException {
    CaseFile test =
        CaseFile.all().stream().filter(CaseFile::needsOtherRows).findFirst().orElseThrow();
    try (Connection connection = DriverManager.getConnection("jdbc:sash:")) {
      execute(
          connection,
          "CREATE STREAM ss (k VARCHAR, n INT, ts TIMESTAMP(3),"
              + " WATERMARK FOR ts AS ts - INTERVAL '4' SECOND)");
      execute(connection, "SET CLOCK = REPLAY");
      String query = test.query() + " WHERE k <> 'clock'";
      execute(connection, "CREATE MATERIALIZED VIEW r RETAIN ALL AS " + query);
      CaseStreams streams = new CaseStreams(connection);
      JsonNode table = test.json().get("tables").get(0);
      JsonNode rows = table.get("rows_in_arrival_order");
      // rows of the case by number, and watermarks in milliseconds, as its semantics list them
      for (String step : "0 1 w999 w3999 2 w4999 3 4 w5999 w9999 w10999 5 6".split(" ", -1)) {
        if (step.startsWith("w")) {
          long millis = Long.parseLong(step.substring(1)) + 4000;
          execute(
              connection,
              "INSERT INTO ss VALUES ('clock', 0, TIMESTAMP '2024-05-06 00:00:%06.3f')"
                  .formatted(millis / 1000.0));
        } else {
          streams.insert(table, rows.get(Integer.parseInt(step)));
        }
      }
      execute(connection, "DRAIN r");
      assertRows(connection, test);
      try (Statement statement = connection.createStatement()) {
        ResultSet late = statement.executeQuery("SELECT k, ts FROM late.r");
        assertThat(CaseRows.of(late)).containsExactly("key1 | 2024-05-06 00:00:00.999");
        ResultSet errors = statement.executeQuery("SELECT COUNT(*) FROM errors.ss");
        assertThat(CaseRows.of(errors)).containsExactly("1");
      }
    }
  }

  private static void assertStage(Connection connection, CaseFile test, int count)
      throws SQLException {
    for (JsonNode stage : test.expected().path("stages")) {
      if (stage.get("after_rows").asInt() == count) {
        execute(connection, "WAIT FOR r");
        List<String> expected =
            CaseRows.of(StreamSupport.stream(stage.get("rows").spliterator(), false).toList());
        assertThat(select(connection))
            .as("after %d rows", count)
            .containsExactlyInAnyOrderElementsOf(expected);
      }
    }
  }

  private static void assertRows(Connection connection, CaseFile test)
      throws SQLException, IOException {
    List<String> expected = CaseRows.of(test.expectedRows());
    List<String> actual = select(connection);
    assertThat(actual).containsExactlyInAnyOrderElementsOf(expected);
    if (test.expected().path("ordered").asBoolean()
        && !test.id().equals("sp-03-tumble-offset-5-by-key")) {
      assertThat(actual).containsExactlyElementsOf(expected);
    }
  }

  private static List<String> select(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery("SELECT * FROM r")) {
      return CaseRows.of(result);
    }
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
