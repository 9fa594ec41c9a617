package dev.sash.database;

import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import dev.sash.view.Relation;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.h2.command.ddl.CreateTableData;
import org.h2.table.Table;
import org.jspecify.annotations.Nullable;

/**
 * What the tables of one open database show. The database makes its tables from a class name and a
 * text; this is where the text leads to the objects.
 */
final class TableBindings {
  private static final Map<String, TableBindings> OPEN = new ConcurrentHashMap<>();

  private final String databaseName;
  private final Pins pins = new Pins();
  private final RowStreams rowStreams = new RowStreams();
  private final Map<String, Object> bound = new ConcurrentHashMap<>();

  private TableBindings(String databaseName) {
    this.databaseName = databaseName;
  }

  /** The bindings of a database that is being opened. */
  static TableBindings open(String databaseName) {
    TableBindings bindings = new TableBindings(databaseName);
    OPEN.put(databaseName, bindings);
    return bindings;
  }

  /** The bindings of an open database, or null. */
  static @Nullable TableBindings of(String databaseName) {
    return OPEN.get(databaseName);
  }

  /** The results that wait to be called for. */
  RowStreams rowStreams() {
    return rowStreams;
  }

  /** Forgets everything. */
  void close() {
    OPEN.remove(databaseName);
    rowStreams.close();
    bound.clear();
  }

  /**
   * Says what a table will show.
   *
   * @param content a {@link Relation}, {@link StreamTable.StreamBinding} or {@link
   *     ScannedStreamTable.ScanBinding}
   */
  void bind(String schema, String table, Object content) {
    bound.put(key(schema, table), content);
  }

  /** Forgets what a table shows. */
  void unbind(String schema, String table) {
    bound.remove(key(schema, table));
  }

  private static String key(String schema, String table) {
    return (schema + "." + table).toLowerCase(Locale.ROOT);
  }

  /** Makes the table. */
  Table create(CreateTableData data) {
    Object content = bound.get(key(data.schema.getName(), data.tableName));
    if (content instanceof StreamTable.StreamBinding stream) {
      return new StreamTable(data, stream, pins);
    }
    if (content instanceof ScannedStreamTable.ScanBinding scan) {
      return new ScannedStreamTable(data, scan, pins);
    }
    if (content instanceof Relation relation) {
      return new RelationTable(data, relation, pins);
    }
    throw H2Errors.outward(
        SashException.of(
                ErrorCode.WRONG_STATE, "only Sash makes tables with ENGINE \"dev.sash...\"")
            .hint("write CREATE STREAM or CREATE MATERIALIZED VIEW"));
  }
}
