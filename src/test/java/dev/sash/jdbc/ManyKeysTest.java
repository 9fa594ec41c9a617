package dev.sash.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sash.TestDatabase;
import org.junit.jupiter.api.Test;

/** A window with as many keys as rows. */
class ManyKeysTest {
  private static final int KEYS = 1_000_000;

  @Test
  void aMillionKeysInOneWindow() {
    try (TestDatabase db = TestDatabase.open()) {
      db.run(
          "CREATE STREAM d (id BIGINT, ts TIMESTAMP(3), v INT, WATERMARK FOR ts AS ts)"
              + " WITH (connector = 'datagen', rows = "
              + KEYS
              + ", seed = 7,"
              + " 'interval' = '1 ms', 'id.kind' = 'sequence')",
          "CREATE MATERIALIZED VIEW r AS SELECT id, window_end, COUNT(*) AS n, SUM(v) AS total FROM"
              + " TABLE(TUMBLE(TABLE d, DESCRIPTOR(ts), INTERVAL '1' DAY))"
              + " GROUP BY id, window_start, window_end");
      assertThat(db.rows("SELECT COUNT(*), MIN(n), MAX(n), COUNT(DISTINCT id) FROM r"))
          .containsExactly(KEYS + " | 1 | 1 | " + KEYS);
      assertThat(db.rows("SELECT (SELECT SUM(total) FROM r) = (SELECT SUM(v) FROM d)"))
          .containsExactly("TRUE");
      assertThat(db.number("SELECT state_bytes FROM sash.progress")).isLessThan(KEYS * 200L);
      // a look-up by key does not scan
      assertThat(db.rows("SELECT n FROM r WHERE id = 777777")).containsExactly("1");
    }
  }
}
