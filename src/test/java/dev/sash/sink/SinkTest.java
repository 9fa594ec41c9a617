package dev.sash.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where the changes of views go: into files, over sockets, into tables of other databases. */
@Timeout(value = 120, threadMode = ThreadMode.SEPARATE_THREAD)
class SinkTest {
  private Connection connection;
  private Statement sash;

  @TempDir Path directory;

  @BeforeEach
  void open() throws SQLException {
    connection = DriverManager.getConnection("jdbc:sash:");
    sash = connection.createStatement();
    sash.execute("SET CLOCK = MANUAL");
    sash.execute(
        "CREATE STREAM s (ts TIMESTAMP(3), k VARCHAR, v INT, WATERMARK FOR ts AS ts - INTERVAL '5' SECOND)");
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
  }

  private void insert(String... rows) throws SQLException {
    List<String> values = new ArrayList<>();
    for (String row : rows) {
      values.add("(TIMESTAMP '2024-05-01 10:00:" + row + ")");
    }
    sash.execute("INSERT INTO s VALUES " + String.join(", ", values));
  }

  private void createSums(String emit) throws SQLException {
    sash.execute(
        "CREATE MATERIALIZED VIEW sums RETAIN ALL AS SELECT k, SUM(v) AS total, COUNT(*) AS n, window_end"
            + " FROM s GROUP BY k, TUMBLE(ts, INTERVAL '10' SECOND) "
            + emit);
  }

  private String file(String name) {
    return directory.resolve(name).toString().replace("'", "''");
  }

  private List<String> lines(String name) throws IOException {
    return Files.readAllLines(directory.resolve(name));
  }

  @Test
  void finalRowsAreLinesThatAStreamReadsAgain() throws Exception {
    createSums("EMIT EVERY INTERVAL '1' SECOND, ON CLOSE");
    String options = "connector = 'file', path = '" + file("a.csv") + "'";
    sash.execute("CREATE SINK lines FROM sums WITH (" + options + ")");
    insert("01', 'a', 1", "02', NULL, 2", "03', 'x,\"y\"', 3", "03', '', 4");
    sash.execute("ADVANCE CLOCK BY INTERVAL '1' SECOND");
    sash.execute("WAIT FOR lines");
    assertThat(lines("a.csv")).containsExactly("k,total,n,window_end");
    insert("30', 'later', 1");
    sash.execute("WAIT FOR lines");
    assertThat(lines("a.csv"))
        .containsExactlyInAnyOrder(
            "k,total,n,window_end",
            "\"\",4,1,2024-05-01 10:00:10",
            "a,1,1,2024-05-01 10:00:10",
            "\"x,\"\"y\"\"\",3,1,2024-05-01 10:00:10",
            ",2,1,2024-05-01 10:00:10");
    sash.execute(
        "CREATE STREAM again (k VARCHAR, total BIGINT, n BIGINT, window_end TIMESTAMP(3)) WITH ("
            + options
            + ")");
    try (ResultSet row = sash.executeQuery("SELECT COUNT(*), COUNT(k), SUM(total) FROM again")) {
      row.next();
      assertThat(List.of(row.getInt(1), row.getInt(2), row.getInt(3))).containsExactly(4, 3, 10);
    }
  }

  @Test
  void aFileIsAppendedToOrReplacedOnlyWhenAsked() throws Exception {
    sash.execute("CREATE MATERIALIZED VIEW kept RETAIN ALL AS SELECT v FROM s");
    Files.writeString(directory.resolve("old.json"), "{\"v\":0}\n");
    String start = "CREATE SINK %s FROM kept WITH (connector = 'file', path = '" + file("old.json");
    assertThatThrownBy(() -> sash.execute(start.formatted("a") + "')"))
        .hasMessageContaining("exists already");
    insert("01', 'a', 1");
    sash.execute(start.formatted("a") + "', if_exists = 'append')");
    sash.execute("WAIT FOR a");
    assertThat(lines("old.json")).containsExactly("{\"v\":0}", "{\"v\":1}");
    sash.execute("DROP SINK a");
    sash.execute(start.formatted("b") + "', if_exists = 'replace')");
    insert("02', 'a', NULL");
    sash.execute("WAIT FOR b");
    assertThat(lines("old.json")).containsExactly("{\"v\":1}", "{\"v\":null}");
  }

