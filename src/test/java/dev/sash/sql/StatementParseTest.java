package dev.sash.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sash.error.SourceSpan;
import dev.sash.time.ClockMode;
import dev.sash.window.WindowSpec;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Each statement and what is read out of it. */
final class StatementParseTest {
  private final SashParser parser = new SashParser();

  private <T> T parse(Class<T> type, String sql) {
    Statement statement = parser.parse(sql);
    assertThat(statement).as(sql).isInstanceOf(type);
    return type.cast(statement);
  }

  @Test
  void createStreamHasColumnsWatermarkAndOptions() {
    Statement.CreateStream stream =
        parse(
            Statement.CreateStream.class,
            """
            CREATE STREAM Trades (
              symbol VARCHAR(10) NOT NULL,
              price DECIMAL(10, 2),
              ts TIMESTAMP(3),
              WATERMARK FOR ts AS ts - INTERVAL '5' SECOND
            ) WITH (connector = 'file', 'path' = 'a''b.csv', Header.Names = TRUE,
                    limit = -5, rate = 1.5e3, select = FALSE, key.value.from = 'x');
            """);
    assertThat(stream.name().name()).isEqualTo("Trades");
    assertThat(stream.orReplace()).isFalse();
    assertThat(stream.ifNotExists()).isFalse();
    assertThat(stream.columns())
        .extracting(c -> c.name() + " " + c.type() + " " + c.nullable())
        .containsExactly(
            "symbol VARCHAR(10) false", "price DECIMAL(10, 2) true", "ts TIMESTAMP(3) true");
    assertThat(stream.watermark().column()).isEqualTo("ts");
    assertThat(stream.watermark().expression().toString())
        .isEqualTo("`ts` - INTERVAL '5' SECOND(10)");
    assertThat(stream.watermark().columnSpan()).isEqualTo(new SourceSpan(5, 17, 5, 18));
    Map<String, OptionValue> options = stream.options();
    assertThat(options.keySet())
        .containsExactly(
            "connector", "path", "header.names", "limit", "rate", "select", "key.value.from");
    assertThat(options.values())
        .extracting(v -> v.kind() + " " + v.text())
        .containsExactly(
            "STRING file",
            "STRING a'b.csv",
            "BOOLEAN true",
            "NUMBER -5",
            "NUMBER 1.5e3",
            "BOOLEAN false",
            "STRING x");
    assertThat(options.get("limit").nameSpan()).isEqualTo(new SourceSpan(7, 9, 7, 13));
    assertThat(options.get("limit").span()).isEqualTo(new SourceSpan(7, 17, 7, 18));
  }

  @Test
  void createStreamTakesItsVariants() {
    Statement.CreateStream stream =
        parse(
            Statement.CreateStream.class,
            "CREATE OR REPLACE STREAM IF NOT EXISTS public.\"My s\" (a INT)");
    assertThat(stream.orReplace()).isTrue();
    assertThat(stream.ifNotExists()).isTrue();
    assertThat(stream.name().toString()).isEqualTo("My s");
    assertThat(stream.watermark()).isNull();
    assertThat(stream.options()).isEmpty();
  }

  @Test
  void createViewHasQueryAndEmit() {
    Statement.CreateView view =
        parse(
            Statement.CreateView.class,
            """
            CREATE OR REPLACE MATERIALIZED VIEW IF NOT EXISTS v AS
            SELECT k, COUNT(*) AS n FROM s GROUP BY k, TUMBLE(ts, INTERVAL '1' MINUTE)
            EMIT ON CLOSE\
            """);
    assertThat(view.orReplace()).isTrue();
    assertThat(view.ifNotExists()).isTrue();
    assertThat(view.retain()).isNull();
    assertThat(view.emit().triggers()).singleElement().isInstanceOf(EmitClause.OnClose.class);
    assertThat(view.emit().span()).isEqualTo(new SourceSpan(3, 1, 3, 13));
  }

  @Test
  void retainIsReadWithAndWithoutParentheses() {
    for (String form : List.of("%s", "(%s)")) {
      assertThat(retain(form.formatted("ALL"))).isInstanceOf(RetainClause.All.class);
      assertThat(retain(form.formatted("LATEST"))).isInstanceOf(RetainClause.Latest.class);
      assertThat(((RetainClause.Windows) retain(form.formatted("10 WINDOWS"))).count())
          .isEqualTo(10);
      assertThat(((RetainClause.Age) retain(form.formatted("INTERVAL '1' DAY"))).millis())
          .isEqualTo(86_400_000);
    }
  }

  private RetainClause retain(String text) {
    return parse(
            Statement.CreateView.class,
            "CREATE MATERIALIZED VIEW v RETAIN " + text + " AS SELECT * FROM s")
        .retain();
  }

