package dev.sash.session;

import dev.sash.data.ColumnBatch;
import dev.sash.data.DataType;
import dev.sash.database.Identifier;
import dev.sash.sql.Statement;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.Collections;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Rows of a query on their way into a stream or a table, as a prepared INSERT of the database: what
 * holds for any INSERT (conversions, defaults, NOT NULL, transactions) holds for them.
 */
final class InsertedRows implements AutoCloseable {
  private static final int BATCH_ROWS = 1_000;

  private final PreparedStatement target;

  /**
   * An INSERT that is prepared.
   *
   * @param columns how many columns the rows have
   * @throws SQLException when they do not fit
   */
  InsertedRows(Connection connection, Statement.Insert insert, int columns) throws SQLException {
    target = connection.prepareStatement(sql(insert, columns));
  }

  private static String sql(Statement.Insert insert, int columns) {
    String names =
        insert.columns().isEmpty()
            ? ""
            : insert.columns().stream()
                .map(Identifier::quoted)
                .collect(Collectors.joining(", ", " (", ")"));
    String schema =
        insert.target().schema() == null ? "" : Identifier.quoted(insert.target().schema()) + ".";
    return "INSERT INTO "
        + schema
        + Identifier.quoted(insert.target().name())
        + names
        + " VALUES ("
        + String.join(", ", Collections.nCopies(columns, "?"))
        + ")";
  }

  /** Inserts rows, and says how many. */
  long insert(ColumnBatch batch) throws SQLException {
    int waiting = 0;
    for (int row = 0; row < batch.rowCount(); row++) {
      for (int i = 0; i < batch.schema().size(); i++) {
        target.setObject(i + 1, parameter(batch, row, i));
      }
      target.addBatch();
      if (++waiting == BATCH_ROWS) {
        target.executeBatch();
        waiting = 0;
      }
    }
    if (waiting > 0) {
      target.executeBatch();
    }
    return batch.rowCount();
  }

  private static @Nullable Object parameter(ColumnBatch batch, int row, int column) {
    Object value = batch.value(row, column);
    DataType.Kind kind = batch.schema().type(column).kind();
    if (!(value instanceof Long number)) {
      return value;
    }
    return switch (kind) {
      case TIMESTAMP -> Instant.ofEpochMilli(number).atOffset(ZoneOffset.UTC).toLocalDateTime();
      case TIMESTAMP_LTZ -> Instant.ofEpochMilli(number).atOffset(ZoneOffset.UTC);
      case DATE -> LocalDate.ofEpochDay(number);
      case TIME -> LocalTime.ofNanoOfDay(number * 1_000_000);
      default -> number;
    };
  }

  @Override
  public void close() throws SQLException {
    target.close();
  }
}
