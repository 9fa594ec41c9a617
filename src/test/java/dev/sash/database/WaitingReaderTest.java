package dev.sash.database;

import static dev.sash.view.ViewFixture.bounded;
import static dev.sash.view.ViewFixture.window;
import static dev.sash.view.ViewFixture.windowed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sash.data.RowKind;
import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import dev.sash.view.Relation;
import dev.sash.view.View;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Readers of a view whose sources end by themselves. */
@Timeout(60)
class WaitingReaderTest {
  private final View view = new View(bounded(windowed(false)));
  private final ExecutorService reader = Executors.newSingleThreadExecutor();
  private DatabaseFixture h2;

  @BeforeEach
  void open() throws SQLException {
    h2 = new DatabaseFixture();
    h2.show("v", view);
    view.emit(window(RowKind.FINAL, 10, "a", 1L));
    view.publish(5, 10);
  }

  @AfterEach
  void close() throws SQLException {
    reader.shutdownNow();
    h2.close();
  }

  private Future<List<String>> reading(Connection connection, String sql) {
    return reader.submit(() -> DatabaseFixture.query(connection, sql));
  }

  private void complete() {
    view.emit(window(RowKind.FINAL, 20, "b", 2L));
    view.publish(15, Long.MAX_VALUE);
    view.complete();
  }

  @Test
  void readerWaitsForTheEndAndOthersDoNotWaitForTheReader() throws Exception {
    try (Connection other = h2.database.connect()) {
      Future<List<String>> rows =
          reading(other, "SELECT k FROM v WHERE n >= (SELECT MIN(n) FROM v)");
      h2.execute("CREATE TABLE ordinary AS SELECT 1 AS id");
      h2.execute("INSERT INTO ordinary VALUES (2)");
      h2.database.createRelation("sash", "more", new View(bounded(windowed(true))).rows());
      h2.database.dropRelation("sash", "more");
      h2.execute("DROP TABLE ordinary");
      assertThat(h2.plan("SELECT * FROM v")).contains("public.v: scan");
      assertThat(h2.connection.getMetaData().getTables(null, null, "v", null).next()).isTrue();
      assertThat(rows.isDone()).isFalse();
      complete();
      assertThat(rows.get()).containsExactly("a", "b");
    }
  }

  @Test
  void cancelEndsTheWait() throws Exception {
    CountDownLatch waiting = new CountDownLatch(1);
    h2.database.createRelation("sash", "watched", watched(view.latest(), waiting));
    try (Statement statement = h2.connection.createStatement()) {
      Future<?> rows = reader.submit(() -> statement.executeQuery("SELECT * FROM sash.watched"));
      waiting.await();
      statement.cancel();
      assertThatThrownBy(rows::get)
          .cause()
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("57014"));
    }
    complete();
    assertThat(h2.query("SELECT k FROM latest.v")).containsExactly("b");
  }

  /** The same relation, which tells when a reader begins to wait. */
  private static Relation watched(Relation relation, CountDownLatch waiting) {
    return (Relation)
        Proxy.newProxyInstance(
            Relation.class.getClassLoader(),
            new Class<?>[] {Relation.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("awaitReadable")) {
                waiting.countDown();
              }
              return method.invoke(relation, arguments);
            });
  }

  @Test
  void queryTimeoutEndsTheWait() throws SQLException {
    try (Statement statement = h2.connection.createStatement()) {
      statement.setQueryTimeout(1);
      assertThatThrownBy(() -> statement.executeQuery("SELECT * FROM changes.v"))
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("57014"));
    }
  }

  @Test
  void failedViewFailsItsReaders() throws Exception {
    Future<List<String>> rows = reading(h2.connection, "SELECT COUNT(*) FROM v");
    view.fail(SashException.of(ErrorCode.DIVISION_BY_ZERO, "division by zero in column \"n\""));
    assertThatThrownBy(rows::get)
        .cause()
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("22012"))
        .hasMessageStartingWith("division by zero in column \"n\"")
        .hasCauseInstanceOf(SashException.class);
  }

  @Test
  void insertFromAWaitingViewTakesTheWholeResult() throws Exception {
    h2.execute("CREATE TABLE kept (k VARCHAR(10), n BIGINT)");
    Future<?> done =
        reader.submit(
            () -> {
              h2.execute("INSERT INTO kept SELECT k, n FROM v");
              return null;
            });
    complete();
    done.get();
    assertThat(h2.query("SELECT * FROM kept")).containsExactly("a 1", "b 2");
  }
}
