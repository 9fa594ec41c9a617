package dev.sash.view;

import static dev.sash.view.ViewFixture.rows;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sash.data.BatchBuilder;
import dev.sash.data.ColumnBatch;
import dev.sash.data.DataType;
import dev.sash.data.Field;
import dev.sash.data.Schema;
import dev.sash.error.SashException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeptRowsTest {
  private static final Schema SCHEMA =
      Schema.of(
          new Field("n", DataType.of(DataType.Kind.BIGINT)),
          new Field("text", DataType.of(DataType.Kind.VARCHAR)),
          new Field("amount", DataType.decimal(38, 2)),
          new Field("ratio", DataType.of(DataType.Kind.DOUBLE)),
          new Field("yes", DataType.of(DataType.Kind.BOOLEAN)));

  private static final String[] COLUMNS = {"n", "text", "amount", "ratio", "yes"};

  private static Object[] row(long number) {
    BigDecimal amount =
        number % 5 == 0
            ? new BigDecimal("123456789012345678901234567890.25")
            : BigDecimal.valueOf(number, 2);
    return new Object[] {
      number,
      number % 7 == 0 ? null : "t" + number % 10,
      number % 11 == 0 ? null : amount,
      number % 13 == 0 ? null : number / 2.0,
      number % 3 == 0 ? null : number % 2 == 0
    };
  }

  private static String text(long number) {
    Object[] values = row(number);
    return String.join(
        " ", java.util.Arrays.stream(values).map(String::valueOf).toArray(String[]::new));
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4})
  void tailKeepsExactlyTheNewestRows(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int kept = random.nextInt(1, 6000);
    StreamTail tail = new StreamTail(SCHEMA, kept);
    List<String> all = new ArrayList<>();
    for (int step = 0; step < 60; step++) {
      List<ColumnBatch> batches = new ArrayList<>();
      for (int i = random.nextInt(3); i > 0; i--) {
        BatchBuilder builder = new BatchBuilder(SCHEMA);
        for (int rows = random.nextInt(random.nextInt(6) == 0 ? 4096 : 4); rows > 0; rows--) {
          builder.appendRow(row(all.size()));
          all.add(text(all.size()));
        }
        batches.add(builder.build());
      }
      tail.add(batches);
      assertThat(rows(tail, COLUMNS))
          .as("seed %d, step %d", seed, step)
          .isEqualTo(all.subList(Math.max(0, all.size() - kept), all.size()));
    }
  }

  @Test
  void fewRowsAtATimeGiveFewSegments() {
    StreamTail tail = new StreamTail(SCHEMA, 10_000);
    for (long number = 0; number < 30_000; number++) {
      BatchBuilder builder = new BatchBuilder(SCHEMA);
      builder.appendRow(row(number));
      tail.add(List.of(builder.build()));
    }
    assertThat(tail.peek().rowCount()).isEqualTo(10_000);
    assertThat(tail.peek().segments()).hasSizeLessThan(25);
  }

  @Test
  void badRowIsKeptOnceForEachPlace() {
    ErrorRows errors = new ErrorRows("s", false);
    errors.report("a.csv", 2, "not a number", "x,y");
    errors.report("a.csv", 2, "not a number", "x,y");
    errors.report("b.csv", 2, "not a number", null);
    errors.report("insert", 0, "no time", "1");
    errors.report("insert", 0, "no time", "1");
    assertThat(rows(errors.relation(), "source", "line", "reason", "raw"))
        .containsExactly(
            "a.csv 2 not a number x,y",
            "b.csv 2 not a number null",
            "insert null no time 1",
            "insert null no time 1");
    assertThat(errors.total()).isEqualTo(4);
  }

  @Test
  void newestBadRowsAreKeptAndAllAreCounted() {
    ErrorRows errors = new ErrorRows("s", false);
    for (int line = 1; line <= ErrorRows.ROWS_MAX + 5; line++) {
      errors.report("a.csv", line, "r", null);
    }
    List<String> lines = rows(errors.relation(), "line");
    assertThat(lines).hasSize(ErrorRows.ROWS_MAX).startsWith("6");
    assertThat(errors.total()).isEqualTo(ErrorRows.ROWS_MAX + 5);
  }

  @Test
  void badRowOfAStreamThatFailsOnErrorsEndsTheQuery() {
    ErrorRows errors = new ErrorRows("s", true);
    assertThatThrownBy(() -> errors.report("a.csv", 7, "no number", "x"))
        .isInstanceOf(SashException.class)
        .hasMessage("stream \"s\": a.csv:7: no number");
    assertThat(errors.total()).isEqualTo(1);
  }
}
