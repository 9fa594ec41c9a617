package dev.sash.database;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sash.TestDatabase;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

/** A statement that reads several views of one stream sees one moment of all of them. */
class GroupConsistencyTest {
  private static final int READS = 300;

  private TestDatabase reader;
  private TestDatabase writer;

  @BeforeEach
  void open(TestInfo test) {
    String name = "group-" + test.getDisplayName();
    reader = TestDatabase.shared(name);
    writer = TestDatabase.shared(name);
    // a slow machine must not make one view fall out of step
    writer.run("SET view_wait = '10 min'");
    writer.run("CREATE STREAM s (ts TIMESTAMP(3), v INT, WATERMARK FOR ts AS ts)");
  }

  @AfterEach
  void close() {
    reader.close();
    writer.close();
  }

  /** Runs something again and again while another thread reads, until it has seen changes. */
  private Set<String> readWhile(String query, Callable<Void> work, int different) throws Exception {
    AtomicBoolean stop = new AtomicBoolean();
    ExecutorService thread = Executors.newSingleThreadExecutor();
    Future<Long> working =
        thread.submit(
            () -> {
              long rounds = 0;
              for (; !stop.get(); rounds++) {
                work.call();
              }
              return rounds;
            });
    Set<String> seen = new HashSet<>();
    try {
      for (int i = 0; i < READS || (seen.size() < different && !working.isDone()); i++) {
        List<String> rows = reader.rows(query);
        assertThat(rows).as("read %d", i).hasSize(1);
        List<String> values = new ArrayList<>(List.of(rows.get(0).split(" \\| ")));
        assertThat(new HashSet<>(values)).as("read %d: %s", i, values).hasSize(1);
        seen.addAll(values);
      }
    } finally {
      stop.set(true);
      assertThat(working.get()).isGreaterThan(0);
      thread.shutdown();
    }
    return seen;
  }

  @Test
  void ticksOfOneInstantAreVisibleTogether() throws Exception {
    writer.run(
        "SET CLOCK = MANUAL",
        "CREATE MATERIALIZED VIEW a RETAIN ALL AS SELECT COUNT(*) AS n FROM s"
            + " EMIT EVERY INTERVAL '1' SECOND",
        "CREATE MATERIALIZED VIEW b RETAIN ALL AS SELECT v, COUNT(*) AS n FROM s GROUP BY v"
            + " EMIT EVERY INTERVAL '1' SECOND",
        "INSERT INTO s VALUES ('2024-01-01 00:00:00', 1)",
        "ADVANCE CLOCK BY INTERVAL '1' SECOND");
    Set<String> seen =
        readWhile(
            "SELECT a._emitted_at, b._emitted_at, (SELECT MAX(emitted_at) FROM changes.a),"
                + " (SELECT MAX(emitted_at) FROM changes.b) FROM a CROSS JOIN b",
            () -> {
              writer.run(
                  "INSERT INTO s VALUES ('2024-01-01 00:00:00', 1)",
                  "ADVANCE CLOCK BY INTERVAL '1' SECOND");
              return null;
            },
            3);
    assertThat(seen).hasSizeGreaterThan(2);
  }

  @Test
  void oneInsertIsVisibleInAllViewsTogether() throws Exception {
    writer.run(
        "SET CLOCK = REPLAY",
        "CREATE MATERIALIZED VIEW a RETAIN ALL AS SELECT COUNT(*) AS n FROM s EMIT ON CHANGE",
        "CREATE MATERIALIZED VIEW b RETAIN ALL AS SELECT v, SUM(v) AS n FROM s GROUP BY v"
            + " EMIT ON CHANGE",
        "CREATE MATERIALIZED VIEW c RETAIN ALL AS SELECT * FROM s",
        "INSERT INTO s VALUES ('2024-01-01 00:00:00', 1)",
        "WAIT FOR a",
        "WAIT FOR b");
    Set<String> seen =
        readWhile(
            "SELECT a.n, b.n, (SELECT COUNT(*) FROM c) FROM a CROSS JOIN b",
            () -> {
              writer.run("INSERT INTO s VALUES ('2024-01-01 00:00:00', 1)");
              return null;
            },
            3);
    assertThat(seen).hasSizeGreaterThan(2);
  }

  @Test
  void largeInsertIsVisibleAsOne() throws Exception {
    int rows = 10_000;
    writer.run(
        "SET CLOCK = REPLAY",
        "CREATE MATERIALIZED VIEW a RETAIN ALL AS SELECT v, COUNT(*) AS n FROM s GROUP BY v"
            + " EMIT ON CHANGE");
    Set<String> seen =
        readWhile(
            "SELECT MOD(COALESCE(SUM(n), 0), " + rows + ") FROM a",
            () -> {
              writer.run(
                  "INSERT INTO s SELECT TIMESTAMP '2024-01-01 00:00:00', MOD(x, 5) FROM"
                      + " SYSTEM_RANGE(1, "
                      + rows
                      + ")",
                  "WAIT FOR a");
              return null;
            },
            1);
    assertThat(seen).containsExactly("0");
  }

  @Test
  void pausedViewHoldsNobodyUp() {
    writer.run(
        "CREATE MATERIALIZED VIEW a RETAIN ALL AS SELECT COUNT(*) AS n FROM s EMIT ON CHANGE",
        "CREATE MATERIALIZED VIEW b RETAIN ALL AS SELECT COUNT(*) AS n FROM s EMIT ON CHANGE",
        "INSERT INTO s VALUES ('2024-01-01 00:00:00', 1)",
        "WAIT FOR a",
        "WAIT FOR b",
        "PAUSE b",
        "INSERT INTO s VALUES ('2024-01-01 00:00:00', 1)",
        "WAIT FOR a");
    assertThat(reader.rows("SELECT a.n, b.n FROM a CROSS JOIN b")).containsExactly("2 | 1");
    writer.run("RESUME b", "WAIT FOR b");
    assertThat(reader.rows("SELECT a.n, b.n FROM a CROSS JOIN b")).containsExactly("2 | 2");
  }
}
