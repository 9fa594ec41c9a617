package dev.sash.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sash.data.BatchBuilder;
import dev.sash.runtime.ExpressionCompiler;
import dev.sash.runtime.RowKernel;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Compiled expressions against H2, which evaluates the same text over the same rows. */
class ExpressionKernelTest {
  private static final long NOW = SampleRows.millis("2024-05-01T10:20:30.456");

  private static Connection database;

  @BeforeAll
  static void openDatabase() throws SQLException {
    database =
        DriverManager.getConnection(
            "jdbc:h2:mem:;MODE=PostgreSQL;DATABASE_TO_LOWER=TRUE;TIME ZONE=UTC;"
                + "CASE_INSENSITIVE_IDENTIFIERS=TRUE;NON_KEYWORDS=VALUE,DAY,HOUR,MONTH,YEAR");
    SampleRows.insertInto(database);
  }

  @AfterAll
  static void closeDatabase() throws SQLException {
    database.close();
  }

  static Stream<String> expressions() throws IOException {
    return lines("/plan/expressions.txt");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("expressions")
  void expressionHasTheValuesOfTheDatabase(String line) throws SQLException {
    String[] spellings = line.split(" ## ");
    List<@Nullable Object> computed = new ArrayList<>();
    rows("SELECT id, " + spellings[0] + " AS x FROM edits")
        .forEach(row -> computed.add(row.get(1)));
    List<@Nullable Object> expected =
        query("SELECT " + spellings[spellings.length - 1] + " AS x FROM edits ORDER BY id");
    assertThat(computed).usingElementComparator(ExpressionKernelTest::compare).isEqualTo(expected);
  }

  static Stream<String> conditions() throws IOException {
    return lines("/plan/conditions.txt");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("conditions")
  void conditionKeepsTheRowsOfTheDatabase(String line) throws SQLException {
    String[] spellings = line.split(" ## ");
    List<@Nullable Object> kept = new ArrayList<>();
    rows("SELECT id FROM edits WHERE " + spellings[0]).forEach(row -> kept.add(row.get(0)));
    String expected = spellings[spellings.length - 1];
    assertThat(kept).isEqualTo(query("SELECT id FROM edits WHERE " + expected + " ORDER BY id"));
  }

  static Stream<String> failures() throws IOException {
    return lines("/plan/failures.txt");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("failures")
  void valueThatDoesNotExistIsAnErrorAndNeverAnotherValue(String expression) {
    assertThatThrownBy(() -> rows("SELECT " + expression + " FROM edits"))
        .isInstanceOf(RuntimeException.class);
  }

  @ParameterizedTest(name = "{0} is {1}")
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "CAST(123456789012345678901234 AS DECIMAL(38, 10)) / 3; 41152263004115226300411.333333",
        "price / 3; 4.1666666666667",
        "1.0 / 3; 0.333333333333",
        "7 / 2; 3",
        "-7 / 2; -3",
        "ROUND(2.5); 3.0",
        "CAST(2.5 AS INTEGER); 3",
        "CAST(CAST(2.5 AS DOUBLE) AS INTEGER); 3",
        "CAST(CAST(0.75 AS REAL) AS SMALLINT); 1",
        "CAST(CAST(-2.75 AS DOUBLE) AS INTEGER); -3",
        "CAST(CAST(-7.5 AS DOUBLE) AS BIGINT); -7",
        "CAST(ts AS VARCHAR); 2024-03-10 07:30:15.25",
        "CAST(TIMESTAMP '1969-12-31 23:59:59.999' AS VARCHAR); 1969-12-31 23:59:59.999",
        "CAST(-0.05 AS VARCHAR); -0.05",
        "OVERLAY(channel PLACING 'XX' FROM 2 FOR 1); aXXpha",
        "SPLIT_PART(channel, 'l', 1); a",
        "INITCAP(channel); Alpha",
        "REVERSE(channel); ahpla",
        "MD5(channel); 2c1743a391305fbf367df8e4f069f9f9",
        "REGEXP_REPLACE(channel, 'a', 'X'); Xlpha",
        "TIMESTAMPDIFF(SECOND, TIMESTAMP '2024-01-01 00:00:00', TIMESTAMP '2024-01-01 00:01:30');"
            + " 90",
        "CASE WHEN is_robot THEN 'ok' ELSE 'error' END || '!'; ok!",
        "code || '|'; ab|",
        "UPPER('straße'); STRASSE",
        "CHAR_LENGTH('日本'); 2",
        "CAST('9223372036854775807' AS BIGINT); 9223372036854775807",
        "SUBSTRING(channel FROM 0 FOR 3); al",
        "MOD(price, 3); 0.50",
        "CAST(CURRENT_TIMESTAMP AS VARCHAR); 2024-05-01 10:20:30.456",
        "CAST(CURRENT_DATE AS VARCHAR); 2024-05-01",
      })
  void firstRowHasTheValueBelow(String expression, String expected) {
    Object value = rows("SELECT " + expression + " AS x FROM edits").get(0).get(0);
    assertThat(value).hasToString(expected);
  }

  private static Stream<String> lines(String resource) throws IOException {
    try (InputStream text = ExpressionKernelTest.class.getResourceAsStream(resource)) {
      return new String(text.readAllBytes(), StandardCharsets.UTF_8).lines();
    }
  }

  @Test
  void weekOfDateTruncStartsOnMonday() {
    Object sunday = rows("SELECT DATE_TRUNC('week', ts) FROM edits").get(0).get(0);
    assertThat(sunday).isEqualTo(SampleRows.millis("2024-03-04T00:00:00"));
  }

  @Test
  void kernelStopsAtTheRowThatFailsWithTheRowsBeforeItDone() {
    PhysicalNode.Calc calc =
        (PhysicalNode.Calc) KernelRun.plan("SELECT 10 / added AS x FROM edits").root();
    RowKernel kernel = ExpressionCompiler.compile(calc.kernel().source());
    BatchBuilder output = new BatchBuilder(calc.kernel().computed());
    int[] selected = new int[4];
    assertThatThrownBy(() -> kernel.run(SampleRows.batch(), 0, 4, output, selected))
        .isInstanceOf(ArithmeticException.class);
    assertThat(kernel.row).isEqualTo(3);
    assertThat(kernel.count).isEqualTo(3);
    output.truncate(kernel.count);
    assertThat(output.build().column(0).value(0)).isEqualTo(2L);
  }

  @Test
  void columnThatIsPassedOnKeepsItsDictionary() {
    QueryPlan plan = KernelRun.plan("SELECT UPPER(usr) AS u, channel FROM edits WHERE n > 1");
    PhysicalNode.Calc calc = (PhysicalNode.Calc) plan.root();
    assertThat(calc.outputs())
        .containsExactly(PhysicalNode.Output.computed(0), PhysicalNode.Output.input(1));
  }

  private static List<List<@Nullable Object>> rows(String sql) {
    return KernelRun.rows(sql, SampleRows.batch(), () -> NOW);
  }

  private static List<@Nullable Object> query(String sql) throws SQLException {
    List<@Nullable Object> values = new ArrayList<>();
    try (Statement statement = database.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      while (rows.next()) {
        values.add(value(rows));
      }
    }
    return values;
  }

  private static @Nullable Object value(ResultSet rows) throws SQLException {
    Object value = rows.getObject(1);
    if (value instanceof java.sql.Timestamp) {
      LocalDateTime time = rows.getObject(1, LocalDateTime.class);
      return time.toInstant(ZoneOffset.UTC).toEpochMilli();
    }
    if (value instanceof java.sql.Date) {
      return rows.getObject(1, LocalDate.class).toEpochDay();
    }
    return value;
  }

  /** Equal numbers are equal whatever their types; doubles may differ in their last digits. */
  private static int compare(@Nullable Object a, @Nullable Object b) {
    if (a instanceof Number one && b instanceof Number two) {
      if (a instanceof Double || b instanceof Double || a instanceof Float || b instanceof Float) {
        double difference = Math.abs(one.doubleValue() - two.doubleValue());
        return difference <= 1e-9 * Math.abs(one.doubleValue()) ? 0 : 1;
      }
      return new BigDecimal(one.toString()).compareTo(new BigDecimal(two.toString()));
    }
    return java.util.Objects.equals(a, b) ? 0 : 1;
  }
}
