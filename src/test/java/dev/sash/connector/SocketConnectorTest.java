package dev.sash.connector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
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

/** Streams of lines that come over a socket, from a server of the test. */
@Timeout(value = 20, threadMode = ThreadMode.SEPARATE_THREAD)
class SocketConnectorTest {
  private Connection connection;
  private Statement sash;
  private ServerSocket server;

  @BeforeEach
  void open() throws IOException, SQLException {
    connection = DriverManager.getConnection("jdbc:sash:");
    sash = connection.createStatement();
    sash.execute("SET CLOCK = MANUAL");
    server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
  }

  @AfterEach
  void close() throws IOException, SQLException {
    connection.close();
    server.close();
  }

  private void create(String columns, String options) throws SQLException {
    sash.execute(
        "CREATE STREAM lines (%s) WITH (connector = 'socket', host = '127.0.0.1', port = %d%s)"
            .formatted(columns, server.getLocalPort(), options));
  }

  private static void send(Socket peer, String text) throws IOException {
    peer.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
    peer.getOutputStream().flush();
  }

  /** Waits until the stream has read so many rows, good and bad. */
  private void awaitRows(long wanted) throws SQLException {
    long found = -1;
    while (found < wanted) {
      try (ResultSet row =
          sash.executeQuery("SELECT rows_read + bad_rows FROM sash.streams WHERE name = 'lines'")) {
        row.next();
        found = row.getLong(1);
      }
    }
    assertThat(found).isEqualTo(wanted);
  }

  private void awaitError(String wanted) throws SQLException {
    while (!rows("SELECT error FROM sash.streams").equals(List.of(wanted))) {
      Thread.onSpinWait();
    }
  }

  private List<String> rows(String sql) throws SQLException {
    List<String> rows = new ArrayList<>();
    try (ResultSet row = sash.executeQuery(sql)) {
      while (row.next()) {
        StringBuilder text = new StringBuilder();
        for (int i = 1; i <= row.getMetaData().getColumnCount(); i++) {
          text.append(i == 1 ? "" : " ").append(row.getString(i));
        }
        rows.add(text.toString());
      }
    }
    return rows;
  }

  /** Lines {@code key,int} by processing time, 10 s by 5 s. */
  @Test
  void keyedSumsByProcessingTime() throws Exception {
    create("k VARCHAR, v INT, at AS PROCTIME()", "");
    sash.execute(
        "CREATE MATERIALIZED VIEW sums RETAIN ALL AS SELECT k, SUM(v) AS total, window_start FROM lines"
            + " GROUP BY k, HOP(PROCTIME(), INTERVAL '5' SECOND, INTERVAL '10' SECOND)");
    try (Socket peer = server.accept()) {
      send(peer, "a,1\nb,2\na,");
      awaitRows(2);
      send(peer, "3\n");
      awaitRows(3);
      sash.execute("ADVANCE CLOCK BY INTERVAL '7' SECOND");
      send(peer, "a,4\n");
      awaitRows(4);
      sash.execute("ADVANCE CLOCK BY INTERVAL '20' SECOND");
    }
    assertThat(rows("SELECT k, total, window_start FROM sums ORDER BY window_start, k"))
        .containsExactly(
            "a 4 1969-12-31 23:59:55",
            "b 2 1969-12-31 23:59:55",
            "a 8 1970-01-01 00:00:00",
            "b 2 1970-01-01 00:00:00",
            "a 4 1970-01-01 00:00:05");
  }

  @Test
  void whatCannotBeReadIsTold() throws Exception {
    create("k VARCHAR, v INT", "");
    try (Socket peer = server.accept()) {
      send(peer, "a,1\nb,x\nc\n\"d,\n\"\"\",5\n");
      awaitRows(4);
    }
    assertThat(rows("SELECT * FROM lines")).hasSize(2);
    assertThat(rows("SELECT line, raw FROM errors.lines")).containsExactly("2 b,x", "3 c");
  }

  @Test
  void aConnectionThatEndsIsFollowedByTheNextOne() throws Exception {
    create("v INT", ", format = 'json'");
    try (Socket peer = server.accept()) {
      send(peer, "{\"v\": 1}\n{\"v\": 2}");
    }
    awaitRows(2);
    try (Socket peer = server.accept()) {
      send(peer, "{\"v\": 3}\n");
      awaitRows(3);
    }
    assertThat(rows("SELECT v FROM lines")).containsExactly("1", "2", "3");
  }

  @Test
  void withoutReconnectTheStreamEnds() throws Exception {
    create("v INT", ", reconnect = false, header = true");
    sash.execute("CREATE MATERIALIZED VIEW total AS SELECT SUM(v) AS s FROM lines EMIT ON CLOSE");
    try (Socket peer = server.accept()) {
      send(peer, "v\n1\n2\n");
    }
    while (!rows("SELECT state FROM sash.views").equals(List.of("COMPLETED"))) {
      Thread.onSpinWait();
    }
    assertThat(rows("SELECT s FROM total")).containsExactly("3");
  }

  @Test
  void thatNobodyListensIsTold() throws Exception {
    int port = server.getLocalPort();
    server.close();
    create("v INT", "");
    sash.execute("CREATE MATERIALIZED VIEW kept AS SELECT v FROM lines");
    String error = "no connection: Connection refused; it is tried again";
    awaitError(error);
    assertThat(rows("EXPLAIN EMPTY kept")).contains("stream \"lines\": " + error);
    server = new ServerSocket();
    server.setReuseAddress(true);
    server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    try (Socket peer = server.accept()) {
      send(peer, "7\n");
      awaitRows(1);
      awaitError("null");
    }
    assertThat(rows("SELECT v FROM lines")).containsExactly("7");
  }

  @Test
  void aHeaderThatLacksAColumnIsTold() throws Exception {
    create("v INT", ", header = true");
    try (Socket peer = server.accept()) {
      send(peer, "w\n1\n");
      awaitError(
          "column \"v\" not found in the header of \"127.0.0.1:"
              + server.getLocalPort()
              + "\"; it is tried again");
    }
  }

  @Test
  void aStreamThatIsDroppedLeavesItsConnection() throws Exception {
    create("v INT", "");
    try (Socket peer = server.accept()) {
      sash.execute("DROP STREAM lines");
      assertThat(peer.getInputStream().read()).isEqualTo(-1);
    }
  }

  @Test
  void mistakesInOptionsAreNamed() {
    assertThatThrownBy(() -> sash.execute("CREATE STREAM x (v INT) WITH (connector = 'socket')"))
        .hasMessageContaining("option \"port\" is missing");
    assertThatThrownBy(() -> create("v INT", ", reconnect = 'maybe'"))
        .hasMessageContaining("must be true or false");
    assertThatThrownBy(() -> create("v INT", ", recconect = true"))
        .hasMessageContaining("did you mean \"reconnect\"?");
    assertThatThrownBy(
            () -> sash.execute("CREATE STREAM x (v INT) WITH (connector = 'socket', port = 70000)"))
        .hasMessageContaining("a number from 1 to 65535");
  }
}