  @Test
  void changesAreWhatTheChangelogHolds() throws Exception {
    createSums("EMIT ON CHANGE");
    insert("01', 'a', 1");
    sash.execute("WAIT FOR sums");
    sash.execute(
        "CREATE SINK log FROM sums WITH (connector = 'file', mode = 'changes', header = false, delimiter ="
            + " ';', path = '"
            + file("log.csv")
            + "')");
    insert("02', 'a', 2");
    sash.execute("WAIT FOR log");
    assertThat(
            lines("log.csv").stream().map(line -> line.replaceAll("^(\\d+;..;\\w+;\\d+).*", "$1")))
        .containsExactly("1;+I;EARLY;0", "2;+U;EARLY;1");
  }

  /** What is gone counts against what was sent before. */
  @Test
  void differencesAddUpToTheView() throws Exception {
    sash.execute(
        "CREATE MATERIALIZED VIEW sums RETAIN ALL AS SELECT k, SUM(v) AS total, COUNT(*) AS n, window_end"
            + " FROM s GROUP BY k, TUMBLE(ts, INTERVAL '10' SECOND) HAVING SUM(v) > 0"
            + " EMIT ON CHANGE ALLOW LATENESS INTERVAL '1' MINUTE");
    sash.execute(
        "CREATE SINK d FROM sums WITH (connector = 'file', mode = 'delta', header = false, path = '"
            + file("d.csv")
            + "')");
    insert("01', 'a', 1", "01', 'b', 4");
    sash.execute("WAIT FOR d");
    insert("02', 'a', 2", "30', 'c', 1");
    sash.execute("WAIT FOR d");
    insert("03', 'b', -9", "03', 'a', NULL");
    sash.execute("WAIT FOR d");
    insert("04', 'b', 20");
    sash.execute("WAIT FOR d");
    assertThat(lines("d.csv"))
        .containsExactly(
            "a,1,1,2024-05-01 10:00:10",
            "b,4,1,2024-05-01 10:00:10",
            "a,2,1,2024-05-01 10:00:10",
            "c,1,1,2024-05-01 10:00:40",
            "a,0,1,2024-05-01 10:00:10",
            "b,-4,-1,2024-05-01 10:00:10",
            "b,15,3,2024-05-01 10:00:10");
  }

  /** Both bounds of a window belong to the key. */
  @Test
  void differencesKeepTheWindowAsItIs() throws Exception {
    sash.execute(
        "CREATE MATERIALIZED VIEW counts RETAIN ALL AS SELECT window_start, window_end, COUNT(*) AS n"
            + " FROM s GROUP BY TUMBLE(ts, INTERVAL '10' SECOND) EMIT ON CHANGE");
    sash.execute(
        "CREATE SINK d FROM counts WITH (connector = 'file', mode = 'delta', header = false, path = '"
            + file("d.csv")
            + "')");
    insert("01', 'a', 1");
    sash.execute("WAIT FOR d");
    insert("02', 'a', 1", "03', 'a', 1");
    sash.execute("WAIT FOR d");
    assertThat(lines("d.csv"))
        .containsExactly(
            "2024-05-01 10:00:00,2024-05-01 10:00:10,1",
            "2024-05-01 10:00:00,2024-05-01 10:00:10,2");
  }

