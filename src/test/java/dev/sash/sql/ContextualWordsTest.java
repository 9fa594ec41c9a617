package dev.sash.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Words that are keywords in one place and names in another. */
final class ContextualWordsTest {
  private final SashParser parser = new SashParser();

  private String query(String sql) {
    return ((Statement.Query) parser.parse(sql)).query().toString().replaceAll("\\s+", " ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "emit",
        "stream",
        "streams",
        "every",
        "value",
        "key",
        "day",
        "hour",
        "minute",
        "second",
        "month",
        "year",
        "notify",
        "watermark",
        "retain",
        "latest",
        "changes",
        "lateness",
        "clock",
        "windows",
        "views",
        "window_start",
        "window_end",
        "advance",
        "drain",
        "wait",
        "subscribe",
        "snapshot",
        "seq",
        "pause",
        "stop",
        "resume",
        "live",
        "replay",
        "manual",
        "change",
        "event",
        "processing",
        "fill",
        "materialized",
        "progress",
        "empty",
        "advise",
        "using",
        "alert",
        "if",
        "timestamp",
        "date",
        "time",
        "count",
        "sum",
        "min",
        "max",
        "avg",
        "start",
        "end",
        "rank",
        "position",
        "result",
        "open",
        "close",
        "offset",
        "limit",
        "range",
        "rows",
        "percent",
        "method",
        "language",
        "user",
        "condition",
        "system",
        "interval",
        "window",
        "left",
        "right",
        "path",
        "type",
        "name",
        "state",
        "status",
        "source",
        "session",
        "hop",
        "tumble",
        "week",
        "quarter"
      })
  void wordIsAColumnEverywhere(String w) {
    Statement.CreateStream stream =
        (Statement.CreateStream)
            parser.parse("CREATE STREAM s (" + w + " INT, x INT NOT NULL, " + w + "2 TIMESTAMP)");
    assertThat(stream.columns().get(0).name()).isEqualTo(w);
    for (String sql :
        List.of(
            "SELECT " + w + " FROM s",
            "SELECT x, " + w + ", y FROM s",
            "SELECT s." + w + " FROM s WHERE s." + w + " > 1",
            "SELECT x AS " + w + ", y AS " + w + " FROM s",
            "SELECT COUNT(" + w + ") FROM s WHERE " + w + " = 1 AND " + w + " < 2 OR NOT " + w,
            "SELECT SUM(x) FROM s GROUP BY " + w,
            "SELECT SUM(x) FROM s GROUP BY x, " + w + " HAVING " + w + " > 1 ORDER BY " + w,
            "SELECT CASE WHEN " + w + " > 1 THEN " + w + " ELSE " + w + " END FROM s",
            "SELECT CAST(" + w + " AS BIGINT), " + w + " + 1, 1 - " + w + " FROM s",
            "SELECT * FROM a JOIN b ON a." + w + " = b." + w,
            "SELECT " + w + " FROM s EMIT EVERY INTERVAL '1' SECOND",
            "INSERT INTO s (x, " + w + ") VALUES (1, 2)",
            "SELECT * FROM TABLE(TUMBLE(TABLE s, DESCRIPTOR(" + w + "), INTERVAL '1' DAY))")) {
      assertThat(parser.parse(sql)).as(sql).isNotNull();
    }
    assertThat(query("SELECT " + w + " FROM s")).isEqualTo("SELECT `" + w + "` FROM `s`");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "emit", "stream", "streams", "every", "value", "day", "windows", "views", "retain"
      })
  void wordIsARelationEverywhere(String w) {
    for (String sql :
        List.of(
            "CREATE STREAM " + w + " (" + w + " INT) WITH (" + w + " = '" + w + "')",
            "CREATE STREAM IF NOT EXISTS " + w + " (a INT)",
            "CREATE MATERIALIZED VIEW " + w + " RETAIN ALL AS SELECT " + w + " FROM " + w,
            "SELECT * FROM " + w,
            "SELECT * FROM a JOIN " + w + " ON a.x = " + w + ".y",
            "SELECT * FROM " + w + ", b EMIT ON CLOSE",
            "INSERT INTO " + w + " VALUES (1)",
            "DROP STREAM IF EXISTS " + w,
            "DROP MATERIALIZED VIEW " + w,
            "DESCRIBE " + w,
            "WAIT FOR " + w,
            "DRAIN " + w,
            "SELECT * FROM TABLE(TUMBLE(TABLE " + w + ", DESCRIPTOR(ts), INTERVAL '1' DAY))")) {
      assertThat(parser.parse(sql)).as(sql).isNotNull();
    }
  }

  @Test
  void watermarkColumnMayHaveAnyName() {
    Statement.CreateStream stream =
        (Statement.CreateStream)
            parser.parse(
                "CREATE STREAM s (watermark INT, timestamp TIMESTAMP(3),"
                    + " WATERMARK FOR timestamp AS timestamp - INTERVAL '1' SECOND)");
    assertThat(stream.columns())
        .extracting(ColumnDefinition::name)
        .containsExactly("watermark", "timestamp");
    assertThat(stream.watermark().column()).isEqualTo("timestamp");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT YEAR(ts), MONTH(ts), HOUR(ts), MINUTE(ts), SECOND(ts), DAY(ts) FROM s",
        "SELECT EXTRACT(DAY FROM ts), EXTRACT(YEAR FROM day) FROM s",
        "SELECT FLOOR(ts TO DAY), CEIL(day TO HOUR) FROM s",
        "SELECT ts + INTERVAL '1' DAY, day - INTERVAL '1' HOUR FROM s",
        "SELECT INTERVAL '1' DAY + day FROM s",
        "SELECT INTERVAL -'1' DAY, - INTERVAL '1' DAY FROM s",
        "SELECT INTERVAL day DAY, INTERVAL s.hour HOUR, INTERVAL (a + b) SECOND FROM s",
        "SELECT INTERVAL '1 2' DAY TO HOUR, INTERVAL '1:2' HOUR(3) TO MINUTE FROM s",
        "SELECT INTERVAL '1' DAY(5), INTERVAL '1.5' SECOND(3, 1) FROM s",
        "SELECT CAST(x AS INTERVAL DAY), CAST(x AS INTERVAL DAY TO SECOND) FROM s",
        "SELECT TIMESTAMPADD(DAY, day, ts), TIMESTAMPDIFF(HOUR, hour, ts) FROM s",
        "SELECT DATE_TRUNC(day, DAY), TIMESTAMP_TRUNC(ts, MONTH) FROM s",
        "SELECT DATE '2026-01-01', TIME '10:00:00', TIMESTAMP '2026-01-01 10:00:00' FROM s",
        "SELECT date FROM s WHERE date BETWEEN DATE '2026-01-01' AND date",
        "SELECT CAST(a AS DATE), CAST(b AS TIMESTAMP), TRY_CAST(c AS TIME(3)) FROM s",
        "SELECT COUNT(*), COUNT(count), EVERY(every), MAX(max) FROM s",
        "SELECT SUM(x) OVER (ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) FROM s",
        "SELECT SUM(x) OVER (PARTITION BY rows ORDER BY ts RANGE INTERVAL '1' DAY PRECEDING)"
            + " FROM s",
        "SELECT * FROM a LEFT JOIN b ON a.left = b.right RIGHT OUTER JOIN c ON true",
        "SELECT a FROM s ORDER BY offset LIMIT 10 OFFSET 5",
        "SELECT value FROM s WHERE value LIKE 'a%' AND key IN (value, key)",
        "SELECT JSON_OBJECT(KEY 'a' VALUE value), JSON_OBJECT('b' VALUE key) FROM s",
        "SELECT x IS JSON VALUE FROM s",
        "SELECT COUNT(*) FILTER (WHERE filter > 1) FROM s",
        "SELECT COALESCE(value, 0), NULLIF(day, 1) FROM s",
        "SELECT a.\"order\", \"group\" FROM a",
        "SELECT TRIM(BOTH 'x' FROM value), SUBSTRING(value FROM 2), POSITION('a' IN key) FROM s",
        "SELECT CURRENT_TIMESTAMP, CURRENT_DATE FROM s",
        "SELECT CASE value WHEN 1 THEN 'one' ELSE end END AS end FROM s",
      })
  void keywordsGoOnWorking(String sql) {
    assertThat(parser.parse(sql)).isInstanceOf(Statement.Query.class);
  }

  @Test
  void intervalsOfUnitNamedColumnsAreKept() {
    assertThat(query("SELECT day - INTERVAL '1' DAY FROM s"))
        .isEqualTo("SELECT `day` - INTERVAL '1' DAY(10) FROM `s`");
    assertThat(query("SELECT interval - 5 FROM s")).isEqualTo("SELECT `interval` - 5 FROM `s`");
    assertThat(query("SELECT INTERVAL day DAY FROM s")).contains("INTERVAL `day` DAY");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT * FROM TABLE(HOP(TABLE s, DESCRIPTOR(ts), INTERVAL '1' MINUTE, INTERVAL '1' HOUR))",
        "SELECT * FROM TABLE(HOP(TABLE s, DESCRIPTOR(ts), INTERVAL '1' MINUTE, INTERVAL '1' HOUR,"
            + " INTERVAL '10' SECOND)) AS w WHERE w.window_start > w.ts",
        "SELECT * FROM HOP(TABLE s, DESCRIPTOR(ts), INTERVAL '1' MINUTE, INTERVAL '1' HOUR)",
        "SELECT * FROM TABLE(HOP(DATA => TABLE s, TIMECOL => DESCRIPTOR(ts),"
            + " SLIDE => INTERVAL '1' MINUTE, SIZE => INTERVAL '1' HOUR,"
            + " OFFSET => INTERVAL '5' SECOND))",
        "SELECT * FROM TABLE(TUMBLE((SELECT * FROM s WHERE a > 1), DESCRIPTOR(ts),"
            + " INTERVAL '1' MINUTE))",
        "SELECT * FROM TABLE(SESSION(TABLE s PARTITION BY k, DESCRIPTOR(ts), INTERVAL '5' MINUTE))",
        "SELECT * FROM TABLE(SESSION(TABLE s PARTITION BY (k, value), DESCRIPTOR(ts),"
            + " INTERVAL '5' MINUTE))",
        "SELECT * FROM TABLE(SESSION((SELECT * FROM s) PARTITION BY k, DESCRIPTOR(ts),"
            + " INTERVAL '5' MINUTE))",
        "SELECT * FROM TABLE(CUMULATE(TABLE s, DESCRIPTOR(ts), INTERVAL '1' HOUR,"
            + " INTERVAL '1' DAY))",
        "SELECT * FROM s, LATERAL TABLE(HOP(s.ts, INTERVAL '1' MINUTE, INTERVAL '1' HOUR)) AS w",
        "SELECT HOP_START(ts, INTERVAL '1' MINUTE, INTERVAL '1' HOUR), COUNT(*) FROM s"
            + " GROUP BY HOP(ts, INTERVAL '1' MINUTE, INTERVAL '1' HOUR)",
        "SELECT window_start, window_end FROM s GROUP BY k,"
            + " HOP(ts, INTERVAL '1' MINUTE, INTERVAL '1' HOUR, INTERVAL '5' SECOND)",
        "SELECT window_start FROM s GROUP BY"
            + " HOP(ts, SIZE => INTERVAL '1' HOUR, SLIDE => INTERVAL '1' MINUTE, OFFSET => x)",
        "SELECT k FROM s GROUP BY k, TUMBLE(ts, INTERVAL '1' DAY, 'Europe/Berlin')",
        "SELECT k FROM s GROUP BY k, SESSION(ts, INTERVAL '30' MINUTE)",
        "SELECT k FROM s GROUP BY k, CUMULATE(ts, INTERVAL '1' HOUR, INTERVAL '1' DAY)",
        "SELECT k FROM s GROUP BY k, HOP_ROWS(1, 10)",
      })
  void windowsParseInAllSpellings(String sql) {
    assertThat(parser.parse(sql)).isInstanceOf(Statement.Query.class);
    assertThat(((Statement.Query) parser.parse(sql + " EMIT ON CLOSE")).emit()).isNotNull();
  }
}
