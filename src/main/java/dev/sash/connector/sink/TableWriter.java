package dev.sash.connector.sink;

import dev.sash.data.ColumnBatch;
import dev.sash.data.JavaValues;
import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import dev.sash.runtime.SinkSpec;
import dev.sash.runtime.SinkWriter;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTransientException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Rows of a sink as rows of a table. Those that became visible together are one transaction. A
 * connection that breaks is made anew, and the transaction is tried again: of a table without a key
 * the rows may then be there twice, if it was the answer that got lost.
 */
final class TableWriter implements SinkWriter {
  private static final System.Logger LOGGER = System.getLogger(TableWriter.class.getName());
  private static final int BATCH_ROWS = 1_000;
  private static final String CONNECTION_CLASS = "08";
  private static final String SHUTDOWN_CLASS = "57P";

  private final SinkSpec spec;
  private final String table;
  private final boolean create;
  private final Connector connector;
  private @Nullable Open open;

  /** Makes connections. */
  interface Connector {
    Connection connect() throws SQLException;
  }

  /** A connection and its statements. */
  private record Open(
      Connection connection,
      PreparedStatement put,
      PreparedStatement insert,
      @Nullable PreparedStatement delete)
      implements AutoCloseable {
    @Override
    public void close() throws SQLException {
      connection.close();
    }
  }

  /**
   * A writer that has looked at the table.
   *
   * @param create whether to make the table when there is none
   * @throws SQLException when the database cannot be reached, or the table does not fit
   */
  TableWriter(SinkSpec spec, String table, boolean create, Connector connector)
      throws SQLException {
    this.spec = spec;
    this.table = table;
    this.connector = connector;
    this.create = create;
    opened();
  }

  private void look(Connection connection, TableDialect dialect) throws SQLException {
    if (!spec.keyColumns().isEmpty() && !dialect.upserts()) {
      throw SashException.of(
              ErrorCode.NOT_SUPPORTED,
              "mode = 'upsert' is for H2 and PostgreSQL, not for " + dialect.product())
          .hint("write mode = 'append' or mode = 'changes'");
    }
    if (create) {
      String sql = dialect.create(table, spec.schema(), spec.keyColumns());
      try (PreparedStatement statement = connection.prepareStatement(sql)) {
        statement.execute();
      }
    }
  }

  private Open opened() throws SQLException {
    Open now = open;
    if (now == null) {
      Connection connection = connector.connect();
      TableDialect dialect = TableDialect.of(connection.getMetaData());
      look(connection, dialect);
      connection.setAutoCommit(false);
      List<Integer> keys = spec.keyColumns();
      String insert = dialect.insert(table, spec.schema());
      String put = keys.isEmpty() ? insert : dialect.upsert(table, spec.schema(), keys);
      now =
          new Open(
              connection,
              connection.prepareStatement(put),
              connection.prepareStatement(insert),
              keys.isEmpty()
                  ? null
                  : connection.prepareStatement(dialect.delete(table, spec.schema(), keys)));
      open = now;
    }
    return now;
  }

  @Override
  public void write(ColumnBatch rows, boolean[] removed) throws IOException {
    try {
      Open now = opened();
      put(now, rows, removed);
      now.connection().commit();
    } catch (SQLException e) {
      close();
      if (isBroken(e)) {
        throw new IOException(e.getMessage(), e);
      }
      throw SashException.of(
              ErrorCode.WRONG_STATE,
              "table \"" + table + "\" did not take a row: " + e.getMessage())
          .causedBy(e);
    }
  }

  private static boolean isBroken(SQLException e) {
    String state = String.valueOf(e.getSQLState());
    return state.startsWith(CONNECTION_CLASS)
        || state.startsWith(SHUTDOWN_CLASS)
        || e instanceof SQLNonTransientConnectionException
        || e instanceof SQLTransientException
        || e instanceof SQLRecoverableException;
  }

  /** Runs of rows of one kind, in their order. */
  private void put(Open now, ColumnBatch rows, boolean[] removed) throws SQLException {
    PreparedStatement last = null;
    int waiting = 0;
    for (int row = 0; row < rows.rowCount(); row++) {
      PreparedStatement delete = now.delete();
      boolean replaces = delete != null && !removed[row] && hasNullKey(rows, row);
      PreparedStatement statement = now.put();
      if (delete != null && (removed[row] || replaces)) {
        execute(last, waiting);
        setKeys(delete, rows, row);
        delete.executeUpdate();
        waiting = 0;
        last = null;
        if (removed[row]) {
          continue;
        }
        statement = now.insert();
      }
      if (statement != last || waiting == BATCH_ROWS) {
        execute(last, waiting);
        waiting = 0;
      }
      setAll(statement, rows, row);
      statement.addBatch();
      waiting++;
      last = statement;
    }
    execute(last, waiting);
  }

  private static void execute(@Nullable PreparedStatement statement, int waiting)
      throws SQLException {
    if (statement != null && waiting > 0) {
      statement.executeBatch();
    }
  }

  /** NULL is no conflict with NULL: such a row is deleted and inserted. */
  private boolean hasNullKey(ColumnBatch rows, int row) {
    return spec.keyColumns().stream().anyMatch(key -> rows.column(key).isNull(row));
  }

  private static void setAll(PreparedStatement statement, ColumnBatch rows, int row)
      throws SQLException {
    for (int column = 0; column < rows.schema().size(); column++) {
      statement.setObject(column + 1, JavaValues.of(rows, row, column));
    }
  }

  private void setKeys(PreparedStatement statement, ColumnBatch rows, int row) throws SQLException {
    int parameter = 1;
    for (int key : spec.keyColumns()) {
      statement.setObject(parameter++, JavaValues.of(rows, row, key));
    }
  }

  /** What was not committed is gone; a connection that is broken need not close well. */
  @Override
  public void close() {
    Open now = open;
    open = null;
    if (now != null) {
      try {
        now.close();
      } catch (SQLException e) {
        LOGGER.log(Level.DEBUG, "connection not closed: sink=" + spec.name(), e);
      }
    }
  }
}
