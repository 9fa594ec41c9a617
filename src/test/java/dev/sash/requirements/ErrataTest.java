package dev.sash.requirements;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sash.TestDatabase;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Rows X of the requirements: where the source texts are wrong, what is right. */
class ErrataTest {
  private final TestDatabase db = TestDatabase.open();

  @BeforeEach
  void declare() {
    db.run(
        "CREATE STREAM s (ts TIMESTAMP(3), v INT, WATERMARK FOR ts AS ts)", "SET CLOCK = REPLAY");
  }

  @AfterEach
  void close() {
    db.close();
  }

  @Test
  @DisplayName("X2, F3: an offset of -8 h on a slide of 1 h is taken modulo the slide")
  void anOffsetBeyondTheSlideIsTakenModulo() {
    db.run("INSERT INTO s VALUES ('2025-01-01 00:10:00', 1), ('1969-12-31 23:59:59.999', 2)");
    String windows =
        "SELECT v, window_start, window_end FROM"
            + " TABLE(HOP(TABLE s, DESCRIPTOR(ts), INTERVAL '1' HOUR, INTERVAL '12' HOUR%s))"
            + " ORDER BY v, window_start";
    List<String> plain = db.rows(windows.formatted(""));
    assertThat(plain).hasSize(24);
    assertThat(db.rows(windows.formatted(", INTERVAL '-8' HOUR"))).isEqualTo(plain);
    assertThat(db.rows(windows.formatted(", INTERVAL '25' HOUR"))).isEqualTo(plain);
    assertThat(db.rows(windows.formatted(", INTERVAL '-30' MINUTE")))
        .isEqualTo(db.rows(windows.formatted(", INTERVAL '30' MINUTE")))
        .isNotEqualTo(plain);
  }

  @Test
  @DisplayName("X5: windows are half-open, an event at a bound is in the window that begins there")
  void windowsAreHalfOpen() {
    db.run("INSERT INTO s VALUES ('2025-01-01 00:00:10', 1)");
    assertThat(
            db.rows(
                "SELECT window_start, window_end FROM"
                    + " TABLE(TUMBLE(TABLE s, DESCRIPTOR(ts), INTERVAL '10' SECOND))"))
        .containsExactly("2025-01-01 00:00:10 | 2025-01-01 00:00:20");
    assertThat(
            db.rows(
                "SELECT window_start, window_end FROM"
                    + " TABLE(HOP(TABLE s, DESCRIPTOR(ts), INTERVAL '5' SECOND, INTERVAL '10' SECOND))"
                    + " ORDER BY 1"))
        .containsExactly(
            "2025-01-01 00:00:05 | 2025-01-01 00:00:15",
            "2025-01-01 00:00:10 | 2025-01-01 00:00:20");
  }

  @Test
  @DisplayName(
      "X10: where the slide does not divide the size, an event is in one window more or less")
  void windowsOfAnEventAlternate() {
    for (int second = 0; second < 12; second++) {
      db.run("INSERT INTO s VALUES ('1970-01-01 00:00:%02d', %d)".formatted(second, second));
    }
    String hop = "TABLE(HOP(TABLE s, DESCRIPTOR(ts), INTERVAL '4' SECOND, INTERVAL '10' SECOND))";
    assertThat(
            db.rows(
                "SELECT n FROM (SELECT v, COUNT(*) AS n FROM (SELECT v FROM "
                    + hop
                    + ") GROUP BY v)"
                    + " ORDER BY v"))
        .containsExactly("3", "3", "2", "2", "3", "3", "2", "2", "3", "3", "2", "2");
    assertThat(db.plan("SELECT v FROM " + hop)).contains("2 or 3 windows a row");
  }
}
