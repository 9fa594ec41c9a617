package dev.sash.connector.nexmark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

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
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every query of the benchmark gives the rows that a plain program finds in what the three streams
 * deliver.
 */
class NexmarkTest {
  private static final Path FOLDER = Path.of("sql/examples/nexmark");

  /** Computes the rows of a view. */
  private interface Answer extends Function<AuctionRows, List<String>> {}

  private static Arguments query(int number, Answer answer) {
    return query(number, "q" + number, answer);
  }

  private static Arguments query(int number, String view, Answer answer) {
    return Arguments.of("q" + number, view, answer);
  }

  static Stream<Arguments> queries() {
    return Stream.of(
        query(0, BidAnswers::all),
        query(1, BidAnswers::inEuros),
        query(2, BidAnswers::selected),
        query(3, JoinAnswers::localItems),
        query(4, JoinAnswers::averagePrices),
        query(5, JoinAnswers::hotItems),
        query(5, "q5_by_rank", JoinAnswers::hotItems),
        query(6, JoinAnswers::sellerAverages),
        query(7, rows -> JoinAnswers.highestBids(rows, 1)),
        query(7, "q7_by_window", rows -> JoinAnswers.highestBids(rows, 0)),
        query(8, JoinAnswers::newUsers),
        query(9, JoinAnswers::winningBids),
        query(10, BidAnswers::logged),
        query(11, BidAnswers::sessions),
        query(12, BidAnswers::clockWindows),
        query(13, JoinAnswers::notes),
        query(14, BidAnswers::calculated),
        query(15, BidAnswers::dayStatistics),
        query(16, BidAnswers::channelStatistics),
        query(17, BidAnswers::auctionStatistics),
        query(18, BidAnswers::lastBids),
        query(19, BidAnswers::highestBids),
        query(20, JoinAnswers::bidsWithAuctions),
        query(21, BidAnswers::channelIds),
        query(22, BidAnswers::directories));
  }

  @ParameterizedTest(name = "{1}")
  @MethodSource("queries")
  void givesTheRowsOfAPlainProgram(String script, String view, Answer answer) throws Exception {
    try (Connection connection = DriverManager.getConnection("jdbc:sash:")) {
      run(connection, Files.readString(FOLDER.resolve(script + ".sql")));
      AuctionRows input = AuctionRows.read(connection);
      assertThat(input.bids().size() + input.auctions().size()).isPositive();
      List<String> expected = answer.apply(input);
      assertThat(expected).isNotEmpty();
      assertThat(sorted(rows(connection, "SELECT * FROM " + view))).isEqualTo(sorted(expected));
    }
  }

  /** With another seed, 100,000 events, and keys in parts. */
  @ParameterizedTest
  @CsvSource({"4", "5", "7", "11", "17"})
  void givesThemForMoreEventsOfAnotherSeedInShards(int number) throws Exception {
    Arguments query =
        queries().filter(any -> any.get()[1].equals("q" + number)).findFirst().orElseThrow();
    try (Connection connection = DriverManager.getConnection("jdbc:sash:")) {
      String script =
          Files.readString(FOLDER.resolve("q" + number + ".sql"))
              .replace("events = 20000", "events = 100000, seed = 20020612");
      run(connection, "SET shards = 3; " + script);
      List<String> expected = ((Answer) query.get()[2]).apply(AuctionRows.read(connection));
      assertThat(sorted(rows(connection, "SELECT * FROM q" + number))).isEqualTo(sorted(expected));
    }
  }

  /** What keeps rows of streams without end for ever is refused, and the script writes it so. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "q3; SELECT p.name, a.id FROM auction AS a JOIN person AS p ON a.seller = p.id"
            + "; a join of streams needs windows or times",
        "q4; SELECT MAX(b.price) AS final, a.category FROM auction AS a, bid AS b WHERE a.id ="
            + " b.auction AND b.date_time BETWEEN a.date_time AND a.expires GROUP BY a.id,"
            + " a.category; the condition says how early",
        "q20; SELECT b.price, a.item_name FROM bid AS b JOIN auction AS a ON b.auction = a.id"
            + " WHERE a.category = 10; a join of streams needs windows or times"
      })
  void joinsWithoutBoundSayWhatToWrite(String name, String query, String message)
      throws SQLException, IOException {
    try (Connection connection = DriverManager.getConnection("jdbc:sash:")) {
      declareAll(connection);
      assertThat(refusal(connection, name, query))
          .contains("line 1, column", message)
          .containsPattern("Hint: .*r\\.ts BETWEEN l\\.ts - INTERVAL '1' MINUTE AND l\\.ts");
    }
  }

  @Test
  void aPatternWithTwoGroupsIsAnErrorOfItsRows() throws SQLException, IOException {
    try (Connection connection = DriverManager.getConnection("jdbc:sash:")) {
      declareAll(connection);
      run(
          connection,
          "CREATE MATERIALIZED VIEW ids AS SELECT REGEXP_EXTRACT(url, '(&)(channel_id)') AS id"
              + " FROM bid;");
      assertThat(rows(connection, "SELECT * FROM ids")).isEmpty();
      assertThat(rows(connection, "SELECT reason FROM errors.bid LIMIT 1"))
          .allSatisfy(reason -> assertThat(reason).contains("Multiple capturing groups"))
          .hasSize(1);
    }
  }

  /** What a view is refused with. */
  private static String refusal(Connection connection, String view, String query) {
    String sql = "CREATE MATERIALIZED VIEW " + view + " AS " + query;
    Throwable refused = catchThrowable(() -> run(connection, sql));
    return refused instanceof SQLException e && "0A000".equals(e.getSQLState())
        ? e.getMessage()
        : "not refused: " + sql;
  }

  /** The streams of q8 and q20 together. */
  private static void declareAll(Connection connection) throws SQLException, IOException {
    for (String name : List.of("q8", "q20")) {
      for (StatementText text :
          StatementSplitter.split(Files.readString(FOLDER.resolve(name + ".sql")))) {
        if (text.sql().contains("CREATE STREAM")
            && !(name.equals("q20") && text.sql().contains("STREAM auction"))) {
          run(connection, text.sql());
        }
      }
    }
  }

  private static void run(Connection connection, String script) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (StatementText text : StatementSplitter.split(script)) {
        statement.execute(text.sql());
      }
    }
  }

  private static List<String> rows(Connection connection, String query) throws SQLException {
    List<String> all = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      int columns = rows.getMetaData().getColumnCount();
      while (rows.next()) {
        Object[] values = new Object[columns];
        for (int column = 0; column < columns; column++) {
          values[column] = rows.getString(column + 1);
        }
        all.add(Answers.row(values));
      }
    }
    return all;
  }

  private static List<String> sorted(List<String> rows) {
    return rows.stream().sorted().toList();
  }
}