  @Test
  void insertHasTargetColumnsAndSource() {
    Statement.Insert insert =
        parse(Statement.Insert.class, "INSERT INTO s (ts, value, day) VALUES (1, 2, 3), (4, 5, 6)");
    assertThat(insert.target().name()).isEqualTo("s");
    assertThat(insert.columns()).containsExactly("ts", "value", "day");
    assertThat(parse(Statement.Insert.class, "INSERT INTO s SELECT * FROM t").columns()).isEmpty();
  }

  @Test
  void dropNamesItsKind() {
    assertThat(parse(Statement.Drop.class, "DROP STREAM s").kind())
        .isEqualTo(Statement.DropKind.STREAM);
    Statement.Drop drop = parse(Statement.Drop.class, "DROP MATERIALIZED VIEW IF EXISTS v;");
    assertThat(drop.kind()).isEqualTo(Statement.DropKind.VIEW);
    assertThat(drop.ifExists()).isTrue();
    assertThat(drop.name().span()).isEqualTo(new SourceSpan(1, 34, 1, 34));
    assertThat(parse(Statement.Drop.class, "DROP VIEW v").kind())
        .isEqualTo(Statement.DropKind.VIEW);
  }

  @Test
  void showTakesAPattern() {
    assertThat(parse(Statement.Show.class, "SHOW STREAMS").like()).isNull();
    Statement.Show show = parse(Statement.Show.class, "show views like 'a%'");
    assertThat(show.kind()).isEqualTo(Statement.ShowKind.VIEWS);
    assertThat(show.like()).isEqualTo("a%");
    assertThat(parse(Statement.Show.class, "SHOW MATERIALIZED VIEWS").kind())
        .isEqualTo(Statement.ShowKind.VIEWS);
  }

  @Test
  void describeTakesAnyName() {
    for (String sql :
        List.of(
            "DESCRIBE s",
            "DESC s",
            "DESCRIBE STREAM s",
            "DESC VIEW s",
            "DESCRIBE MATERIALIZED VIEW s")) {
      assertThat(parse(Statement.Describe.class, sql).name().name()).as(sql).isEqualTo("s");
    }
    for (String word : List.of("stream", "view", "emit", "desc", "windows", "materialized")) {
      assertThat(parse(Statement.Describe.class, "DESCRIBE " + word).name().name()).isEqualTo(word);
    }
    assertThat(parse(Statement.Describe.class, "DESCRIBE latest.v").name().schema())
        .isEqualTo("latest");
  }

  @Test
  void explainHoldsAStatement() {
    Statement.Explain explain =
        parse(Statement.Explain.class, "EXPLAIN PLAN FOR SELECT * FROM s EMIT ON CHANGE");
    assertThat(((Statement.Query) explain.statement()).emit()).isNotNull();
    assertThat(
            parse(
                    Statement.Explain.class,
                    "EXPLAIN CREATE STREAM stream (value INT, day INT) WITH (table = 1)")
                .statement())
        .isInstanceOf(Statement.CreateStream.class);
    assertThat(
            parse(
                    Statement.Explain.class,
                    "EXPLAIN CREATE MATERIALIZED VIEW v AS SELECT plan FROM s")
                .statement())
        .isInstanceOf(Statement.CreateView.class);
    assertThat(parse(Statement.Explain.class, "EXPLAIN INSERT INTO t SELECT 1").statement())
        .isInstanceOf(Statement.Insert.class);
  }

  @Test
  void setTakesEachKindOfValue() {
    assertThat(setting("SET idle_timeout = 'NONE'")).isEqualTo("idle_timeout STRING NONE");
    assertThat(setting("SET Idle.Timeout.Value TO 10")).isEqualTo("idle.timeout.value NUMBER 10");
    assertThat(setting("SET x = -1.5")).isEqualTo("x NUMBER -1.5");
    assertThat(setting("SET x = true")).isEqualTo("x BOOLEAN true");
    assertThat(setting("SET x = on")).isEqualTo("x WORD on");
    assertThat(setting("SET x = NONE")).isEqualTo("x WORD NONE");
    assertThat(setting("SET x = INTERVAL '10' SECOND")).isEqualTo("x INTERVAL 10000");
    assertThat(parse(Statement.SetOption.class, "SET table.select = DEFAULT").value()).isNull();
  }

  private String setting(String sql) {
    Statement.SetOption set = parse(Statement.SetOption.class, sql);
    return set.name() + " " + set.value().kind() + " " + set.value().text();
  }

  @Test
  void setClockNamesAMode() {
    assertThat(parse(Statement.SetClock.class, "SET CLOCK = LIVE").mode())
        .isEqualTo(ClockMode.LIVE);
    assertThat(parse(Statement.SetClock.class, "set clock to 'replay'").mode())
        .isEqualTo(ClockMode.REPLAY);
    assertThat(parse(Statement.SetClock.class, "SET CLOCK = MANUAL").mode())
        .isEqualTo(ClockMode.MANUAL);
    assertThat(parse(Statement.SetClock.class, "SET CLOCK = DEFAULT").mode()).isNull();
  }

