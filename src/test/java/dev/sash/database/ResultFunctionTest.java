package dev.sash.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sash.data.BatchBuilder;
import dev.sash.data.ColumnBatch;
import dev.sash.data.DataType;
import dev.sash.data.Field;
import dev.sash.data.Schema;
import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ResultFunctionTest {
  private static final Schema NUMBERS =
      Schema.of(new Field("Number", DataType.of(DataType.Kind.BIGINT)));

  private DatabaseFixture h2;

  @BeforeEach
  void open() throws SQLException {
    h2 = new DatabaseFixture();
  }

  @AfterEach
  void close() throws SQLException {
    h2.close();
  }

  private static ColumnBatch numbers(long... numbers) {
    BatchBuilder builder = new BatchBuilder(NUMBERS);
    for (long number : numbers) {
      builder.appendRow(number);
    }
    return builder.build();
  }

  private String call(ListedRows rows) {
    return "CALL SASH_RESULT(" + h2.database.register(rows) + ")";
  }

  @Test
  void rowsOfAStreamAreAnOrdinaryResult() throws SQLException {
    ListedRows rows = ListedRows.of(NUMBERS, List.of(numbers(1, 2), numbers(3)));
    try (Statement statement = h2.connection.createStatement();
        ResultSet result = statement.executeQuery(call(rows))) {
      assertThat(result.getMetaData().getColumnLabel(1)).isEqualTo("Number");
      assertThat(result.getMetaData().getColumnTypeName(1)).isEqualTo("BIGINT");
      assertThat(DatabaseFixture.rows(result)).containsExactly("1", "2", "3");
      assertThat(result.next()).isFalse();
    }
    assertThat(rows.closed).isTrue();
  }

  @Test
  void emptyResultHasColumns() throws SQLException {
    ListedRows rows = ListedRows.of(NUMBERS, List.of());
    try (Statement statement = h2.connection.createStatement();
        ResultSet result = statement.executeQuery(call(rows))) {
      assertThat(result.getMetaData().getColumnCount()).isEqualTo(1);
      assertThat(result.next()).isFalse();
    }
  }

  @Test
  void everyTypeConverts() throws SQLException {
    Schema schema =
        Schema.of(
            new Field("b", DataType.of(DataType.Kind.BOOLEAN)),
            new Field("ti", DataType.of(DataType.Kind.TINYINT)),
            new Field("si", DataType.of(DataType.Kind.SMALLINT)),
            new Field("i", DataType.of(DataType.Kind.INTEGER)),
            new Field("r", DataType.of(DataType.Kind.REAL)),
            new Field("d", DataType.of(DataType.Kind.DOUBLE)),
            new Field("dec", DataType.decimal(38, 2)),
            new Field("v", DataType.of(DataType.Kind.VARCHAR)),
            new Field("c", new DataType(DataType.Kind.CHAR, 3, 0, true)),
            new Field("day", DataType.of(DataType.Kind.DATE)),
            new Field("ts", DataType.of(DataType.Kind.TIMESTAMP)));
    BatchBuilder builder = new BatchBuilder(schema);
    BigDecimal large = new BigDecimal("123456789012345678901234567890.25");
    builder.appendRow(true, -1, -2, -3, 0.5f, Double.NaN, large, "x", "y  ", -1, -1L);
    builder.appendRow(new Object[schema.size()]);
    ListedRows rows = ListedRows.of(schema, List.of(builder.build()));
    try (Statement statement = h2.connection.createStatement();
        ResultSet result = statement.executeQuery(call(rows))) {
      assertThat(result.next()).isTrue();
      assertThat(result.getBoolean("b")).isTrue();
      assertThat(result.getByte("ti")).isEqualTo((byte) -1);
      assertThat(result.getObject("si", Integer.class)).isEqualTo(-2);
      assertThat(result.getLong("i")).isEqualTo(-3);
      assertThat(result.getFloat("r")).isEqualTo(0.5f);
      assertThat(result.getDouble("d")).isNaN();
      assertThat(result.getBigDecimal("dec")).isEqualTo(large);
      assertThat(result.getString("v")).isEqualTo("x");
      assertThat(result.getString("c")).isEqualTo("y  ");
      assertThat(result.getObject("day", LocalDate.class)).isEqualTo("1969-12-31");
      assertThat(result.getObject("ts", LocalDateTime.class)).isEqualTo("1969-12-31T23:59:59.999");
      assertThat(result.getTimestamp("ts").getTime()).as("read as UTC").isEqualTo(-1);
      assertThat(result.next()).isTrue();
      for (int i = 1; i <= schema.size(); i++) {
        assertThat(result.getObject(i)).isNull();
      }
    }
  }

  @Test
  void rowsOfAnEndlessStreamComeOneByOne() throws SQLException {
    ListedRows rows = new ListedRows(NUMBERS);
    try (Statement statement = h2.connection.createStatement()) {
      ResultSet result = statement.executeQuery(call(rows));
      for (long number = 0; number < 10; number++) {
        rows.add(numbers(number));
        assertThat(result.next()).isTrue();
        assertThat(result.getLong(1)).isEqualTo(number);
      }
      result.close();
      assertThat(rows.closed).isTrue();
      assertThat(h2.query("SELECT 1")).containsExactly("1");
    }
  }

  @Test
  void cancelEndsAWaitingReader() throws Exception {
    ListedRows rows = new ListedRows(NUMBERS);
    ExecutorService reader = Executors.newSingleThreadExecutor();
    try (Statement statement = h2.connection.createStatement()) {
      ResultSet result = statement.executeQuery(call(rows));
      Future<Boolean> next = reader.submit(result::next);
      rows.waiting.await();
      statement.cancel();
      assertThatThrownBy(next::get)
          .cause()
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("57014"));
      assertThat(rows.closed).isTrue();
      assertThat(h2.query("SELECT 1")).containsExactly("1");
    } finally {
      reader.shutdownNow();
    }
  }

  @Test
  void queryTimeoutEndsAWaitingReader() throws SQLException {
    ListedRows rows = new ListedRows(NUMBERS);
    try (Statement statement = h2.connection.createStatement()) {
      statement.setQueryTimeout(1);
      ResultSet result = statement.executeQuery(call(rows));
      assertThatThrownBy(result::next)
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("57014"));
      assertThat(rows.closed).isTrue();
    }
  }

  @Test
  void twoStreamsCanBeReadInTurn() throws SQLException {
    ListedRows first = new ListedRows(NUMBERS);
    ListedRows second = new ListedRows(NUMBERS);
    try (Statement a = h2.connection.createStatement();
        Statement b = h2.connection.createStatement()) {
      ResultSet firstRows = a.executeQuery(call(first));
      ResultSet secondRows = b.executeQuery(call(second));
      for (long number = 0; number < 3; number++) {
        first.add(numbers(number));
        second.add(numbers(-number));
        assertThat(firstRows.next() && secondRows.next()).isTrue();
        assertThat(firstRows.getLong(1)).isEqualTo(-secondRows.getLong(1));
      }
    }
    assertThat(first.closed && second.closed).isTrue();
  }

  @Test
  void resultIsReadOnce() throws SQLException {
    String call = call(ListedRows.of(NUMBERS, List.of(numbers(1))));
    assertThat(h2.query(call)).containsExactly("1");
    assertThatThrownBy(() -> h2.query(call)).hasMessageStartingWith("this result has been read");
  }

  @Test
  void resultsThatNobodyCallsForAreClosed() {
    ListedRows first = new ListedRows(NUMBERS);
    h2.database.register(first);
    ListedRows last = first;
    for (int i = 0; i < 300; i++) {
      last = new ListedRows(NUMBERS);
      h2.database.register(last);
    }
    assertThat(first.closed).isTrue();
    assertThat(last.closed).isFalse();
    h2.database.close();
    assertThat(last.closed).isTrue();
  }
}