  @Test
  void aSinkThatTheChangelogHasOverrunFailsAndSaysSo() throws Exception {
    sash.execute("SET changelog_rows = 10");
    sash.execute("CREATE MATERIALIZED VIEW kept RETAIN ALL AS SELECT v FROM s");
    int port = freePort();
    sash.execute("CREATE SINK far FROM kept WITH (connector = 'socket', port = " + port + ")");
    insert("01', 'a', 1");
    while (state("far").equals("RUNNING null")) {
      Thread.onSpinWait();
    }
    for (int i = 0; i < 20; i++) {
      insert("02', 'a', 2");
    }
    sash.execute("WAIT FOR kept");
    try (ServerSocket server = listen(port);
        Socket peer = server.accept()) {
      assertThatThrownBy(() -> sash.execute("WAIT FOR far")).hasMessageContaining("too slow");
      assertThat(peer.getInputStream().read()).isEqualTo('v');
    }
    assertThat(state("far")).startsWith("FAILED").contains("too slow");
  }

  /** Its view waits: it has ten times as many rows as the changelog keeps. */
  @Test
  void aSinkOfInputsThatEndIsNotOverrun() throws Exception {
    sash.execute("SET CLOCK = DEFAULT");
    sash.execute("SET changelog_rows = 10000");
    sash.execute(
        "CREATE STREAM many (ts TIMESTAMP(3), v INT, WATERMARK FOR ts AS ts)"
            + " WITH (connector = 'datagen', rows = 100000)");
    sash.execute("CREATE MATERIALIZED VIEW all_rows RETAIN ALL AS SELECT v FROM many");
    sash.execute(
        "CREATE SINK lines FROM all_rows WITH (connector = 'file', path = '"
            + file("many.csv")
            + "')");
    sash.execute("WAIT FOR lines");
    assertThat(lines("many.csv")).hasSize(100_001);
  }