  @Test
  void advanceClockGoesByOrTo() {
    assertThat(
            parse(Statement.AdvanceClockBy.class, "ADVANCE CLOCK BY INTERVAL '300' SECOND")
                .millis())
        .isEqualTo(300_000);
    long ten = Instant.parse("2026-01-31T10:00:00.250Z").toEpochMilli();
    for (String to : List.of("TIMESTAMP '2026-01-31 10:00:00.250'", "'2026-01-31T10:00:00.250'")) {
      assertThat(parse(Statement.AdvanceClockTo.class, "ADVANCE CLOCK TO " + to).epochMillis())
          .isEqualTo(ten);
    }
    assertThat(parse(Statement.AdvanceClockTo.class, "ADVANCE CLOCK TO '1969-12-31'").epochMillis())
        .isEqualTo(-86_400_000);
  }

  @Test
  void waitAndDrainNameAView() {
    assertThat(parse(Statement.WaitFor.class, "WAIT FOR v").name().name()).isEqualTo("v");
    assertThat(parse(Statement.Drain.class, "DRAIN public.v;").name().name()).isEqualTo("v");
    assertThat(parse(Statement.Drain.class, "DRAIN drain").name().name()).isEqualTo("drain");
  }

  @Test
  void holdingUpNamesAView() {
    for (String word : List.of("PAUSE", "STOP", "RESUME")) {
      Statement.Hold hold = parse(Statement.Hold.class, word + " " + word.toLowerCase(Locale.ROOT));
      assertThat(hold.kind().name()).isEqualTo(word);
      assertThat(hold.name().name()).isEqualToIgnoringCase(word);
    }
  }

  @Test
  void subscribeSaysWhereItBegins() {
    Statement.Subscribe plain = parse(Statement.Subscribe.class, "SUBSCRIBE TO subscribe");
    assertThat(plain.name().name()).isEqualTo("subscribe");
    assertThat(plain.snapshot()).isFalse();
    assertThat(plain.sequence()).isNull();
    assertThat(parse(Statement.Subscribe.class, "SUBSCRIBE TO snapshot WITH SNAPSHOT;").snapshot())
        .isTrue();
    assertThat(parse(Statement.Subscribe.class, "SUBSCRIBE TO public.seq FROM SEQ 7").sequence())
        .isEqualTo(7);
  }

  @Test
  void queriesMayStartInManyWays() {
    for (String sql :
        List.of(
            "SELECT 1",
            "(SELECT a FROM s) UNION ALL SELECT b FROM t",
            "WITH x AS (SELECT * FROM s) SELECT * FROM x EMIT ON CHANGE",
            "VALUES (1, 'a'), (2, 'b')",
            "TABLE s")) {
      parse(Statement.Query.class, sql);
    }
  }

  @Test
  void namesKeepTheirCase() {
    Statement.Query query = parse(Statement.Query.class, "SELECT Abc, \"dEf\" FROM MyStream");
    assertThat(query.query().toString()).contains("`Abc`", "`dEf`", "`MyStream`");
  }

  @Test
  void commentsOfBothDialectsAreSkipped() {
    parse(
        Statement.Query.class,
        "SELECT /* a /* nested */ one */ 1 // rest\n -- more\n /*+ no hint */ FROM s");
  }

  @Test
  void textOutsideLatinIsKept() {
    assertThat(parse(Statement.Query.class, "SELECT 'łódź 日本' FROM s").query().toString())
        .contains("łódź 日本");
    assertThat(org.apache.calcite.config.CalciteSystemProperty.DEFAULT_CHARSET.value())
        .isEqualTo("UTF-8");
  }

  @Test
  void questionsAboutViewsAndStreamsNameThem() {
    assertThat(parse(Statement.ShowProgress.class, "SHOW PROGRESS").view()).isNull();
    assertThat(parse(Statement.ShowProgress.class, "SHOW PROGRESS progress").view().name())
        .isEqualTo("progress");
    assertThat(parse(Statement.ShowProgress.class, "show progress for v;").view().name())
        .isEqualTo("v");
    assertThat(parse(Statement.ExplainEmpty.class, "EXPLAIN EMPTY empty").view().name())
        .isEqualTo("empty");
    assertThat(
            parse(Statement.ExplainEmpty.class, "EXPLAIN EMPTY public.\"Some View\"").view().name())
        .isEqualTo("Some View");
    assertThat(
            parse(Statement.AdviseWatermark.class, "ADVISE WATERMARK FOR watermark").stream()
                .name())
        .isEqualTo("watermark");
  }

  @Test
  void windowsAreShownForAnInstant() {
    Statement.ShowWindows show =
        parse(
            Statement.ShowWindows.class,
            "SHOW WINDOWS FOR TIMESTAMP '1970-01-01 00:00:01' USING HOP(INTERVAL '1' SECOND,"
                + " SIZE => INTERVAL '2' SECOND)");
    assertThat(show.epochMillis()).isEqualTo(1_000);
    assertThat(show.window()).isEqualTo(new WindowSpec.Hop(1_000, 2_000, 0));
  }
}
