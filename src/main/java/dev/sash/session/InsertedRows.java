package dev.sash.session;

import dev.sash.data.ColumnBatch;
import dev.sash.data.JavaValues;
import dev.sash.database.Identifier;
import dev.sash.sql.Statement;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Collections;
import java.util.stream.Collectors;

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
        target.setObject(i + 1, JavaValues.of(batch, row, i));
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

  @Override
  public void close() throws SQLException {
    target.close();
  }
}
