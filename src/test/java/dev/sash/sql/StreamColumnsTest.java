package dev.sash.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.sash.catalog.WatermarkSpec;
import dev.sash.data.Field;
import dev.sash.data.Schema;
import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Columns and watermarks of CREATE STREAM. */
class StreamColumnsTest {

  @Test
  void everyTypeOfTheEngineHasItsSpellings() {
    Schema schema =
        schema(
            "a BOOLEAN, b TINYINT, c SMALLINT, d INT, e INTEGER NOT NULL, f BIGINT, g REAL, h"
                + " FLOAT, i DOUBLE, j DOUBLE PRECISION, k DECIMAL(10, 2), l NUMERIC(38), m"
                + " VARCHAR, n VARCHAR(20), o CHAR(3), p DATE, q TIMESTAMP, r TIMESTAMP(0), s"
                + " TIMESTAMP(3)");
    assertThat(schema.fields().stream().map(Field::type).map(type -> type.sql()))
        .isEqualTo(
            List.of(
                "BOOLEAN",
                "TINYINT",
                "SMALLINT",
                "INTEGER",
                "INTEGER",
                "BIGINT",
                "REAL",
                "DOUBLE",
                "DOUBLE",
                "DOUBLE",
                "DECIMAL(10, 2)",
                "DECIMAL(38, 0)",
                "VARCHAR",
                "VARCHAR(20)",
                "CHAR(3)",
                "DATE",
                "TIMESTAMP(3)",
                "TIMESTAMP(0)",
                "TIMESTAMP(3)"));
    assertThat(schema.field(3).type().nullable()).isTrue();
    assertThat(schema.field(4).type().nullable()).isFalse();
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "TIMESTAMP(6) | TIMESTAMP(6) is not supported: timestamps have milliseconds",
        "TIMESTAMP(9) | TIMESTAMP(9) is not supported: timestamps have milliseconds",
        "DECIMAL(39, 2) | DECIMAL has 1 to 38 digits, not 39",
        "DECIMAL(5, 8) | DECIMAL cannot have more digits behind the point (8) than in all (5)",
        "DECIMAL | DECIMAL needs its digits, else fractions would be rounded away",
        "TIME(4) | TIME(4) is not supported: times have milliseconds",
        "TIMESTAMP(6) WITH LOCAL TIME ZONE | TIMESTAMP(6) WITH LOCAL TIME ZONE is not supported:"
            + " timestamps have milliseconds",
        "TIMESTAMP(4) WITH TIME ZONE | TIMESTAMP(4) WITH LOCAL TIME ZONE is not supported:"
            + " timestamps have milliseconds",
        "TIME WITH TIME ZONE | type TIME WITH TIME ZONE is not supported",
        "VARBINARY | type VARBINARY is not supported",
        "INT ARRAY | type ARRAY is not supported",
      })
  void typeThatLosesSomethingIsRefusedAtItsPlace(String type, String message) {
    SashException error = failure("ts TIMESTAMP(3), x " + type);
    assertThat(error.message()).isEqualTo(message);
    assertThat(error.code()).isEqualTo(ErrorCode.NOT_SUPPORTED);
    assertThat(error.hint()).startsWith("write ");
    assertThat(error.span().column())
        .isEqualTo("CREATE STREAM s (ts TIMESTAMP(3), x ".length() + 1);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "ts | 0",
        "TS | 0",
        "ts - INTERVAL '5' SECOND | 5000",
        "ts - INTERVAL '0' SECOND | 0",
        "ts - INTERVAL '1:30' HOUR TO MINUTE | 5400000",
        "ts - INTERVAL '300' SECOND | 300000",
      })
  void watermarkIsTheColumnMinusAnInterval(String expression, long delayMillis) {
    assertThat(watermark("ts", expression)).isEqualTo(new WatermarkSpec(1, delayMillis));
  }

  @ParameterizedTest(name = "WATERMARK FOR {0} AS {1}")
  @CsvSource(
      delimiter = '|',
      value = {
        "tz | ts | COLUMN_NOT_FOUND | column \"tz\" is not declared",
        "n | n | WATERMARK | event-time column \"n\" must be a TIMESTAMP, not BIGINT",
        "ts | ts + INTERVAL '5' SECOND | WATERMARK | the delay of a watermark cannot be negative:"
            + " each row would be late when it comes",
        "ts | ts - INTERVAL '-5' SECOND | WATERMARK | the delay of a watermark cannot be negative:"
            + " each row would be late when it comes",
      })
  void otherWatermarksAreRefused(String column, String expression, ErrorCode code, String message) {
    SashException error =
        catchThrowableOfType(SashException.class, () -> watermark(column, expression));
    assertThat(error.message()).isEqualTo(message);
    assertThat(error.code()).isEqualTo(code);
    assertThat(error.span()).isNotNull();
  }

  @ParameterizedTest(name = "{0}")
  @ValueSource(
      strings = {
        "other",
        "other - INTERVAL '5' SECOND",
        "ts - INTERVAL '1' SECOND * 3",
        "ts - INTERVAL '1' MONTH",
        "CAST(other AS TIMESTAMP)"
      })
  void otherExpressionsHaveNoFixedDelay(String expression) {
    assertThat(watermark("ts", expression)).isNull();
  }

  private static Schema schema(String columns) {
    return ColumnTypes.schema(create(columns).columns());
  }

  private static SashException failure(String columns) {
    return catchThrowableOfType(SashException.class, () -> schema(columns));
  }

  private static @Nullable WatermarkSpec watermark(String column, String expression) {
    Statement.CreateStream create =
        create(
            "n BIGINT, ts TIMESTAMP(3), other TIMESTAMP(3), WATERMARK FOR "
                + column
                + " AS "
                + expression);
    return Watermarks.fixed(ColumnTypes.schema(create.columns()), create.watermark());
  }

  private static Statement.CreateStream create(String elements) {
    return (Statement.CreateStream) new SashParser().parse("CREATE STREAM s (" + elements + ")");
  }
}
