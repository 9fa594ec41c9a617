package dev.sash.database;

import static dev.sash.view.ViewFixture.definition;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sash.data.BatchBuilder;
import dev.sash.data.DataType;
import dev.sash.data.Field;
import dev.sash.data.RowKind;
import dev.sash.data.Schema;
import dev.sash.runtime.Emission;
import dev.sash.runtime.ResultShape;
import dev.sash.view.View;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** For each type of key: rows look as in an ordinary table, and are found as there. */
class KeyTypesTest {

  static Stream<Arguments> types() {
    BigDecimal large = new BigDecimal("99999999999999999999999999.50");
    return Stream.of(
        type(DataType.of(DataType.Kind.BOOLEAN), List.of("FALSE", "TRUE"), true, false),
        type(DataType.of(DataType.Kind.TINYINT), List.of("-128", "5", "1000", "1.5"), -128, 5, 7),
        type(DataType.of(DataType.Kind.SMALLINT), List.of("-2", "300000"), -2, 30000),
        type(DataType.of(DataType.Kind.INTEGER), List.of("7", "7.5", "7000000000"), 7, -7, 8),
        type(DataType.of(DataType.Kind.BIGINT), List.of("7000000000"), 7_000_000_000L, -7),
        type(DataType.of(DataType.Kind.REAL), List.of("0.5", "0", "1"), 0.5f, -0.0f, Float.NaN),
        type(
            DataType.of(DataType.Kind.DOUBLE),
            List.of("0.1", "0", "CAST('NaN' AS DOUBLE PRECISION)", "1"),
            0.1,
            -0.0,
            Double.NaN,
            Double.NEGATIVE_INFINITY),
        type(
            DataType.decimal(30, 2),
            List.of("1.5", "2", "99999999999999999999999999.50", "1.499"),
            new BigDecimal("1.50"),
            new BigDecimal("-2"),
            large),
        type(DataType.of(DataType.Kind.VARCHAR), List.of("'b'", "''", "'B'"), "b", "", "B", "bb"),
        type(
            new DataType(DataType.Kind.CHAR, 3, 0, true),
            List.of("'a'", "'a  '", "'ab '", "'a!'"),
            "a  ",
            "ab ",
            "a! "),
        type(
            DataType.of(DataType.Kind.DATE),
            List.of("DATE '1969-12-31'", "DATE '2026-03-29'", "TIMESTAMP '1969-12-31 00:00:00'"),
            -1,
            20_541,
            -800_000),
        type(
            DataType.of(DataType.Kind.TIMESTAMP),
            List.of(
                "TIMESTAMP '1969-12-31 23:59:59.999'",
                "DATE '1970-01-01'",
                "TIMESTAMP '1970-01-01 00:00:00.0000001'",
                "TIMESTAMP '2026-03-29 02:30:00'"),
            -1L,
            0L,
            1_774_751_400_000L,
            -99_999_999_999_999L),
        type(
            DataType.of(DataType.Kind.TIME),
            List.of("TIME '00:00:00'", "TIME '08:30:00.0001'", "TIME '23:59:59.999'", "'12:00'"),
            0L,
            30_600_000L,
            86_399_999L),
        type(
            DataType.of(DataType.Kind.TIMESTAMP_LTZ),
            List.of(
                "TIMESTAMP WITH TIME ZONE '1970-01-01 01:59:59.999+02:00'",
                "TIMESTAMP '1970-01-01 00:00:00'",
                "TIMESTAMP WITH TIME ZONE '1970-01-01 00:00:00.0000001+00'",
                "DATE '2026-03-29'"),
            -1L,
            0L,
            1_774_751_400_000L,
            -99_999_999_999_999L));
  }

  private static Arguments type(DataType type, List<String> literals, Object... keys) {
    return Arguments.of(type, literals, keys);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("types")
  void keysAreShownAndFound(DataType type, List<String> literals, Object[] keys)
      throws SQLException {
    ResultShape shape =
        new ResultShape(
            Schema.of(new Field("k", type), new Field("n", DataType.of(DataType.Kind.BIGINT))),
            2,
            List.of(0),
            -1,
            -1,
            false);
    View view = new View(definition(shape));
    BatchBuilder builder = new BatchBuilder(shape.schema());
    for (Object key : keys) {
      builder.appendRow(key, (long) builder.rowCount());
    }
    builder.appendRow(null, -1L);
    view.emit(new Emission(builder.build(), RowKind.EARLY, false, 0, 0));
    view.publish(0, 0);
    try (DatabaseFixture h2 = new DatabaseFixture()) {
      h2.show("v", view);
      h2.execute("CREATE TABLE copied AS SELECT * FROM v");
      assertThat(h2.query("SELECT * FROM v"))
          .hasSize(keys.length + 1)
          .isEqualTo(h2.query("SELECT * FROM copied ORDER BY k"));
      assertThat(h2.plan("SELECT * FROM v WHERE k = (" + literals.get(0) + ")"))
          .contains("public.v: look-up by key");
      for (String comparison : Arrays.asList("=", "<", "<=", ">", ">=")) {
        for (String literal : literals) {
          String condition = " WHERE k " + comparison + " " + literal + " ORDER BY k";
          assertThat(h2.query("SELECT * FROM v" + condition))
              .as(condition)
              .isEqualTo(h2.query("SELECT * FROM copied" + condition));
        }
      }
    }
  }
}
