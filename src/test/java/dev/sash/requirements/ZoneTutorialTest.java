package dev.sash.requirements;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sash.TestDatabase;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Rows F of the requirements that are about the time of a place. */
class ZoneTutorialTest {
  private final TestDatabase db = TestDatabase.open();

  @AfterEach
  void close() {
    db.close();
  }

  private void orders() {
    db.run(
        "CREATE STREAM orders (ts TIMESTAMP(3), product VARCHAR, amount DOUBLE, WATERMARK FOR ts AS"
            + " ts)",
        "SET CLOCK = REPLAY",
        // ten past midnight in Shanghai, and so on
        "INSERT INTO orders VALUES ('2024-12-31 16:10:00', 'product1', 100.0),"
            + " ('2024-12-31 16:20:00', 'product1', 200.0),"
            + " ('2024-12-31 16:30:00', 'product2', 300.0)");
  }

  @Test
  @DisplayName("F15, X3: averages of twelve hours each hour of Shanghai, by the name of the zone")
  void averageOrderByZone() {
    orders();
    assertThat(
            db.rows(
                "SELECT product, window_start, window_end, AVG(amount) AS average FROM orders"
                    + " GROUP BY product,"
                    + " HOP(ts, INTERVAL '1' HOUR, INTERVAL '12' HOUR, 'Asia/Shanghai')"))
        .hasSize(24)
        .contains(
            "product1 | 2024-12-31 16:00:00 | 2025-01-01 04:00:00 | 150.0",
            "product2 | 2024-12-31 16:00:00 | 2025-01-01 04:00:00 | 300.0");
  }

  @Test
  @DisplayName("F28, X3: a day of UTC+8 is offset -8 h or the name of its zone")
  void anOffsetIsTheZoneWithTheOtherSign() {
    orders();
    String query =
        "SELECT window_start, window_end, SUM(amount) AS total FROM orders"
            + " GROUP BY TUMBLE(ts, INTERVAL '1' DAY, %s)";
    List<String> zone = db.rows(query.formatted("'Asia/Shanghai'"));
    assertThat(zone).containsExactly("2024-12-31 16:00:00 | 2025-01-01 16:00:00 | 600.0");
    assertThat(db.rows(query.formatted("INTERVAL '-8' HOUR"))).isEqualTo(zone);
    assertThat(db.rows(query.formatted("INTERVAL '8' HOUR"))).isNotEqualTo(zone);
  }
}
