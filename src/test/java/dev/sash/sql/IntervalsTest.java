package dev.sash.sql;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.calcite.config.CalciteConnectionConfig;
import org.apache.calcite.jdbc.CalciteSchema;
import org.apache.calcite.jdbc.JavaTypeFactoryImpl;
import org.apache.calcite.prepare.CalciteCatalogReader;
import org.apache.calcite.rel.type.RelDataTypeSystem;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorUtil;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Interval literals of any number of digits and units. */
final class IntervalsTest {
  private final SashParser parser = new SashParser();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "'300' SECOND | 300000",
        "'1:30' HOUR TO MINUTE | 5400000",
        "'0.250' SECOND | 250",
        "'20:10.525' MINUTE TO SECOND | 1210525",
        "'-8' HOUR | -28800000",
        "-'8' HOUR | -28800000",
        "'1000000' SECOND | 1000000000",
        "'400' DAY | 34560000000",
        "'100 10:20:30.5' DAY TO SECOND | 8677230500",
        "'1000:30' HOUR TO MINUTE | 3601800000",
        "'2' WEEK | 1209600000",
        "' 5 ' SECOND | 5000",
      })
  void lengthIsInMillis(String text, long millis) {
    Statement.AdvanceClockBy statement = null;
    if (millis >= 0) {
      statement = (Statement.AdvanceClockBy) parser.parse("ADVANCE CLOCK BY INTERVAL " + text);
      assertThat(statement.millis()).isEqualTo(millis);
    }
    Statement.SetOption set = (Statement.SetOption) parser.parse("SET x = INTERVAL " + text);
    assertThat(set.value().text()).isEqualTo(Long.toString(millis));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "INTERVAL '300' SECOND",
        "INTERVAL '1000000' SECOND",
        "INTERVAL '1000:30' HOUR TO MINUTE",
        "INTERVAL '20:10.525' MINUTE TO SECOND",
        "INTERVAL -'800' HOUR",
        "INTERVAL '1200' MONTH",
        "TIMESTAMP '2026-01-01 00:00:00' + INTERVAL '3600' SECOND",
      })
  void longIntervalsPassTheValidator(String expression) {
    SqlNode query = ((Statement.Query) parser.parse("SELECT " + expression)).query();
    assertThat(validator().validate(query)).isNotNull();
  }

  private static SqlValidator validator() {
    JavaTypeFactoryImpl types = new JavaTypeFactoryImpl(RelDataTypeSystem.DEFAULT);
    CalciteCatalogReader catalog =
        new CalciteCatalogReader(
            CalciteSchema.createRootSchema(false),
            java.util.List.of(),
            types,
            CalciteConnectionConfig.DEFAULT);
    return SqlValidatorUtil.newValidator(
        SqlStdOperatorTable.instance(), catalog, types, SqlValidator.Config.DEFAULT);
  }
}
