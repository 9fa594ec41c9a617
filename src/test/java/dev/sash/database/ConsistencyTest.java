package dev.sash.database;

import static dev.sash.view.ViewFixture.definition;
import static dev.sash.view.ViewFixture.pairs;
import static dev.sash.view.ViewFixture.window;
import static dev.sash.view.ViewFixture.windowed;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sash.data.RowKind;
import dev.sash.view.View;
import dev.sash.view.ViewFixture;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What readers see while a view changes. Each publish sets n of all keys to the same number. */
class ConsistencyTest {
  private static final int READS = 1_500;

  private final View view = new View(definition(windowed(false)));
  private DatabaseFixture h2;

  @BeforeEach
  void open() throws SQLException {
    h2 = new DatabaseFixture();
    h2.show("v", view);
    publish(0);
  }

  @AfterEach
  void close() throws SQLException {
    h2.close();
  }

  private void publish(long number) {
    for (long end = 10; end <= 30; end += 10) {
      view.emit(window(RowKind.EARLY, end, "a", number, "b", number, "c", number));
    }
    view.publish(number, 0);
  }

  /** Runs reads while another thread publishes without a pause. */
  private void whilePublishing(Reads reads) throws Exception {
    AtomicBoolean stop = new AtomicBoolean();
    ExecutorService writer = Executors.newSingleThreadExecutor();
    try {
      Future<Long> published =
          writer.submit(
              () -> {
                long number = 1;
                while (!stop.get()) {
                  publish(number++);
                }
                return number;
              });
      try {
        reads.run();
      } finally {
        stop.set(true);
      }
      assertThat(published.get()).isGreaterThan(1);
    } finally {
      writer.shutdownNow();
    }
  }

  private interface Reads {
    void run() throws Exception;
  }

  @Test
  void statementReadsOneMomentOfAllRelationsOfTheView() throws Exception {
    String sql =
        "SELECT MIN(a.n), MAX(a.n), (SELECT MIN(n) FROM v), (SELECT MAX(n) FROM latest.v),"
            + " (SELECT MAX(n) FROM changes.v), (SELECT n FROM v WHERE k = 'b' AND window_end ="
            + " TIMESTAMP '1970-01-01 00:00:00.02') FROM v a JOIN v b ON a.k = b.k";
    Set<String> seen = new HashSet<>();
    whilePublishing(
        () -> {
          try (PreparedStatement prepared = h2.connection.prepareStatement(sql)) {
            for (int i = 0; i < READS; i++) {
              String row = DatabaseFixture.rows(prepared.executeQuery()).get(0);
              assertThat(new HashSet<>(List.of(row.split(" ")))).as("read %d", i).hasSize(1);
              seen.add(row);
            }
          }
        });
    assertThat(seen).hasSizeGreaterThan(1);
  }

  @Test
  void repeatableReadKeepsTheMomentUntilTheEndOfTheTransaction() throws Exception {
    h2.connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
    h2.connection.setAutoCommit(false);
    whilePublishing(
        () -> {
          Set<String> seen = new HashSet<>();
          for (int transaction = 0; transaction < 50; transaction++) {
            String first = h2.query("SELECT MAX(n) FROM v").get(0);
            for (int i = 0; i < 5; i++) {
              assertThat(h2.query("SELECT MIN(n) FROM v")).containsExactly(first);
              assertThat(h2.query("SELECT MAX(n) FROM changes.v")).containsExactly(first);
            }
            seen.add(first);
            h2.connection.commit();
          }
          assertThat(seen).hasSizeGreaterThan(1);
        });
  }

  @Test
  void readCommittedSeesNewMomentsWithinATransaction() throws Exception {
    h2.connection.setAutoCommit(false);
    for (long number = 1; number < 20; number++) {
      publish(number);
      assertThat(h2.query("SELECT MAX(n) FROM v")).containsExactly(String.valueOf(number));
    }
  }

  @Test
  void preparedStatementsNeverGiveStaleResults() throws Exception {
    h2.execute("CREATE VIEW viewed AS SELECT MAX(n) AS n FROM v");
    try (PreparedStatement direct = h2.connection.prepareStatement("SELECT MAX(n) FROM v");
        PreparedStatement derived =
            h2.connection.prepareStatement("SELECT MAX(n) FROM (SELECT * FROM v) AS d");
        PreparedStatement viewed = h2.connection.prepareStatement("SELECT n FROM viewed");
        Connection second = h2.database.connect();
        PreparedStatement other = second.prepareStatement("SELECT n FROM viewed")) {
      for (long number = 1; number <= 1_000; number++) {
        publish(number);
        for (PreparedStatement prepared : List.of(direct, other, derived, viewed, direct)) {
          assertThat(DatabaseFixture.rows(prepared.executeQuery()))
              .containsExactly(String.valueOf(number));
        }
      }
    }
  }

  @Test
  void resultsAreFreshWhenThePublishingStops() throws Exception {
    h2.execute("CREATE VIEW viewed AS SELECT MAX(n) AS n FROM v WHERE n >= (SELECT MIN(n) FROM v)");
    long[] last = {0};
    for (int round = 0; round < 40; round++) {
      ExecutorService writer = Executors.newSingleThreadExecutor();
      Future<?> done =
          writer.submit(
              () -> {
                for (int i = 0; i < 20; i++) {
                  publish(++last[0]);
                }
              });
      try (PreparedStatement prepared = h2.connection.prepareStatement("SELECT n FROM viewed")) {
        do {
          DatabaseFixture.rows(prepared.executeQuery());
        } while (!done.isDone());
        done.get();
        assertThat(DatabaseFixture.rows(prepared.executeQuery()))
            .as("round %d", round)
            .containsExactly(String.valueOf(last[0]));
      } finally {
        writer.shutdown();
      }
    }
  }

  @Test
  void uncorrelatedSubqueryIsComputedOnceAlthoughTheViewChanges() throws Exception {
    View large = new View(definition(ViewFixture.keyed()));
    h2.show("large", large);
    Object[] rows = new Object[4_000];
    for (int i = 0; i < rows.length; i += 2) {
      rows[i] = "k" + i;
      rows[i + 1] = (long) i;
    }
    large.emit(pairs(RowKind.EARLY, rows));
    large.publish(0, 0);
    AtomicBoolean stop = new AtomicBoolean();
    ExecutorService writer = Executors.newSingleThreadExecutor();
    Future<?> publishing =
        writer.submit(
            () -> {
              for (long number = 0; !stop.get(); number++) {
                large.emit(pairs(RowKind.EARLY, "k0", -number));
                large.publish(number, 0);
              }
            });
    try (var statement = h2.connection.createStatement()) {
      // 2,000 rows against 2,000 rows again and again would be 4,000,000 rows
      String plan =
          DatabaseFixture.rows(
                  statement.executeQuery(
                      "EXPLAIN ANALYZE SELECT COUNT(*) FROM large"
                          + " WHERE n <= (SELECT MAX(n) FROM large WHERE n > -1)"))
              .get(0);
      assertThat(plan).contains("scanCount");
      long scanned =
          java.util.regex.Pattern.compile("scanCount: (\\d+)")
              .matcher(plan)
              .results()
              .mapToLong(match -> Long.parseLong(match.group(1)))
              .sum();
      assertThat(scanned).as(plan).isLessThan(100_000);
    } finally {
      stop.set(true);
      publishing.get();
      writer.shutdown();
    }
  }
}
