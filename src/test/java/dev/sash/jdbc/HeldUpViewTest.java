package dev.sash.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sash.TestDatabase;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

/** PAUSE, STOP and RESUME where several connections meet. */
class HeldUpViewTest {
  private static final int PATIENCE_SECONDS = 60;

  private TestDatabase reader;
  private TestDatabase writer;

  @BeforeEach
  void open(TestInfo test) {
    String name = "held-" + test.getDisplayName();
    reader = TestDatabase.shared(name);
    writer = TestDatabase.shared(name);
  }

  @AfterEach
  void close() {
    reader.close();
    writer.close();
  }

  private CompletableFuture<Void> inserting() {
    return CompletableFuture.runAsync(() -> writer.run("INSERT INTO s VALUES (3), (4)"));
  }

  private void fill() {
    writer.run(
        "SET queue_rows = 2",
        "CREATE STREAM s (v INT)",
        "CREATE MATERIALIZED VIEW n RETAIN ALL AS SELECT v FROM s",
        "PAUSE n",
        "INSERT INTO s VALUES (1), (2)");
  }

  @Test
  void insertWaitsForAPausedViewWhoseQueueIsFull() throws Exception {
    fill();
    CompletableFuture<Void> inserting = inserting();
    assertThat(reader.rows("SELECT name, state FROM sash.views")).containsExactly("n | PAUSED");
    assertThat(reader.number("SELECT COUNT(*) FROM n")).isEqualTo(0);
    assertThat(inserting).isNotDone();
    reader.run("RESUME n");
    inserting.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    reader.run("WAIT FOR n");
    assertThat(reader.number("SELECT COUNT(*) FROM n")).isEqualTo(4);
  }

  @Test
  void stoppedViewLetsAWaitingInsertGo() throws Exception {
    fill();
    CompletableFuture<Void> inserting = inserting();
    reader.run("STOP n");
    inserting.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    assertThat(reader.notices("RESUME n")).hasSize(1).first().asString().contains("no row");
    reader.run("WAIT FOR n");
    assertThat(reader.rows("SELECT v FROM n ORDER BY v")).containsExactly("1", "2", "3", "4");
  }

  @Test
  void heldUpViewCanBeDroppedAndReplaced() {
    fill();
    writer.run(
        "STOP n",
        "CREATE OR REPLACE MATERIALIZED VIEW n RETAIN ALL AS SELECT v FROM s",
        "WAIT FOR n",
        "PAUSE n",
        "DROP MATERIALIZED VIEW n",
        "DROP STREAM s");
    assertThat(reader.rows("SHOW VIEWS")).isEmpty();
  }

  @Test
  void viewOverABoundedSourceCanBeReadWhileItIsHeldUp() {
    writer.run(
        "CREATE STREAM d (ts TIMESTAMP(3), v INT, WATERMARK FOR ts AS ts) WITH (connector ="
            + " 'datagen', rows = 100000000)",
        "CREATE MATERIALIZED VIEW p RETAIN ALL AS SELECT COUNT(*) AS n FROM d EMIT ON CHANGE",
        "PAUSE p");
    assertThat(reader.rows("SELECT state FROM sash.views")).containsExactly("PAUSED");
    long seen = reader.number("SELECT COALESCE(MAX(n), 0) FROM p");
    assertThat(reader.number("SELECT COALESCE(MAX(n), 0) FROM p")).isEqualTo(seen);
    assertThat(reader.refused("WAIT FOR p").message()).contains("view \"p\" is paused");
    writer.run("RESUME p", "STOP p");
    assertThat(reader.number("SELECT COALESCE(MAX(n), 0) FROM p")).isGreaterThanOrEqualTo(seen);
    assertThat(reader.rows("SELECT rows_missed FROM sash.progress")).containsExactly("0");
  }
}
