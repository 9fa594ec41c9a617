package dev.sash.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sash.TestDatabase;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

/** What connections to one engine see of each other. */
class SharedEngineTest {
  private static final int KEYS = 10;
  private static final String COUNTS =
      "SELECT k, window_end, COUNT(*) AS n FROM"
          + " TABLE(HOP(TABLE s, DESCRIPTOR(ts), INTERVAL '1' SECOND, INTERVAL '5' SECOND))"
          + " GROUP BY k, window_start, window_end";

  private static TestDatabase connect(TestInfo test) {
    return TestDatabase.shared(test.getTestMethod().orElseThrow().getName());
  }

  private static void declare(TestDatabase db) {
    db.run(
        "CREATE STREAM s (ts TIMESTAMP(3), k VARCHAR, WATERMARK FOR ts AS ts)",
        "SET CLOCK = REPLAY");
  }

  /** One row of each key. */
  private static String second(int second) {
    List<String> rows = new ArrayList<>();
    for (int key = 0; key < KEYS; key++) {
      rows.add(
          "('2024-03-04 %02d:%02d:%02d', 'k%d')"
              .formatted(second / 3600, second / 60 % 60, second % 60, key));
    }
    return "INSERT INTO s VALUES " + String.join(", ", rows);
  }

  @Test
  void streamsAndViewsAreThereForAllUntilTheLastConnectionCloses(TestInfo test) {
    try (TestDatabase first = connect(test)) {
      declare(first);
      try (TestDatabase second = connect(test)) {
        second.run("SET CLOCK = REPLAY", "CREATE MATERIALIZED VIEW r AS " + COUNTS);
        first.run(second(1), second(2), "WAIT FOR r");
        assertThat(second.number("SELECT COUNT(*) FROM r")).isEqualTo(KEYS);
      }
      assertThat(first.number("SELECT COUNT(*) FROM r")).isEqualTo(KEYS);
      try (TestDatabase other = TestDatabase.open()) {
        assertThat(other.rows("SELECT name FROM sash.views")).isEmpty();
      }
    }
    try (TestDatabase later = connect(test)) {
      assertThat(later.rows("SELECT name FROM sash.streams")).isEmpty();
    }
  }

  @Test
  void aReaderSeesWholeTicksAndNeverAnOlderState(TestInfo test) throws Exception {
    try (TestDatabase writer = connect(test);
        TestDatabase reader = connect(test)) {
      declare(writer);
      writer.run("CREATE MATERIALIZED VIEW r AS " + COUNTS);
      AtomicBoolean done = new AtomicBoolean();
      CompletableFuture<Void> writing =
          CompletableFuture.runAsync(
              () -> {
                try {
                  for (int i = 0; i < 400; i++) {
                    writer.run(second(i));
                  }
                  writer.run("DRAIN r");
                } finally {
                  done.set(true);
                }
              });
      long rows = 0;
      String end = "";
      int looks = 0;
      for (boolean last = false; !last; looks++) {
        last = done.get();
        assertThat(
                reader.rows("SELECT window_end FROM r GROUP BY window_end HAVING COUNT(*) <> 10"))
            .isEmpty();
        String now = reader.rows("SELECT COUNT(*) FROM r").get(0);
        assertThat(Long.parseLong(now)).isGreaterThanOrEqualTo(rows);
        rows = Long.parseLong(now);
        // one statement reads one state of all relations of a view
        String newest =
            reader
                .rows(
                    "SELECT COALESCE((SELECT CAST(MAX(window_end) AS VARCHAR) FROM r), ''),"
                        + " COALESCE((SELECT CAST(MAX(window_end) AS VARCHAR) FROM latest.r), ''),"
                        + " (SELECT COUNT(*) FROM r) - (SELECT COUNT(*) FROM changes.r)")
                .get(0);
        String[] parts = newest.split(" \\| ", -1);
        assertThat(parts[1]).isEqualTo(parts[0]);
        assertThat(parts[2]).isEqualTo("0");
        assertThat(parts[0]).isGreaterThanOrEqualTo(end);
        end = parts[0];
      }
      writing.get(60, TimeUnit.SECONDS);
      assertThat(looks).isGreaterThan(1);
      assertThat(rows).isEqualTo(KEYS * (400 + 4));
    }
  }

