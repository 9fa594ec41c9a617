package dev.sash.script;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sash.sql.StatementSplitter;
import dev.sash.sql.StatementText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every script that a user finds under {@code sql} runs, and its queries have rows to show. */
class ExamplesTest {
  private static final Path FOLDER = Path.of("sql");

  static List<Path> scripts() throws IOException {
    try (Stream<Path> files = Files.walk(FOLDER)) {
      return files.filter(file -> file.toString().endsWith(".sql")).sorted().toList();
    }
  }

  /** Without those that need a jar, which OwnFunctionTest makes and runs them with. */
  static List<Path> scriptsAlone() throws IOException {
    return scripts().stream().filter(script -> !script.getParent().endsWith("functions")).toList();
  }

  @ParameterizedTest
  @MethodSource("scriptsAlone")
  void runsAndShowsRows(Path script) throws IOException, SQLException {
    for (List<String> rows : results(script)) {
      assertThat(rows).as("header and rows of a query in %s", script).hasSizeGreaterThan(1);
    }
  }

  @ParameterizedTest
  @MethodSource("scripts")
  void saysWhatOneSeesAndHowToRunIt(Path script) throws IOException {
    assertThat(Files.readString(script))
        .startsWith("-- ")
        .contains("-- Run it with: ./shell/sash " + script);
  }

  /** The rates were counted from the file by another program. */
  @Test
  void slaExampleFindsThePartnerThatFailed() throws IOException, SQLException {
    List<List<String>> results = results(FOLDER.resolve("examples/sla.sql"));
    assertThat(results.get(0))
        .containsExactly(
            "partner | checks_below | worst_percent | first_seen | last_seen",
            "initech | 11 | 87.349 | 2025-06-02 09:08:30 | 2025-06-02 09:13:30");
    assertThat(results.get(1))
        .containsExactly(
            "partner | messages | failed | success_percent | latency_ms",
            "acme | 166 | 0 | 100.000 | 361.3",
            "globex | 151 | 0 | 100.000 | 353.5",
            "initech | 178 | 21 | 88.202 | 585.7");
  }

  /** Counted from the file by another program, session by session. */
  @Test
  void sessionsExampleFindsTheLongestSittings() throws IOException, SQLException {
    List<List<String>> results = results(FOLDER.resolve("examples/sessions.sql"));
    assertThat(results.get(0))
        .startsWith(
            "usr | edits | minutes | window_start | last_edit",
            "uc02132b46d | 85 | 283 | 2015-09-12 14:09:00.086 | 2015-09-12 18:52:36.183");
    assertThat(results.get(1))
        .containsExactly(
            "from_hour | sittings | single_edits",
            "0 | 2157 | 1664",
            "6 | 3766 | 2931",
            "12 | 5072 | 3929",
            "18 | 4465 | 3476");
  }

  /** Above means above: 10 of 100 lines is not more than 10 %. */
  @Test
  void errorRateExampleReportsElevenPercentAndNotTen() throws IOException, SQLException {
    List<List<String>> results = results(FOLDER.resolve("examples/error-rate.sql"));
    assertThat(results.get(1))
        .containsExactly(
            "service | message | window_end",
            "search | High error rate: 11.00% | 2025-06-02 12:03:00");
  }

  @Test
  void ordersExampleGivesTheAveragesOfTheHalfDay() throws IOException, SQLException {
    List<List<String>> results = results(FOLDER.resolve("examples/orders.sql"));
    assertThat(results.get(0))
        .contains(
            "product1 | 150.00 | 2025-01-01 00:00:00 | 2025-01-01 12:00:00",
            "product2 | 300.00 | 2025-01-01 00:00:00 | 2025-01-01 12:00:00");
  }

  @Test
  void movingAverageExampleGivesTheMeansOfTheFile() throws IOException, SQLException {
    List<List<String>> results = results(FOLDER.resolve("examples/moving-average.sql"));
    assertThat(results.get(0))
        .contains(
            "boiler | 79.81 | 79.1 | 80.3 | 2025-06-02 06:00:20",
            "boiler | 97.13 | 94.2 | 99.1 | 2025-06-02 06:00:40",
            "boiler | 107.33 | 104.7 | 110.0 | 2025-06-02 06:01:00");
  }

  @Test
  void qpsExampleAddsUpToTheRateOfTheGenerator() throws IOException, SQLException {
    List<List<String>> results = results(FOLDER.resolve("examples/qps.sql"));
    assertThat(results.get(0).subList(1, 5)).allMatch(row -> row.contains(" | 25.00 | "));
    assertThat(results.get(1)).containsExactly("rows_read | pane_updates", "3000 | 3000");
  }

  /** The rows of each query of a script, header first. */
  private static List<List<String>> results(Path script) throws IOException, SQLException {
    List<List<String>> results = new ArrayList<>();
    try (Connection connection = DriverManager.getConnection("jdbc:sash:");
        Statement statement = connection.createStatement()) {
      for (StatementText text : StatementSplitter.split(Files.readString(script))) {
        if (statement.execute(text.sql())) {
          try (ResultSet rows = statement.getResultSet()) {
            results.add(ScriptText.rows(rows));
          }
        }
      }
    }
    return results;
  }
}
