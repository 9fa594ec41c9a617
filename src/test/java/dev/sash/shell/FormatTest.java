package dev.sash.shell;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What values look like in each format. */
class FormatTest {
  private static final String VALUES =
      """
      SELECT CAST(1 AS BIGINT) AS n, 'a "b", c' AS text, NULL AS nothing, '' AS blank,
        TIMESTAMP '2015-09-12 01:00:00' AS ts, TIMESTAMP '2015-03-08 02:30:00.120' AS gap,
        DATE '1969-12-31' AS d, 0.1e0 AS x, 1.50 AS price, TRUE AS ok, 'tab\té' AS other;
      """;

  @Test
  void table() {
    assertThat(ShellRun.of(VALUES).out())
        .isEqualTo(
            """
             n | text     | nothing | blank | ts                  | gap                    | d          |   x | price | ok   | other
            ---+----------+---------+-------+---------------------+------------------------+------------+-----+-------+------+--------
             1 | a "b", c | NULL    |       | 2015-09-12 01:00:00 | 2015-03-08 02:30:00.12 | 1969-12-31 | 0.1 |  1.50 | true | tab\\té
            (1 row)
            """);
  }

  @Test
  void csv() {
    assertThat(ShellRun.of(VALUES, "--format", "csv").out())
        .isEqualTo(
            """
            n,text,nothing,blank,ts,gap,d,x,price,ok,other
            1,"a ""b"", c",,"",2015-09-12 01:00:00,2015-03-08 02:30:00.12,1969-12-31,0.1,1.50,true,tab\té
            """);
  }

  @Test
  void json() {
    assertThat(
            ShellRun.of(
                    VALUES + "SELECT 1 AS a, 2 AS a; SELECT 1 AS a WHERE FALSE;",
                    "--format",
                    "JSON")
                .out())
        .isEqualTo(
            """
            {"n":1,"text":"a \\"b\\", c","nothing":null,"blank":"","ts":"2015-09-12 01:00:00","gap":"2015-03-08 02:30:00.12","d":"1969-12-31","x":0.1,"price":1.50,"ok":true,"other":"tab\\té"}
            {"a":1,"a_2":2}
            """);
  }

  @Test
  void vertical() {
    assertThat(
            ShellRun.of(
                    "SELECT x AS n, 'a' AS \"long name\" FROM SYSTEM_RANGE(1, 2); SELECT 1 WHERE FALSE",
                    "--format",
                    "vertical")
                .out())
        .isEqualTo(
            """
            -[ RECORD 1 ]-
            n         | 1
            long name | a
            -[ RECORD 2 ]-
            n         | 2
            long name | a
            (0 rows)
            """);
  }

  @Test
  void numbersAreShownInFull() {
    String sql =
        "SELECT CAST(100 AS DECFLOAT) AS a, SUM(CAST(10 AS DOUBLE)) AS b, CAST(1e20 AS DOUBLE) AS c,"
            + " CAST('NaN' AS DOUBLE) AS d, CAST('-Infinity' AS DECFLOAT) AS e, X'0aff' AS f";
    assertThat(ShellRun.of(sql, "--format", "csv").out())
        .isEqualTo("a,b,c,d,e,f\n100,10,1.0E20,NaN,-Infinity,0aff\n");
    assertThat(ShellRun.of(sql, "--format", "json").out())
        .isEqualTo(
            "{\"a\":100,\"b\":10,\"c\":1.0E20,\"d\":\"NaN\",\"e\":\"-Infinity\",\"f\":\"0aff\"}\n");
  }

  @Test
  void aTableWithoutRowsStillShowsItsColumns() {
    assertThat(ShellRun.of("SELECT 1 AS a WHERE FALSE").out()).isEqualTo(" a\n---\n(0 rows)\n");
  }

  @Test
  void aTableLooksAtTheFirstThousandRowsForItsWidths() {
    String out = ShellRun.of("SELECT POWER(10, x / 1000) AS p FROM SYSTEM_RANGE(1, 1001)").out();
    assertThat(out).startsWith("    p\n------\n  1.0\n").endsWith("\n 10.0\n(1001 rows)\n");
  }

  @Test
  void wideCharactersTakeTwoColumns() {
    assertThat(ShellRun.of("SELECT '東京' AS a, 'x' AS b UNION ALL SELECT 'abcde', 'y'").out())
        .isEqualTo(
            """
             a     | b
            -------+---
             東京  | x
             abcde | y
            (2 rows)
            """);
  }

  @Test
  void longTextIsCutOnATerminalOnly() {
    assertThat(Cell.cut("x".repeat(61), 60)).isEqualTo("x".repeat(59) + "…");
    assertThat(Cell.cut("東".repeat(31), 60)).isEqualTo("東".repeat(29) + "…");
    assertThat(Cell.cut("x".repeat(60), 60)).isEqualTo("x".repeat(60));
    assertThat(ShellRun.of("SELECT REPEAT('x', 200) AS a").out()).contains("x".repeat(200));
  }
}