  @Test
  void tenThousandRowsArriveAtCommitAndNotBefore(TestInfo test) throws SQLException {
    try (TestDatabase writer = connect(test);
        TestDatabase reader = connect(test)) {
      declare(writer);
      writer.run("CREATE MATERIALIZED VIEW r AS SELECT k, ts FROM s");
      writer.connection().setAutoCommit(false);
      insertTenThousand(writer);
      reader.run("WAIT FOR r");
      assertThat(reader.number("SELECT COUNT(*) FROM r")).isZero();
      assertThat(reader.number("SELECT rows_read FROM sash.progress")).isZero();
      writer.connection().rollback();
      reader.run("WAIT FOR r");
      assertThat(reader.number("SELECT COUNT(*) FROM r")).isZero();
      insertTenThousand(writer);
      writer.connection().commit();
      reader.run("WAIT FOR r");
      assertThat(reader.rows("SELECT COUNT(*), COUNT(DISTINCT k) FROM r"))
          .containsExactly("10000 | 10000");
    }
  }

  private static void insertTenThousand(TestDatabase db) throws SQLException {
    try (PreparedStatement insert =
        db.connection()
            .prepareStatement("INSERT INTO s VALUES (TIMESTAMP '2024-03-04 10:00:00', ?)")) {
      for (int i = 0; i < 10_000; i++) {
        insert.setString(1, "k" + i);
        insert.addBatch();
      }
      assertThat(insert.executeBatch()).hasSize(10_000).containsOnly(1);
    }
  }

  @Test
  void aPreparedQueryIsAskedAnewEachTime(TestInfo test) throws SQLException {
    try (TestDatabase db = connect(test)) {
      declare(db);
      db.run("CREATE MATERIALIZED VIEW r AS " + COUNTS, second(1), second(2), "WAIT FOR r");
      try (PreparedStatement query =
          db.connection().prepareStatement("SELECT n FROM r WHERE k = ? ORDER BY window_end")) {
        assertThat(query.getMetaData().getColumnName(1)).isEqualTo("n");
        assertThat(query.getParameterMetaData().getParameterCount()).isEqualTo(1);
        query.setString(1, "k3");
        assertThat(count(query)).isEqualTo(1);
        db.run(second(3), "WAIT FOR r");
        assertThat(count(query)).isEqualTo(2);
        query.setString(1, "nobody");
        assertThat(count(query)).isZero();
      }
    }
  }

  private static int count(PreparedStatement query) throws SQLException {
    try (ResultSet result = query.executeQuery()) {
      int rows = 0;
      while (result.next()) {
        rows++;
      }
      return rows;
    }
  }

  @Test
  void toolsFindColumnsTypesAndKeys(TestInfo test) throws SQLException {
    try (TestDatabase db = connect(test)) {
      declare(db);
      db.run(
          "CREATE MATERIALIZED VIEW Shares AS SELECT k AS Channel, window_start, window_end,"
              + " COUNT(*) AS n, AVG(CHAR_LENGTH(k)) AS a FROM"
              + " TABLE(TUMBLE(TABLE s, DESCRIPTOR(ts), INTERVAL '1' SECOND))"
              + " GROUP BY k, window_start, window_end");
      DatabaseMetaData meta = db.connection().getMetaData();
      List<String> columns = new ArrayList<>();
      try (ResultSet found = meta.getColumns(null, "public", "Shares", "%")) {
        while (found.next()) {
          columns.add(found.getString("COLUMN_NAME") + " " + found.getString("TYPE_NAME"));
        }
      }
      assertThat(columns)
          .containsExactly(
              "Channel CHARACTER VARYING",
              "window_start TIMESTAMP",
              "window_end TIMESTAMP",
              "n BIGINT",
              "a DOUBLE PRECISION");
      assertThat(meta.getDatabaseProductName()).isNotEmpty();
      assertThat(
              db.rows(
                  "SELECT table_name FROM information_schema.tables"
                      + " WHERE table_schema = 'public' ORDER BY 1"))
          .contains("Shares", "s");
      assertThat(db.rows("SELECT CHANNEL, WINDOW_END FROM shares")).isEmpty();
    }
  }
}
