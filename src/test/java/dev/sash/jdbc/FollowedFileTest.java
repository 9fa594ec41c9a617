package dev.sash.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sash.TestDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code follow = true} from a file that is being written to a view; everything is waited for. */
class FollowedFileTest {
  @TempDir Path directory;

  private final TestDatabase db = TestDatabase.open();

  @AfterEach
  void close() {
    db.close();
  }

  private void append(String name, String text) throws IOException {
    Files.writeString(
        directory.resolve(name), text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  @Test
  void linesAndFilesThatComeLaterReachTheView() throws IOException {
    append("app.csv", "ts,k\n2025-01-01 00:00:01,a\n2025-01-01 00:00:02,b\n");
    db.run(
        "CREATE STREAM s (ts TIMESTAMP(3), k VARCHAR, WATERMARK FOR ts AS ts) WITH (connector ="
            + " 'file', path = '"
            + directory.resolve("app.csv")
            + "', follow = TRUE, poll_interval = '5 ms', idle_timeout = 'none')",
        "CREATE MATERIALIZED VIEW v RETAIN ALL AS SELECT k, COUNT(*) AS n, window_end FROM s"
            + " GROUP BY k, TUMBLE(ts, INTERVAL '10' SECOND)");
    assertThat(db.rows("SELECT bounded FROM sash.streams")).containsExactly("FALSE");
    assertThat(db.rows("SELECT clock FROM sash.views")).containsExactly("LIVE");
    append("app.csv", "2025-01-01 00:00:05,a\noops,a\n,a\n2025-01-01 00:00:1");
    db.await("SELECT * FROM errors.s", found -> found.size() == 2);
    assertThat(db.rows("SELECT * FROM v")).isEmpty();
    append("app.csv", "1,c\n");
    db.await("SELECT k, n FROM v", found -> found.size() == 2);
    Files.move(directory.resolve("app.csv"), directory.resolve("app.csv.1"));
    append("app.csv", "k,ts\nd,2025-01-01 00:00:30\n");
    assertThat(db.await("SELECT k, n FROM v", found -> found.size() == 3))
        .containsExactly("a | 2", "b | 1", "c | 1");
    assertThat(db.rows("SELECT line, raw FROM errors.s")).containsExactly("5 | oops,a", "6 | ,a");
    assertThat(db.rows("SELECT k FROM s")).containsExactly("a", "b", "a", "c", "d");
    db.run("DROP MATERIALIZED VIEW v", "DROP STREAM s");
  }
}
