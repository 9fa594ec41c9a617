package dev.sash.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sash.error.SashException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The EMIT clause, and everything called emit that is none. */
final class EmitParseTest {
  private final SashParser parser = new SashParser();

  private EmitClause emit(String clause) {
    return ((Statement.Query) parser.parse("SELECT * FROM s " + clause)).emit();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "EMIT ON CLOSE | OnClose",
        "EMIT ON WINDOW CLOSE | OnClose",
        "EMIT AFTER WATERMARK | OnClose",
        "EMIT FINAL | OnClose",
        "EMIT ON CHANGE | OnChange",
        "EMIT CHANGES | OnChange",
        "EMIT /* now */ CHANGES | OnChange",
      })
  void synonymsAreOneTrigger(String clause, String type) {
    assertThat(emit(clause).triggers().get(0).getClass().getSimpleName()).isEqualTo(type);
    assertThat(emit(clause).latenessMillis()).isZero();
    assertThat(emit(clause).fill()).isNull();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "INTERVAL '30' SECOND | 30000 | PROCESSING_TIME | CURRENT_WINDOW",
        "INTERVAL '1' MINUTE EVENT TIME | 60000 | EVENT_TIME | CURRENT_WINDOW",
        "INTERVAL '1' DAY PROCESSING TIME FOR ALL WINDOWS | 86400000 | PROCESSING_TIME"
            + " | ALL_WINDOWS",
        "INTERVAL '0.250' SECOND FOR CURRENT WINDOW | 250 | PROCESSING_TIME | CURRENT_WINDOW",
        "INTERVAL '1' HOUR EVENT TIME FOR ALL WINDOWS | 3600000 | EVENT_TIME | ALL_WINDOWS",
      })
  void everyHasPeriodBasisAndScope(String text, long millis, String basis, String scope) {
    EmitClause.Every every = (EmitClause.Every) emit("EMIT EVERY " + text).triggers().get(0);
    assertThat(every.periodMillis()).isEqualTo(millis);
    assertThat(every.basis().name()).isEqualTo(basis);
    assertThat(every.scope().name()).isEqualTo(scope);
  }

  @Test
  void triggersCombineAndOptionsFollow() {
    EmitClause emit =
        emit(
            "EMIT EVERY INTERVAL '2' SECOND, ON CLOSE ALLOW LATENESS INTERVAL '5' SECOND"
                + " FILL EMPTY WINDOWS WITHIN INTERVAL '1' HOUR");
    assertThat(emit.triggers())
        .extracting(EmitClause.Trigger::words)
        .containsExactly("EVERY", "ON CLOSE");
    assertThat(emit.latenessMillis()).isEqualTo(5_000);
    assertThat(emit.fill().withinMillis()).isEqualTo(3_600_000);
    assertThat(emit("EMIT ON CLOSE FILL EMPTY WINDOWS").fill().withinMillis()).isNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT * FROM s WHERE a > 1 EMIT ON CLOSE",
        "SELECT * FROM s WHERE a = 'x' EMIT FINAL",
        "SELECT * FROM s GROUP BY emit EMIT ON CLOSE",
        "SELECT * FROM s ORDER BY a DESC EMIT CHANGES",
        "SELECT * FROM s LIMIT 5 EMIT ON CHANGE",
        "SELECT * FROM emit EMIT CHANGES",
        "SELECT * FROM s emit EMIT CHANGES",
        "SELECT * FROM s AS emit EMIT CHANGES",
        "SELECT * FROM stream EMIT CHANGES",
        "SELECT * FROM a JOIN emit ON a.x = emit.x EMIT ON WINDOW CLOSE",
        "SELECT * FROM a JOIN emit ON close.x = close.y EMIT ON CLOSE",
        "SELECT CASE WHEN a THEN b END FROM s WHERE a IS NOT NULL EMIT CHANGES",
        "VALUES (1) EMIT ON CHANGE",
        "SELECT EVERY(x > 1), SUM(every) FROM s EMIT EVERY INTERVAL '1' SECOND",
        "WITH x AS (SELECT emit FROM s) SELECT * FROM x EMIT ON CLOSE;",
        "SELECT 1 + emit EMIT ON CHANGE",
      })
  void emitEndsTheQuery(String sql) {
    assertThat(((Statement.Query) parser.parse(sql)).emit()).isNotNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT emit FROM s",
        "SELECT a AS emit FROM s",
        "SELECT a AS emit",
        "SELECT emit, every FROM emit",
        "SELECT emit.every FROM s emit WHERE emit.a = 1",
        "SELECT * FROM a JOIN emit ON close.x = y",
        "SELECT * FROM a JOIN emit ON close = y",
        "SELECT * FROM a JOIN b emit ON change.x = y",
        "SELECT * FROM a, emit",
        "SELECT * FROM s WHERE emit > 1 AND emit",
        "SELECT * FROM s ORDER BY emit DESC",
        "SELECT COUNT(emit), MAX(emit) FROM s GROUP BY emit HAVING emit > 1",
      })
  void emitIsAName(String sql) {
    assertThat(((Statement.Query) parser.parse(sql)).emit()).isNull();
  }

  @Test
  void emitFollowsInsertAndViewToo() {
    Statement.Insert insert =
        (Statement.Insert) parser.parse("INSERT INTO t SELECT * FROM s EMIT ON CLOSE");
    assertThat(insert.emit()).isNotNull();
    Statement.CreateView view =
        (Statement.CreateView)
            parser.parse("CREATE MATERIALIZED VIEW emit AS SELECT emit FROM s EMIT CHANGES");
    assertThat(view.emit()).isNotNull();
  }

  @Test
  void nonsenseIsRefusedWithItsPlace() {
    for (List<String> each :
        List.of(
            List.of("EMIT EVERY INTERVAL '0' SECOND", "EMIT EVERY needs an interval above zero"),
            List.of("EMIT EVERY INTERVAL '-1' SECOND", "EMIT EVERY needs an interval above zero"),
            List.of("EMIT EVERY INTERVAL '1' MONTH", "no fixed length"),
            List.of("EMIT ON CLOSE, FINAL", "the same trigger twice"),
            List.of("EMIT ON CLOSE ALLOW LATENESS INTERVAL '-1' DAY", "zero or more"),
            List.of("EMIT EVERY INTERVAL 'x' DAY", "is no interval"))) {
      assertThatThrownBy(() -> emit(each.get(0)))
          .as(each.get(0))
          .isInstanceOf(SashException.class)
          .hasMessageContaining(each.get(1))
          .satisfies(e -> assertThat(((SashException) e).span().column()).isGreaterThan(16));
    }
  }
}