  private static int freePort() throws IOException {
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return free.getLocalPort();
    }
  }

  private static ServerSocket listen(int port) throws IOException {
    ServerSocket server = new ServerSocket();
    server.setReuseAddress(true);
    server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    return server;
  }

  private String state(String sink) throws SQLException {
    try (ResultSet row =
        sash.executeQuery("SELECT state, error FROM sash.sinks WHERE name = '" + sink + "'")) {
      row.next();
      return row.getString(1) + " " + row.getString(2);
    }
  }

  @Test
  void aSocketIsTriedAgainUntilSomebodyListens() throws Exception {
    sash.execute("CREATE MATERIALIZED VIEW kept RETAIN ALL AS SELECT k, v FROM s");
    int port = freePort();
    sash.execute(
        "CREATE SINK peer FROM kept WITH (connector = 'socket', host = '127.0.0.1', format = 'json', port = "
            + port
            + ")");
    insert("01', 'a', 1");
    while (state("peer").equals("RUNNING null")) {
      Thread.onSpinWait();
    }
    assertThat(state("peer")).startsWith("RUNNING").contains("refused");
    try (ServerSocket server = listen(port)) {
      try (Socket peer = server.accept();
          BufferedReader lines =
              new BufferedReader(
                  new InputStreamReader(peer.getInputStream(), StandardCharsets.UTF_8))) {
        assertThat(lines.readLine()).isEqualTo("{\"k\":\"a\",\"v\":1}");
        insert("02', NULL, 2");
        assertThat(lines.readLine()).isEqualTo("{\"k\":null,\"v\":2}");
        assertThat(state("peer")).isEqualTo("RUNNING null");
      }
    }
  }

  @Test
  void aSinkThatNobodyAnswersGivesUp() throws Exception {
    sash.execute("CREATE MATERIALIZED VIEW kept RETAIN ALL AS SELECT k, v FROM s");
    int port = freePort();
    sash.execute(
        "CREATE SINK peer FROM kept WITH (connector = 'socket', retry_for = '100 ms', port = "
            + port
            + ")");
    insert("01', 'a', 1");
    assertThatThrownBy(() -> sash.execute("WAIT FOR peer")).hasMessageContaining("gave up");
    sash.execute("DROP SINK peer");
  }

  @Test
  void aSinkEndsWithItsView() throws Exception {
    createSums("EMIT ON CLOSE");
    sash.execute(
        "CREATE SINK lines FROM sums WITH (connector = 'file', path = '" + file("end.csv") + "')");
    insert("01', 'a', 1");
    sash.execute("DRAIN sums");
    sash.execute("WAIT FOR lines");
    while (state("lines").startsWith("RUNNING")) {
      Thread.onSpinWait();
    }
    assertThat(state("lines")).isEqualTo("COMPLETED null");
    assertThat(lines("end.csv")).hasSize(2);
    sash.execute("DROP SINK lines");
    sash.execute("DROP MATERIALIZED VIEW sums");
  }

  private static List<String> rows(Connection database, String sql) throws SQLException {
    List<String> rows = new ArrayList<>();
    try (Statement statement = database.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      while (row.next()) {
        rows.add(row.getString(1) + " " + row.getString(2) + " " + row.getString(3));
      }
    }
    return rows;
  }

  @Test
  void aTableOfH2HoldsTheNewestRows() throws Exception {
    String url = "jdbc:h2:mem:upsert;DB_CLOSE_DELAY=-1";
    try (Connection database = DriverManager.getConnection(url)) {
      upserts(url, "", database);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aTableOfPostgresHoldsTheNewestRows(boolean isKilled) throws Exception {
    try (PostgresServer server = new PostgresServer()) {
      String login = ", user = 'sash', password_file = '" + file("password") + "'";
      Files.writeString(directory.resolve("password"), server.password() + "\n");
      if (isKilled) {
        survives(server, login);
      } else {
        try (Connection database =
            DriverManager.getConnection(server.url(), "sash", server.password())) {
          upserts(server.url(), login, database);
        }
      }
    }
  }

  /** New rows, changed ones, NULL as a key, and rows that are gone. */
  private void upserts(String url, String login, Connection database) throws Exception {
    sash.execute(
        "CREATE MATERIALIZED VIEW sums RETAIN ALL AS SELECT k, SUM(v) AS total, window_end AS until,"
            + " AVG(CAST(v AS DOUBLE)) AS mean, CAST(window_end AS DATE) AS d"
            + " FROM s GROUP BY k, TUMBLE(ts, INTERVAL '10' SECOND) HAVING SUM(v) > 0 EMIT ON CHANGE");
    sash.execute(
        "CREATE SINK there FROM sums WITH (connector = 'jdbc', table = 'sums', create_table = true, url = '"
            + url
            + "'"
            + login
            + ")");
    insert("01', 'a', 1", "02', NULL, 2", "03', 'b', 3");
    sash.execute("WAIT FOR there");
    String all =
        "SELECT \"k\", \"total\", CAST(10 * \"mean\" AS INT) FROM \"sums\" ORDER BY \"total\"";
    assertThat(rows(database, all)).containsExactly("a 1 10", "null 2 20", "b 3 30");
    insert("04', 'a', 4", "05', NULL, 2", "06', 'b', -8");
    sash.execute("WAIT FOR there");
    assertThat(rows(database, all)).containsExactly("null 4 20", "a 5 25");
    insert("21', NULL, 9");
    sash.execute("WAIT FOR there");
    assertThat(rows(database, "SELECT \"k\", \"until\", \"d\" FROM \"sums\" WHERE \"total\" = 9"))
        .containsExactly("null 2024-05-01 10:00:30 2024-05-01");
  }

  private void survives(PostgresServer server, String login) throws Exception {
    sash.execute("CREATE MATERIALIZED VIEW sent RETAIN ALL AS SELECT k, v, ts FROM s");
    sash.execute(
        "CREATE SINK there FROM sent WITH (connector = 'jdbc', table = 'sent', create_table = true, url = '"
            + server.url()
            + "'"
            + login
            + ")");
    insert("01', 'a', 1");
    sash.execute("WAIT FOR there");
    server.kill();
    insert("02', 'b', 2");
    while (state("there").equals("RUNNING null")) {
      Thread.onSpinWait();
    }
    server.start();
    sash.execute("WAIT FOR there");
    try (Connection database =
        DriverManager.getConnection(server.url(), "sash", server.password())) {
      assertThat(rows(database, "SELECT \"k\", \"v\", 0 FROM \"sent\" ORDER BY \"v\""))
          .containsExactly("a 1 0", "b 2 0");
    }
  }
}
