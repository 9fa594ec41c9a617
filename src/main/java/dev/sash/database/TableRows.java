package dev.sash.database;

import dev.sash.data.BatchBuilder;
import dev.sash.data.Column;
import dev.sash.data.ColumnBatch;
import dev.sash.data.DataType;
import dev.sash.data.Schema;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.h2.jdbc.JdbcConnection;
import org.h2.jdbc.JdbcResultSet;
import org.h2.value.Value;

/**
 * The rows of an ordinary table by key, over a connection of their own: each look sees what has
 * been committed. Keys are asked for some at a time, so that an index of the table is used.
 */
final class TableRows implements Database.ClosableLookup {
  /** Keys of one statement; the last one is repeated where there are fewer. */
  private static final int KEYS = 64;

  private final JdbcConnection connection;
  private final Schema schema;
  private final PreparedStatement statement;
  private final boolean byKey;

  /**
   * Rows of a table.
   *
   * @param schema the columns of the table that are wanted
   * @param keyColumn the name of the column that is looked up, or "" to have all rows
   */
  TableRows(JdbcConnection connection, String table, Schema schema, String keyColumn)
      throws SQLException {
    this.connection = connection;
    this.schema = schema;
    byKey = !keyColumn.isEmpty();
    String columns =
        schema.names().stream().map(Identifier::quoted).collect(Collectors.joining(", "));
    String marks = String.join(", ", Collections.nCopies(KEYS, "?"));
    String condition =
        byKey ? " WHERE " + Identifier.quoted(keyColumn) + " IN (" + marks + ")" : "";
    statement =
        connection.prepareStatement(
            "SELECT "
                + columns
                + " FROM "
                + Identifier.quoted(Database.PUBLIC)
                + "."
                + Identifier.quoted(table)
                + condition);
  }

  @Override
  public ColumnBatch find(ColumnBatch rows, int keyColumn) {
    BatchBuilder found = new BatchBuilder(schema);
    try {
      if (!byKey) {
        read(found);
        return found.build();
      }
      List<Value> keys = keys(rows, keyColumn);
      for (int from = 0; from < keys.size(); from += KEYS) {
        for (int i = 0; i < KEYS; i++) {
          statement.setObject(i + 1, keys.get(Math.min(from + i, keys.size() - 1)));
        }
        read(found);
      }
      return found.build();
    } catch (SQLException e) {
      throw H2Errors.inward(e);
    }
  }

  private static List<Value> keys(ColumnBatch rows, int keyColumn) {
    Column column = rows.column(keyColumn);
    DataType type = rows.schema().type(keyColumn);
    Set<Value> keys = new LinkedHashSet<>();
    for (int row = 0; row < rows.rowCount(); row++) {
      if (!column.isNull(row)) {
        keys.add(H2Values.value(column, type, row));
      }
    }
    return new ArrayList<>(keys);
  }

  private void read(BatchBuilder found) throws SQLException {
    try (ResultSet result = statement.executeQuery()) {
      JdbcResultSet values = result.unwrap(JdbcResultSet.class);
      while (result.next()) {
        for (int i = 0; i < schema.size(); i++) {
          H2Values.append(found.column(i), values.getInternal(i + 1), schema.type(i));
        }
      }
    }
  }

  @Override
  public void close() {
    try {
      connection.close();
    } catch (SQLException e) {
      throw H2Errors.inward(e);
    }
  }
}
