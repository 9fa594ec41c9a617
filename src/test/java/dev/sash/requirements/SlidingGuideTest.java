package dev.sash.requirements;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sash.TestDatabase;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Rows G of the requirements that are about how windows slide. */
class SlidingGuideTest {
  private final TestDatabase db = TestDatabase.open();

  @BeforeEach
  void open() {
    db.run(
        "CREATE STREAM trades (ts TIMESTAMP(3), ticker VARCHAR, price DECIMAL(10, 2), volume INT,"
            + " WATERMARK FOR ts AS ts)",
        "SET CLOCK = REPLAY");
  }

  @AfterEach
  void close() {
    db.close();
  }

  private static String windows(String slide, String size) {
    return "SELECT COUNT(*) AS n, window_end FROM trades GROUP BY HOP(ts, INTERVAL "
        + slide
        + ", INTERVAL "
        + size
        + ") EMIT ON CLOSE";
  }

  @Test
  @DisplayName(
      "G14: two to twenty windows a row are quiet, more are told to who asks, very many to all")
  void adviceOnTheNumberOfWindows() {
    assertThat(db.notices("EXPLAIN " + windows("'1' MINUTE", "'10' MINUTE"))).isEmpty();
    assertThat(db.notices("EXPLAIN " + windows("'30' SECOND", "'10' MINUTE"))).isEmpty();
    assertThat(db.notices("EXPLAIN " + windows("'20' SECOND", "'10' MINUTE")))
        .containsExactly(
            "each row is in 30 windows, and one window closes every 20 s; a slide of 10 s makes it"
                + " 60, of 20 s 30");
    String create = "CREATE MATERIALIZED VIEW %s RETAIN ALL AS ";
    assertThat(db.notices(create.formatted("few") + windows("'20' SECOND", "'10' MINUTE")))
        .isEmpty();
    assertThat(db.notices(create.formatted("many") + windows("'1' SECOND", "'1' HOUR")))
        .singleElement()
        .asString()
        .startsWith("each row is in 3600 windows");
  }

  @Test
  @DisplayName("G17: the price of a ticker, weighted by volume, over ten minutes every five")
  void volumeWeightedPrices() {
    db.run(
        "CREATE MATERIALIZED VIEW vwap RETAIN ALL AS SELECT ticker, window_end,"
            + " SUM(price * volume) / SUM(volume) AS vwap FROM trades"
            + " GROUP BY ticker, HOP(ts, INTERVAL '5' MINUTE, INTERVAL '10' MINUTE)",
        "INSERT INTO trades VALUES ('2024-03-04 10:01:00', 'ABC', 10.00, 100), ('2024-03-04"
            + " 10:04:00', 'ABC', 12.00, 300), ('2024-03-04 10:07:00', 'ABC', 20.00, 100),"
            + " ('2024-03-04 10:08:00', 'XYZ', 5.00, 7)",
        "DRAIN vwap");
    assertThat(
            db.rows(
                "SELECT ticker, window_end, CAST(vwap AS DECIMAL(10, 2)) FROM vwap"
                    + " ORDER BY window_end, ticker"))
        .containsExactly(
            "ABC | 2024-03-04 10:05:00 | 11.50",
            "ABC | 2024-03-04 10:10:00 | 13.20",
            "XYZ | 2024-03-04 10:10:00 | 5.00",
            "ABC | 2024-03-04 10:15:00 | 20.00",
            "XYZ | 2024-03-04 10:15:00 | 5.00");
  }
}
