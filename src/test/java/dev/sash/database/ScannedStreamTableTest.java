package dev.sash.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sash.catalog.StreamDefinition;
import dev.sash.data.BatchBuilder;
import dev.sash.data.ColumnBatch;
import dev.sash.data.DataType;
import dev.sash.data.Field;
import dev.sash.data.Schema;
import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ScannedStreamTableTest {
  private static final Schema SCHEMA =
      Schema.of(
          new Field("k", DataType.of(DataType.Kind.VARCHAR)),
          new Field("n", DataType.of(DataType.Kind.BIGINT)));

  private final List<ListedRows> opened = new ArrayList<>();
  private boolean missing;
  private DatabaseFixture h2;

  @BeforeEach
  void open() throws SQLException {
    h2 = new DatabaseFixture();
    StreamDefinition stream = new StreamDefinition("Edits", SCHEMA, null, "file", true, Map.of());
    h2.database.createStream(stream, this::rows);
  }

  @AfterEach
  void close() throws SQLException {
    h2.close();
  }

  private ListedRows rows() {
    if (missing) {
      throw SashException.of(ErrorCode.FILE, "file \"a.csv\" does not exist");
    }
    List<ColumnBatch> batches = new ArrayList<>();
    for (long first = 0; first < 30; first += 10) {
      BatchBuilder builder = new BatchBuilder(SCHEMA);
      for (long n = first; n < first + 10; n++) {
        builder.appendRow("k" + n % 3, n);
      }
      batches.add(builder.build());
    }
    ListedRows rows = ListedRows.of(SCHEMA, batches);
    opened.add(rows);
    return rows;
  }

  @Test
  void selectReadsTheWholeInputEachTimeAndClosesIt() throws SQLException {
    assertThat(h2.query("SELECT COUNT(*), SUM(n) FROM edits")).containsExactly("30 435");
    assertThat(h2.query("SELECT n FROM edits WHERE k = 'k1' LIMIT 2")).containsExactly("1", "4");
    assertThat(opened).hasSize(2).allMatch(rows -> rows.closed);
  }

  @Test
  void joinReadsTheInputTwiceAtMost() throws SQLException {
    h2.execute("CREATE TABLE names AS SELECT 'k' || x AS k FROM SYSTEM_RANGE(0, 9)");
    assertThat(h2.query("SELECT COUNT(*) FROM names t LEFT JOIN edits e ON e.k = t.k AND e.n >= 0"))
        .containsExactly("37");
    assertThat(opened).hasSizeLessThanOrEqualTo(2).allMatch(rows -> rows.closed);
  }

  @Test
  void openTransactionReadsAnewForEachStatement() throws SQLException {
    h2.connection.setAutoCommit(false);
    assertThat(h2.query("SELECT COUNT(*) FROM edits")).containsExactly("30");
    assertThat(h2.query("SELECT COUNT(*) FROM edits")).containsExactly("30");
    h2.connection.commit();
    assertThat(opened).hasSize(2).allMatch(rows -> rows.closed);
  }

  @Test
  void insertIsRefused() {
    assertThatThrownBy(() -> h2.execute("INSERT INTO edits VALUES ('x', 1)"))
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("25006"))
        .hasMessageStartingWith("stream \"Edits\" takes its rows from connector 'file'");
    assertThatThrownBy(() -> h2.execute("DELETE FROM edits")).isInstanceOf(SQLException.class);
  }

  @Test
  void inputThatCannotBeOpenedFailsTheStatement() {
    missing = true;
    assertThatThrownBy(() -> h2.query("SELECT * FROM edits"))
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("58030"))
        .hasMessageStartingWith("file \"a.csv\" does not exist");
  }
}
