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

/** {@code SUBSCRIBE TO}: changes as they come, and the ways in which that ends. */
class SubscribeTest {
  /** Far more than it takes, for slow machines; a hang is what it is about. */
  private static final int PATIENCE_SECONDS = 60;

  private static final String VIEW =
      "MATERIALIZED VIEW n RETAIN ALL AS SELECT v, COUNT(*) AS n FROM s GROUP BY v EMIT ON CHANGE";

  private TestDatabase reader;
  private TestDatabase writer;

  @BeforeEach
  void open(TestInfo test) {
    String name = "subscribe-" + test.getDisplayName();
    reader = TestDatabase.shared(name);
    writer = TestDatabase.shared(name);
    writer.run("CREATE STREAM s (v INT)", "SET CLOCK = MANUAL");
  }

  @AfterEach
  void close() {
    reader.close();
    writer.close();
  }

  private void insert(int value) {
    writer.run("INSERT INTO s VALUES (" + value + ")", "WAIT FOR n");
  }

  private static CompletableFuture<String> next(ResultSet rows) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return rows.next()
                ? rows.getString("seq") + rows.getString("op") + " " + rows.getString("n")
                : "end";
          } catch (SQLException e) {
            throw new CompletionException(e);
          }
        });
  }

  private static String nextRow(ResultSet rows) throws Exception {
    return next(rows).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
  }

  private static void assertFails(CompletableFuture<String> waiting, String state, String message) {
    assertThatThrownBy(() -> waiting.get(PATIENCE_SECONDS, TimeUnit.SECONDS))
        .isInstanceOf(ExecutionException.class)
        .cause()
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo(state))
        .hasMessageContaining(message);
  }

  @Test
  void changesComeAsTheyHappenFromNowOn() throws Exception {
    writer.run("CREATE " + VIEW);
    insert(1);
    try (Statement statement = reader.connection().createStatement();
        ResultSet rows = statement.executeQuery("SUBSCRIBE TO n")) {
      CompletableFuture<String> waiting = next(rows);
      assertThat(waiting).isNotDone();
      insert(1);
      assertThat(waiting.get(PATIENCE_SECONDS, TimeUnit.SECONDS)).isEqualTo("2+U 2");
      insert(7);
      assertThat(nextRow(rows)).isEqualTo("3+I 1");
    }
  }

  @Test
  void nothingIsMissedOrDoubledBetweenSnapshotAndChanges() throws Exception {
    writer.run("CREATE " + VIEW);
    CompletableFuture<Void> inserting =
        CompletableFuture.runAsync(
            () -> {
              for (int i = 0; i < 200; i++) {
                insert(i % 3);
              }
            });
    for (int round = 0; round < 5 || !inserting.isDone(); round++) {
      try (Statement statement = reader.connection().createStatement();
          ResultSet rows = statement.executeQuery("SUBSCRIBE TO n WITH SNAPSHOT")) {
        long total = 0;
        long sequence = -1;
        while (total < 200 && sequence < 150) {
          assertThat(rows.next()).isTrue();
          long next = rows.getLong("seq");
          boolean snapshot = sequence < 0 || next == sequence;
          // each insert is one change, so the counts of a snapshot add up to its sequence
          total = snapshot ? total + rows.getLong("n") : total + 1;
          if (!snapshot) {
            assertThat(next).isEqualTo(sequence + 1).isEqualTo(total);
          }
          sequence = next;
        }
      }
    }
    inserting.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
  }

  @Test
  void sequenceThatIsStillToComeIsWaitedFor() throws Exception {
    writer.run("CREATE " + VIEW);
    insert(1);
    try (Statement statement = reader.connection().createStatement();
        ResultSet rows = statement.executeQuery("SUBSCRIBE TO n FROM SEQ 3")) {
      CompletableFuture<String> waiting = next(rows);
      insert(1);
      assertThat(waiting).isNotDone();
      insert(1);
      assertThat(waiting.get(PATIENCE_SECONDS, TimeUnit.SECONDS)).isEqualTo("3+U 3");
    }
  }

  @Test
  void endOfTheViewEndsItBehindAllChanges() throws Exception {
    writer.run("CREATE " + VIEW);
    try (Statement statement = reader.connection().createStatement();
        ResultSet rows = statement.executeQuery("SUBSCRIBE TO n")) {
      insert(1);
      writer.run("DRAIN n");
      assertThat(nextRow(rows)).isEqualTo("1+I 1");
      assertThat(nextRow(rows)).isEqualTo("2+U 1");
      assertThat(nextRow(rows)).isEqualTo("end");
    }
  }

  @Test
  void droppedAndReplacedViewsSaySo() throws Exception {
    writer.run("CREATE " + VIEW);
    insert(1);
    try (Statement statement = reader.connection().createStatement();
        ResultSet rows = statement.executeQuery("SUBSCRIBE TO n FROM SEQ 1")) {
      assertThat(nextRow(rows)).isEqualTo("1+I 1");
      CompletableFuture<String> waiting = next(rows);
      writer.run("CREATE OR REPLACE " + VIEW);
      assertFails(waiting, "08003", "view \"n\" was replaced");
    }
    // the new view reads what the stream has kept; that shall not come to the next subscriber
    writer.run("WAIT FOR n");
    try (Statement statement = reader.connection().createStatement();
        ResultSet rows = statement.executeQuery("SUBSCRIBE TO n")) {
      CompletableFuture<String> waiting = next(rows);
      writer.run("DROP MATERIALIZED VIEW n");
      assertFails(waiting, "08003", "view \"n\" was dropped");
    }
    writer.run("CREATE " + VIEW);
    try (Statement statement = reader.connection().createStatement();
        ResultSet rows = statement.executeQuery("SELECT * FROM n WHERE v < 0 EMIT ON CHANGE")) {
      CompletableFuture<String> waiting = next(rows);
      writer.run("DROP MATERIALIZED VIEW n");
      assertFails(waiting, "08003", "view \"n\" was dropped");
    }
  }

  @Test
  void failureOfTheViewComesBehindTheChangesBeforeIt() throws Exception {
    writer.run("SET view_rows = 2", "CREATE " + VIEW);
    insert(1);
    try (Statement statement = reader.connection().createStatement();
        ResultSet rows = statement.executeQuery("SUBSCRIBE TO n FROM SEQ 1")) {
      writer.run("INSERT INTO s VALUES (2), (3), (4)");
      assertThat(nextRow(rows)).isEqualTo("1+I 1");
      assertFails(next(rows), "54000", "more than 2 rows");
    }
  }

  @Test
  void readerThatTheChangelogHasOverrunIsTold() throws Exception {
    writer.run("SET changelog_rows = 3", "CREATE " + VIEW);
    try (Statement statement = reader.connection().createStatement();
        ResultSet rows = statement.executeQuery("SUBSCRIBE TO n")) {
      insert(1);
      assertThat(nextRow(rows)).isEqualTo("1+I 1");
      for (int i = 0; i < 5; i++) {
        insert(1);
      }
      CompletableFuture<String> waiting = next(rows);
      assertFails(waiting, "54000", "changes 2 to 3 of view \"n\" are no longer kept");
      assertFails(waiting, "54000", "SUBSCRIBE TO n FROM SEQ 4");
    }
  }

  @Test
  void cancelTimeoutAndCloseEndIt() throws Exception {
    writer.run("CREATE " + VIEW);
    try (Statement statement = reader.connection().createStatement()) {
      CompletableFuture<String> waiting = next(statement.executeQuery("SUBSCRIBE TO n"));
      statement.cancel();
      assertFails(waiting, "57014", "canceled");
    }
    try (Statement statement = reader.connection().createStatement()) {
      statement.setQueryTimeout(1);
      assertThatThrownBy(
              () -> {
                try (ResultSet rows = statement.executeQuery("SUBSCRIBE TO n")) {
                  rows.next();
                }
              })
          .isInstanceOf(SQLTimeoutException.class);
    }
    Statement statement = reader.connection().createStatement();
    ResultSet rows = statement.executeQuery("SUBSCRIBE TO n");
    statement.close();
    assertThat(rows.isClosed()).isTrue();
    ResultSet last = reader.connection().createStatement().executeQuery("SUBSCRIBE TO n");
    reader.close();
    assertThatThrownBy(last::next).isInstanceOf(SQLException.class);
    insert(1);
    assertThat(writer.number("SELECT n FROM n")).isEqualTo(1);
  }

  @Test
  void overABoundedSourceItEndsByItself() {
    writer.file("f", "v INT", List.of("1", "2", "1"));
    writer.run(
        "SET CLOCK = REPLAY",
        "CREATE MATERIALIZED VIEW m RETAIN ALL AS SELECT v, COUNT(*) AS n FROM f GROUP BY v"
            + " EMIT ON CHANGE");
    List<String> rows = reader.rows("SUBSCRIBE TO m FROM SEQ 1");
    assertThat(rows).hasSize(4).last().asString().contains("FINAL");
    assertThat(reader.rows("SUBSCRIBE TO m WITH SNAPSHOT")).hasSize(2);
  }
}
