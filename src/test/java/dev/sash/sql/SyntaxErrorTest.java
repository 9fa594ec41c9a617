package dev.sash.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import dev.sash.error.SourceSpan;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a wrong statement is answered, and where the caret stands. */
final class SyntaxErrorTest {
  private final SashParser parser = new SashParser();

  private SashException error(String sql) {
    return catchThrowableOfType(SashException.class, () -> parser.parse(sql));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "CREATE STREAM s | 16 | the statement ends too early, expected \"(\"",
        "CREATE STREAM s (a) | 19 | found \")\", expected a type such as BIGINT, DOUBLE, VARCHAR"
            + " or TIMESTAMP",
        "CREATE STREAM s (a INT) WITH (p 'x') | 33 | found \"'x'\", expected \"=\"",
        "CREATE MATERIALIZED v AS SELECT 1 | 21 | found \"v\", expected VIEW",
        "CREATE MATERIALIZED VIEW v SELECT 1 | 28 | found \"SELECT\", expected AS or RETAIN",
        "SHOW FOO | 6 | found \"FOO\", expected STREAMS, VIEWS, MATERIALIZED, FUNCTIONS"
            + " or PROGRESS",
        "DROP s | 6 | found \"s\", expected STREAM, MATERIALIZED, VIEW, AGGREGATE" + " or FUNCTION",
        "SELECT FROM s | 8 | found \"FROM\", expected an expression",
        "SELECT a, FROM s | 11 | found \"FROM\", expected an expression",
        "SELECT a FROM s WHERE a > | 26 | the statement ends too early, expected an expression",
        "SELECT a FROM s WHERE a > GROUP BY a | 27 | found \"GROUP\", expected an expression",
        "SELECT a FROM s WHERE a > 1 AND | 32 | the statement ends too early, expected an"
            + " expression",
        "SELECT (a =) FROM s | 12 | found \")\", expected an expression",
        "SELECT a FROM s WHERE | 22 | the statement ends too early, expected an expression",
        "SELECT a FROM s GROUP a | 23 | found \"a\", expected BY",
        "SELECT INTERVAL '1' FORTNIGHT | 21 | found \"FORTNIGHT\", expected a unit such as SECOND,"
            + " MINUTE, HOUR or DAY",
        "SELECT * FROM s EMIT | 21 | the statement ends too early, expected EVERY, ON, AFTER,"
            + " CHANGES or FINAL",
        "SELECT 1; SELECT 2 | 11 | found \"SELECT\", expected the end of the statement",
        "SET x | 6 | the statement ends too early, expected \"=\" or TO",
        "WAIT v | 6 | found \"v\", expected FOR",
        "EXPLAIN DROP STREAM s | 9 | found \"DROP\", expected CREATE, SELECT, INSERT or EMPTY",
        "ADVANCE CLOCK 5 | 15 | found \"5\", expected BY or TO",
        "SELECT 'abc | 8 | string is not closed, expected ' at its end",
        "SELECT \"abc | 8 | quoted name is not closed, expected \" at its end",
        "SELECT 1 /* abc | 10 | comment is not closed, expected */ at its end",
        "INSERT INTO s 5 | 15 | expected a query here: SELECT, WITH or VALUES",
        "; | 1 | the statement is empty",
      })
  void messageSaysWhatWasExpected(String sql, int column, String message) {
    SashException error = error(sql);
    assertThat(error.message()).isEqualTo(message);
    assertThat(error.span().column()).isEqualTo(column);
    assertThat(error.code()).isEqualTo(ErrorCode.SYNTAX);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "CREAT STREAM s (a INT) | did you mean CREATE?",
        "CREATE STRAEM s (a INT) | did you mean STREAM?",
        "CREATE MATERIALISED VIEW v AS SELECT 1 | did you mean MATERIALIZED?",
        "CREATE STREAM s (a INT) WIT (x = 1) | did you mean WITH?",
        "SELECT * FROM s EMIT EVRY INTERVAL '1' SECOND | did you mean EVERY?",
        "SELECT * FROM s EMIT ON CLOSED | did you mean CLOSE?",
        "SELECT * FROM s EMIT ON CLOSE ALLOW LATENES INTERVAL '1' DAY | did you mean LATENESS?",
        "SHOW STREMS | did you mean STREAMS?",
        "SELECT a FORM s | did you mean FROM instead of \"FORM\"?",
        "SELECT * FROM s WHER a > 1 | did you mean WHERE instead of \"WHER\"?",
        "SELECT * FROM s GRUOP BY a | did you mean GROUP instead of \"GRUOP\"?",
        "SELECT order FROM s | ORDER is a keyword; in double quotes it is a name",
        "SELECT * FROM s EMIT EVERY 30 SECONDS | for example INTERVAL '30' SECOND",
        "ADVANCE CLOCK BY 5 | for example INTERVAL '30' SECOND",
        "CREATE STREAM s (a INT) WITH (connector = file) | text stands in single quotes: 'file'",
        "SELECT * FROM s EMIT EVERY INTERVAL '1' DAY AND ON CLOSE | a comma stands between"
            + " triggers",
        "SELECT STREAM * FROM s | leave out STREAM: a query with EMIT is continuous",
      })
  void hintSaysWhatToWrite(String sql, String hint) {
    assertThat(error(sql).hint()).isEqualTo(hint);
  }

  @Test
  void emitInASubqueryBelongsToTheOutermostQuery() {
    for (String sql :
        List.of(
            "SELECT * FROM (SELECT * FROM s EMIT ON CLOSE) x",
            "SELECT * FROM t WHERE a IN (SELECT a FROM s EMIT CHANGES)",
            "WITH x AS (SELECT * FROM s EMIT EVERY INTERVAL '1' SECOND) SELECT * FROM x",
            "CREATE MATERIALIZED VIEW v AS SELECT * FROM (SELECT * FROM s EMIT FINAL)")) {
      SashException error = error(sql);
      assertThat(error.message())
          .as(sql)
          .isEqualTo("EMIT belongs to the outermost query, not to a subquery");
      assertThat(error.code()).isEqualTo(ErrorCode.EMIT);
      assertThat(error.span().column()).isEqualTo(sql.indexOf("EMIT") + 1);
    }
  }

  @Test
  void nothingFollowsEmit() {
    SashException error = error("SELECT * FROM s EMIT ON CLOSE\nWHERE a > 1");
    assertThat(error.message()).isEqualTo("WHERE cannot follow EMIT");
    assertThat(error.span()).isEqualTo(new SourceSpan(2, 1, 2, 5));
  }

  @Test
  void placeCountsLinesOfTheWholeText() {
    SashException error = error("-- a comment\n/* and\nanother */ SELECT a,\n  FROM s");
    assertThat(error.span()).isEqualTo(new SourceSpan(4, 3, 4, 6));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "CREATE ALERT a AS SELECT 1 NOTIFY 'x'",
        "CREATE OR REPLACE ALERT a AS SELECT 1",
        "CREATE SOURCE x (a INT)",
        "DROP ALERT a",
        "SHOW ALERTS",
        "UNSUBSCRIBE v",
        "ALTER STREAM s ADD COLUMN a INT",
        "ALTER MATERIALIZED VIEW v RENAME TO w",
        "ALTER VIEW v RENAME TO w",
        "REFRESH MATERIALIZED VIEW v",
        "CREATE STREAM s (a INT, PRIMARY KEY (a))",
        "CREATE STREAM s (a INT, b AS a + 1)",
        "CREATE STREAM other.s (a INT)",
        "CREATE MATERIALIZED VIEW other.v AS SELECT 1",
      })
  void whatIsNotSupportedSaysWhatIs(String sql) {
    SashException error = error(sql);
    assertThat(error.code()).isEqualTo(ErrorCode.NOT_SUPPORTED);
    assertThat(error.hint()).isNotNull();
    assertThat(error.span()).isNotNull();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "CREATE STREAM s (a INT, A INT) | DUPLICATE_NAME | column \"A\" is declared twice",
        "CREATE STREAM s (a INT, WATERMARK FOR a AS a, WATERMARK FOR a AS a) | WATERMARK"
            + " | a stream has only one WATERMARK",
        "CREATE STREAM s (a INT) WITH (p = 1, 'P' = 2) | OPTION | option \"P\" is given twice",
        "SET CLOCK = FAST | SETTING | CLOCK is LIVE, REPLAY or MANUAL, found \"FAST\"",
        "ADVANCE CLOCK TO 'noon' | DATA_CONVERSION | 'noon' is no timestamp",
        "ADVANCE CLOCK BY INTERVAL '-1' DAY | SYNTAX | the clock does not go back",
        "CREATE MATERIALIZED VIEW v RETAIN 0 WINDOWS AS SELECT 1 | SYNTAX"
            + " | RETAIN needs at least 1 window, found 0",
        "CREATE MATERIALIZED VIEW v RETAIN INTERVAL '1' MONTH AS SELECT 1 | SYNTAX"
            + " | an interval of months has no fixed length",
        "DRAIN a.b.c | SYNTAX | a name has at most a schema before it, found \"a.b.c\"",
      })
  void partsAreJudgedWhereTheyStand(String sql, ErrorCode code, String message) {
    SashException error = error(sql);
    assertThat(error.code()).isEqualTo(code);
    assertThat(error.message()).isEqualTo(message);
    assertThat(error.span().column()).isGreaterThan(1);
  }
}
