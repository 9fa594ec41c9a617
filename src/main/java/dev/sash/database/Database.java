package dev.sash.database;

import dev.sash.catalog.StreamDefinition;
import dev.sash.data.Schema;
import dev.sash.error.SashException;
import dev.sash.runtime.TableLookup;
import dev.sash.view.Relation;
import dev.sash.view.RowStream;
import dev.sash.view.View;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.h2.jdbc.JdbcConnection;
import org.h2.table.Table;
import org.jspecify.annotations.Nullable;

/**
 * The database that an engine lives in: an in-memory H2, opened with the settings that Sash's SQL
 * relies on, and the tables in it that show Sash's relations. Names match in any case and keep the
 * case they were declared with. Thread-safe.
 */
public final class Database implements AutoCloseable {
  /** Where streams and views are. */
  public static final String PUBLIC = "public";

  /** The schemas that hold what else there is to see of them. */
  public static final List<String> SCHEMAS = List.of("latest", "changes", "late", "errors", "sash");

  private static final String SETTINGS =
      ";MODE=PostgreSQL;DATABASE_TO_LOWER=TRUE;CASE_INSENSITIVE_IDENTIFIERS=TRUE"
          + ";DEFAULT_NULL_ORDERING=HIGH"
          + ";NON_KEYWORDS=VALUE,KEY,DAY,HOUR,MINUTE,SECOND,MONTH,YEAR"
          + ";MAX_MEMORY_ROWS=100000000;DB_CLOSE_DELAY=-1;DB_CLOSE_ON_EXIT=FALSE"
          + ";TIME ZONE=UTC";

  /** Definitions wait for one another, not for readers. */
  private static final String ADMIN_LOCK_TIMEOUT_MILLIS = "60000";

  private static final String OWNER = "sash";
  private static final AtomicLong LAST_NUMBER = new AtomicLong();

  private final String name;
  private final TableBindings bindings;
  private final JdbcConnection admin;
  private final EngineTables tables;

  private Database(String name, TableBindings bindings) throws SQLException {
    this.name = name;
    this.bindings = bindings;
    admin = connection();
    tables = new EngineTables(name, bindings, admin);
  }

  /** Opens a new, empty database. */
  public static Database open() {
    String name = "sash_" + LAST_NUMBER.incrementAndGet();
    TableBindings bindings = TableBindings.open(name);
    try {
      Database database = new Database(name, bindings);
      database.tables.execute("SET LOCK_TIMEOUT " + ADMIN_LOCK_TIMEOUT_MILLIS);
      for (String schema : SCHEMAS) {
        database.tables.execute("CREATE SCHEMA " + schema);
      }
      database.tables.execute(
          "CREATE ALIAS SASH_RESULT FOR '" + ResultFunction.class.getName() + ".call'");
      return database;
    } catch (SQLException e) {
      bindings.close();
      throw H2Errors.inward(e);
    }
  }

  private JdbcConnection connection() throws SQLException {
    Properties user = new Properties();
    user.setProperty("user", OWNER);
    user.setProperty("password", "");
    Connection connection = new org.h2.Driver().connect("jdbc:h2:mem:" + name + SETTINGS, user);
    return (JdbcConnection) connection;
  }

  /** A new connection for a user of the embedded engine; an error is the database's own. */
  public Connection connect() throws SQLException {
    return connection();
  }

  /**
   * Makes a read-only table that shows a relation.
   *
   * @throws SashException when the name is taken
   */
  public synchronized void createRelation(String schema, String table, Relation relation) {
    tables.create(schema, table, relation);
  }

  /**
   * Shows a view as {@code v}, {@code latest.v} (unless it is append-only), {@code changes.v} and
   * {@code late.v}, in place of the view of that name if there is one: all of them or none.
   *
   * @throws SashException when the name is that of a stream or an ordinary table, or when a
   *     database view depends on columns that would change
   */
  public synchronized void showView(View view) {
    tables.showView(view);
  }

  /** Drops what {@link #showView} has made: all of it, or nothing if a database view needs it. */
  public synchronized void dropView(String viewName) {
    tables.dropView(viewName);
  }

  /**
   * Has a table show another relation. Database views over the table and grants on it stay; that
   * needs the columns to be the same, unless nothing depends on it.
   *
   * @throws SashException when the name is that of a stream or an ordinary table, or when a
   *     database view depends on columns that would change
   */
  public synchronized void replaceRelation(String schema, String table, Relation relation) {
    tables.replace(schema, table, relation);
  }

  /**
   * Drops a table that shows a relation; nothing happens when there is none.
   *
   * @throws SashException when the name is that of a stream or an ordinary table, or when a
   *     database view depends on it
   */
  public synchronized void dropRelation(String schema, String table) {
    tables.drop(schema, table);
  }

  /**
   * Makes the table of a stream, in {@link #PUBLIC}. It shows the tail, and takes INSERT unless the
   * stream has a connector.
   *
   * @throws SashException when the name is taken
   */
  public synchronized void createStream(
      StreamDefinition stream, Relation tail, StreamInserts target) {
    tables.createStream(stream, new StreamTable.StreamBinding(stream, tail, target));
  }

  /**
   * Makes the table of a stream whose input ends by itself, in {@link #PUBLIC}. Each statement that
   * reads it reads the whole input.
   *
   * @param source opens the input at its beginning; what it gives is closed with the statement
   * @throws SashException when the name is taken
   */
  public synchronized void createStream(StreamDefinition stream, Supplier<RowStream> source) {
    tables.createStream(stream, new ScannedStreamTable.ScanBinding(stream, source));
  }

  /**
   * Drops the table of a stream; nothing happens when there is none.
   *
   * @throws SashException when a database view depends on it
   */
  public synchronized void dropStream(String stream) {
    tables.dropStream(stream);
  }

  /** The columns of the ordinary table or database view of that name in PUBLIC, or null. */
  public synchronized @Nullable Schema table(String table) {
    Table found = tables.find(PUBLIC, table);
    return found == null || found instanceof EngineTable ? null : TableSchema.of(found);
  }

  /**
   * The rows of an ordinary table by key, as they are at each look; closing it gives up its
   * connection.
   *
   * @param schema the columns that are wanted, of those of {@link #table}
   * @param keyColumn the name of the column that is looked up, or "" to have all rows
   * @throws SashException when there is no such table
   */
  public ClosableLookup lookUp(String table, Schema schema, String keyColumn) {
    try {
      return new TableRows(connection(), table, schema, keyColumn);
    } catch (SQLException e) {
      throw H2Errors.inward(e);
    }
  }

  /** A look-up that holds a connection. */
  public interface ClosableLookup extends TableLookup, AutoCloseable {
    @Override
    void close();
  }

  /** The names of all ordinary tables and database views in PUBLIC. */
  public synchronized List<String> tableNames() {
    return tables.ordinaryNames();
  }

  /**
   * Takes a result that a client will ask for with {@code CALL SASH_RESULT(number)}; it is closed
   * with the client's result set, or when too many results have been registered since.
   *
   * @return the number
   */
  public long register(RowStream rows) {
    return bindings.rowStreams().register(rows);
  }

  @Override
  public synchronized void close() {
    bindings.close();
    try {
      if (!admin.isClosed()) {
        tables.execute("SHUTDOWN IMMEDIATELY");
      }
    } catch (SQLException e) {
      if (e.getErrorCode() != org.h2.api.ErrorCode.DATABASE_IS_CLOSED) {
        throw H2Errors.inward(e);
      }
    }
  }
}
