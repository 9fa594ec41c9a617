package dev.sash.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sash.catalog.StreamDefinition;
import dev.sash.data.ColumnBatch;
import dev.sash.data.DataType;
import dev.sash.data.Field;
import dev.sash.data.Schema;
import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import dev.sash.view.StreamTail;
import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StreamTableTest {
  private static final Schema SCHEMA =
      Schema.of(
          new Field("ts", DataType.of(DataType.Kind.TIMESTAMP)),
          new Field("user_id", new DataType(DataType.Kind.VARCHAR, 10, 0, false)),
          new Field("amount", DataType.decimal(10, 2)),
          new Field("n", DataType.of(DataType.Kind.INTEGER)));

  private final List<List<ColumnBatch>> delivered = new ArrayList<>();
  private final StreamTail tail = new StreamTail(SCHEMA, 5);
  private boolean full;
  private DatabaseFixture h2;

  @BeforeEach
  void open() throws SQLException {
    h2 = new DatabaseFixture();
    StreamInserts target =
        new StreamInserts() {
          @Override
          public void admit() {
            if (full) {
              throw SashException.of(ErrorCode.LIMIT_EXCEEDED, "stream \"orders\" is full");
            }
          }

          @Override
          public synchronized void deliver(List<ColumnBatch> batches) {
            delivered.add(batches);
            tail.add(batches);
          }
        };
    h2.database.createStream(stream("Orders", null), tail, target);
  }

  @AfterEach
  void close() throws SQLException {
    h2.close();
  }

  private static StreamDefinition stream(String name, String connector) {
    return new StreamDefinition(name, SCHEMA, null, connector, connector != null, Map.of());
  }

  /** What each commit has delivered: the values of n. */
  private List<String> commits() {
    return delivered.stream()
        .map(
            batches ->
                batches.stream()
                    .flatMap(
                        batch ->
                            java.util.stream.IntStream.range(0, batch.rowCount())
                                .mapToObj(row -> String.valueOf(batch.value(row, 3))))
                    .reduce("", (a, b) -> a + b))
        .toList();
  }

  private void insert(int... numbers) throws SQLException {
    StringBuilder sql = new StringBuilder("INSERT INTO orders(user_id, n) VALUES ");
    for (int i = 0; i < numbers.length; i++) {
      sql.append(i == 0 ? "" : ", ").append("('u', ").append(numbers[i]).append(')');
    }
    h2.execute(sql.toString());
  }

  @Test
  void rowsAreDeliveredAtOnceWithAutoCommit() throws SQLException {
    insert(1);
    insert(2, 3);
    assertThat(commits()).containsExactly("1", "23");
  }

  @Test
  void rowsAreDeliveredTogetherAtCommitOnly() throws SQLException {
    h2.connection.setAutoCommit(false);
    insert(1);
    insert(2, 3);
    assertThat(commits()).isEmpty();
    h2.connection.commit();
    assertThat(commits()).containsExactly("123");
    h2.connection.commit();
    assertThat(commits()).hasSize(1);
  }

  @Test
  void rollbackDropsTheRows() throws SQLException {
    h2.connection.setAutoCommit(false);
    insert(1);
    h2.connection.rollback();
    insert(2);
    h2.connection.commit();
    assertThat(commits()).containsExactly("2");
  }

  @Test
  void closedConnectionDropsTheRows() throws SQLException {
    try (Connection other = h2.database.connect()) {
      other.setAutoCommit(false);
      other.createStatement().execute("INSERT INTO orders(user_id, n) VALUES ('u', 1)");
    }
    assertThat(commits()).isEmpty();
  }

  @Test
  void rollbackToASavepointDropsTheRowsSince() throws SQLException {
    h2.connection.setAutoCommit(false);
    insert(1);
    Savepoint first = h2.connection.setSavepoint();
    insert(2);
    Savepoint second = h2.connection.setSavepoint();
    insert(3);
    h2.connection.rollback(second);
    insert(4);
    h2.connection.commit();
    assertThat(commits()).containsExactly("124");
    insert(5);
    first = h2.connection.setSavepoint();
    insert(6);
    h2.connection.rollback(first);
    h2.connection.commit();
    assertThat(commits()).containsExactly("124", "5");
  }

  @Test
  void statementThatFailsHalfWayLeavesNothing() throws SQLException {
    h2.connection.setAutoCommit(false);
    insert(1);
    assertThatThrownBy(
            () ->
                h2.execute(
                    "INSERT INTO orders(user_id, n)"
                        + " SELECT CASE WHEN x = 3 THEN NULL ELSE 'u' END, 7"
                        + " FROM SYSTEM_RANGE(1, 5)"))
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("23502"));
    insert(2);
    h2.connection.commit();
    assertThat(commits()).containsExactly("12");
    h2.connection.setAutoCommit(true);
    assertThatThrownBy(
            () -> h2.execute("INSERT INTO orders(user_id, n) VALUES ('u', 8), (NULL, 9)"))
        .isInstanceOf(SQLException.class);
    assertThat(commits()).containsExactly("12");
  }

  @Test
  void batchWithABadRowDeliversTheOthersInOneCommit() throws SQLException {
    try (PreparedStatement insert =
        h2.connection.prepareStatement("INSERT INTO orders(user_id, n) VALUES (?, ?)")) {
      for (int i = 0; i < 5; i++) {
        insert.setString(1, i == 2 ? "much too long a name" : "u");
        insert.setInt(2, i);
        insert.addBatch();
      }
      assertThatThrownBy(insert::executeBatch).isInstanceOf(BatchUpdateException.class);
    }
    assertThat(commits()).containsExactly("0134");
  }

  @Test
  void largeTransactionComesInBatches() throws SQLException {
    int rows = ColumnBatch.MAX_ROWS * 2 + 10;
    h2.connection.setAutoCommit(false);
    h2.execute(
        "INSERT INTO orders(user_id, n) SELECT 'u' || MOD(x, 7), x FROM SYSTEM_RANGE(1, "
            + (rows - 2)
            + ")");
    Savepoint before = h2.connection.setSavepoint();
    h2.execute("INSERT INTO orders(user_id, n) SELECT 'v', -x FROM SYSTEM_RANGE(1, 5000)");
    h2.connection.rollback(before);
    insert(-1, -2);
    h2.connection.commit();
    assertThat(delivered).hasSize(1);
    List<ColumnBatch> batches = delivered.get(0);
    assertThat(batches).extracting(ColumnBatch::rowCount).containsExactly(4096, 4096, 10);
    long row = 0;
    for (ColumnBatch batch : batches) {
      for (int i = 0; i < batch.rowCount(); i++) {
        row++;
        boolean last = row > rows - 2;
        assertThat(batch.value(i, 3)).isEqualTo(last ? rows - 2 - row : row);
        assertThat(batch.value(i, 1)).isEqualTo(last ? "u" : "u" + row % 7);
      }
    }
  }

  @Test
  void valuesArriveAsWritten() throws SQLException {
    try (PreparedStatement insert =
        h2.connection.prepareStatement("INSERT INTO orders VALUES (?, ?, ?, ?)")) {
      insert.setObject(1, LocalDateTime.parse("1969-12-31T23:59:59.999999"));
      insert.setString(2, "u");
      insert.setBigDecimal(3, new java.math.BigDecimal("12.345"));
      insert.setObject(4, null);
      insert.execute();
    }
    h2.execute("INSERT INTO orders VALUES ('2026-03-29 02:30:00.0009', 'v', 7, 1)");
    ColumnBatch first = delivered.get(0).get(0);
    assertThat(first.value(0, 0)).isEqualTo(-1L);
    assertThat(first.value(0, 2)).isEqualTo(new java.math.BigDecimal("12.35"));
    assertThat(first.value(0, 3)).isNull();
    assertThat(delivered.get(1).get(0).value(0, 0)).isEqualTo(1_774_751_400_000L);
    assertThat(h2.query("SELECT ts, amount FROM orders"))
        .containsExactly("1969-12-31 23:59:59.999 12.35", "2026-03-29 02:30:00 7.00");
  }

  @Test
  void tinyintTakesABytesWorth() throws SQLException {
    Schema schema = Schema.of(new Field("b", DataType.of(DataType.Kind.TINYINT)));
    h2.database.createStream(
        new StreamDefinition("Small", schema, null, null, false, Map.of()),
        new StreamTail(schema, 5),
        delivered::add);
    h2.execute("INSERT INTO small VALUES (-128), (127), (NULL)");
    assertThat(delivered.get(0).get(0).value(0, 0)).isEqualTo(-128L);
    assertThatThrownBy(() -> h2.execute("INSERT INTO small VALUES (128)"))
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("22003"));
  }

  @Test
  void selectShowsTheTailAndEnds() throws SQLException {
    for (int i = 0; i < 8; i++) {
      insert(i);
    }
    assertThat(h2.query("SELECT n FROM orders")).containsExactly("3", "4", "5", "6", "7");
    h2.connection.setAutoCommit(false);
    insert(8);
    assertThat(h2.query("SELECT MAX(n) FROM orders")).containsExactly("7");
    h2.connection.commit();
    assertThat(h2.query("SELECT MAX(n) FROM orders")).containsExactly("8");
    h2.connection.setAutoCommit(true);
    h2.execute("INSERT INTO orders(user_id, n) SELECT user_id, n + 100 FROM orders");
    assertThat(commits().get(commits().size() - 1)).isEqualTo("104105106107108");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "UPDATE orders SET n = 1",
        "DELETE FROM orders",
        "MERGE INTO orders(user_id, n) KEY (user_id) VALUES ('u', 1)",
        "TRUNCATE TABLE orders",
        "ALTER TABLE orders ADD COLUMN x INT"
      })
  void otherChangesAreRefused(String sql) throws SQLException {
    insert(1);
    assertThatThrownBy(() -> h2.execute(sql))
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("25006"))
        .hasMessageStartingWith("stream \"Orders\" takes INSERT only");
    assertThat(commits()).containsExactly("1");
  }

  @Test
  void streamWithAConnectorTakesNoInsert() {
    h2.database.createStream(
        stream("Edits", "datagen"), new StreamTail(SCHEMA, 5), batches -> delivered.add(batches));
    assertThatThrownBy(() -> h2.execute("INSERT INTO edits(user_id) VALUES ('u')"))
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("25006"))
        .hasMessageStartingWith("stream \"Edits\" takes its rows from connector 'datagen'");
    assertThat(delivered).isEmpty();
  }

  @Test
  void streamThatIsFullFailsTheStatement() throws SQLException {
    full = true;
    assertThatThrownBy(() -> insert(1))
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("54000"));
    full = false;
    insert(2);
    assertThat(commits()).containsExactly("2");
  }

  @Test
  void rowsOfAnOrdinaryTableAreInsertedInTheSameTransaction() throws SQLException {
    h2.execute("CREATE TABLE log (n INT PRIMARY KEY)");
    h2.connection.setAutoCommit(false);
    insert(1);
    h2.execute("INSERT INTO log VALUES (1)");
    h2.connection.commit();
    insert(2);
    assertThatThrownBy(() -> h2.execute("INSERT INTO log VALUES (1)"))
        .isInstanceOf(SQLException.class);
    h2.connection.commit();
    assertThat(commits()).containsExactly("1", "2");
  }

  @Test
  void writersDoNotWaitForOneAnother() throws Exception {
    h2.connection.setAutoCommit(false);
    insert(1);
    ExecutorService writers = Executors.newFixedThreadPool(4);
    List<Future<?>> done = new ArrayList<>();
    for (int writer = 0; writer < 4; writer++) {
      done.add(
          writers.submit(
              () -> {
                try (Connection own = h2.database.connect();
                    PreparedStatement insert =
                        own.prepareStatement(
                            "INSERT INTO orders(user_id, n) VALUES ('w', 0), ('w', 0)")) {
                  for (int i = 0; i < 50; i++) {
                    insert.execute();
                  }
                }
                return null;
              }));
    }
    for (Future<?> each : done) {
      each.get();
    }
    writers.shutdown();
    assertThat(delivered).hasSize(200).allMatch(batches -> batches.get(0).rowCount() == 2);
    h2.connection.commit();
    assertThat(delivered).hasSize(201);
  }

  @Test
  void droppedStreamIsGone() throws SQLException {
    h2.database.dropStream("orders");
    assertThatThrownBy(() -> insert(1)).isInstanceOf(SQLException.class);
  }
}
