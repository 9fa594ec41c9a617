package dev.sash.database;

import static dev.sash.database.Database.PUBLIC;

import dev.sash.catalog.ArrivalTime;
import dev.sash.catalog.StreamDefinition;
import dev.sash.data.DataType;
import dev.sash.data.Field;
import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import dev.sash.view.Relation;
import dev.sash.view.RelationColumn;
import dev.sash.view.View;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.h2.engine.SessionLocal;
import org.h2.jdbc.JdbcConnection;
import org.h2.table.Table;
import org.jspecify.annotations.Nullable;

/**
 * Makes, replaces and drops the tables of Sash, on a connection of its own. Used under the lock of
 * its {@link Database}, which says what each method means.
 */
final class EngineTables {
  private static final List<String> VIEW_SCHEMAS = List.of(PUBLIC, "latest", "changes", "late");

  private final String databaseName;
  private final TableBindings bindings;
  private final JdbcConnection admin;

  EngineTables(String databaseName, TableBindings bindings, JdbcConnection admin) {
    this.databaseName = databaseName;
    this.bindings = bindings;
    this.admin = admin;
  }

  void execute(String sql) throws SQLException {
    try (Statement statement = admin.createStatement()) {
      statement.execute(sql);
    }
  }

  void create(String schema, String table, Relation relation) {
    requireFree(schema, table);
    bindings.bind(schema, table, relation);
    make(schema, table, TableText.create(schema, table, relation, databaseName));
  }

  private void requireFree(String schema, String table) {
    if (find(schema, table) != null) {
      throw SashException.of(
          ErrorCode.DUPLICATE_NAME, "table or view \"" + table + "\" exists already");
    }
  }

  private void make(String schema, String table, String text) {
    try {
      execute(text);
    } catch (SQLException e) {
      bindings.unbind(schema, table);
      throw H2Errors.inward(e);
    }
  }

  void showView(View view) {
    String viewName = view.definition().name();
    for (String schema : VIEW_SCHEMAS) {
      Relation relation = relation(view, schema);
      if (relation == null || !canRebind(find(schema, viewName), relation)) {
        requireDroppable(schema, viewName);
      }
    }
    for (String schema : VIEW_SCHEMAS) {
      Relation relation = relation(view, schema);
      if (relation == null) {
        drop(schema, viewName);
      } else {
        replace(schema, viewName, relation);
      }
    }
  }

  private static @Nullable Relation relation(View view, String schema) {
    return switch (schema) {
      case PUBLIC -> view.rows();
      case "latest" -> view.latest();
      case "changes" -> view.changes();
      case "late" -> view.late();
      default -> throw new AssertionError(schema);
    };
  }

  void dropView(String viewName) {
    VIEW_SCHEMAS.forEach(schema -> requireDroppable(schema, viewName));
    VIEW_SCHEMAS.forEach(schema -> drop(schema, viewName));
  }

  void replace(String schema, String table, Relation relation) {
    Table existing = find(schema, table);
    if (existing instanceof RelationTable shown && canRebind(existing, relation)) {
      bindings.bind(schema, table, relation);
      shown.rebind(relation);
      return;
    }
    drop(schema, table);
    create(schema, table, relation);
  }

  private static boolean canRebind(@Nullable Table existing, Relation relation) {
    return existing instanceof RelationTable shown
        && !(existing instanceof StreamTable)
        && shown.looksLike(relation);
  }

  void drop(String schema, String table) {
    requireDroppable(schema, table);
    remove(schema, table);
  }

  private void requireDroppable(String schema, String table) {
    Table existing = find(schema, table);
    if (existing != null && existing.getClass() != RelationTable.class) {
      throw SashException.of(
          ErrorCode.DUPLICATE_NAME,
          (existing instanceof EngineTable ? "stream" : "table or view")
              + " \""
              + existing.getName()
              + "\" is not a materialized view");
    }
    requireNoDependents(existing, "view");
  }

  private static void requireNoDependents(@Nullable Table existing, String kind) {
    if (existing == null || existing.getDependentViews().isEmpty()) {
      return;
    }
    List<String> dependents =
        existing.getDependentViews().stream().map(Table::getName).distinct().toList();
    throw SashException.of(
            ErrorCode.DEPENDENT_OBJECTS,
            kind
                + " \""
                + existing.getName()
                + "\" is needed by database view \""
                + String.join("\", \"", dependents)
                + "\"")
        .hint("drop that first: DROP VIEW " + String.join(", ", dependents));
  }

  private void remove(String schema, String table) {
    if (find(schema, table) instanceof EngineTable existing) {
      existing.allowDrop(true);
      try {
        execute("DROP TABLE " + Identifier.quoted(schema) + "." + Identifier.quoted(table));
      } catch (SQLException e) {
        throw H2Errors.inward(e);
      } finally {
        existing.allowDrop(false);
      }
      bindings.unbind(schema, table);
    }
  }

  void createStream(StreamDefinition stream, Object binding) {
    requireFree(PUBLIC, stream.name());
    bindings.bind(PUBLIC, stream.name(), binding);
    make(PUBLIC, stream.name(), streamText(stream));
  }

  private String streamText(StreamDefinition stream) {
    List<String> columns = new ArrayList<>();
    for (int i = 0; i < stream.schema().size(); i++) {
      Field field = stream.schema().field(i);
      // a column that is filled on arrival has no value yet in an INSERT
      boolean filled = stream.arrivals().get(i) != ArrivalTime.NONE;
      DataType type = field.type().nullable(filled || field.type().nullable());
      columns.add(TableText.column(new RelationColumn(field.name(), type, true)));
    }
    return TableText.create(PUBLIC, stream.name(), columns, databaseName);
  }

  void dropStream(String stream) {
    Table existing = find(PUBLIC, stream);
    if (existing instanceof StreamTable || existing instanceof ScannedStreamTable) {
      requireNoDependents(existing, "stream");
      remove(PUBLIC, stream);
    }
  }

  @Nullable Table find(String schema, String table) {
    if (session().isClosed()) {
      throw SashException.of(ErrorCode.CLOSED, "the database is closed");
    }
    org.h2.schema.Schema found =
        session().getDatabase().findSchema(schema.toLowerCase(Locale.ROOT));
    return found == null ? null : found.findTableOrView(session(), table);
  }

  private SessionLocal session() {
    return (SessionLocal) admin.getSession();
  }

  List<String> ordinaryNames() {
    org.h2.schema.Schema schema = session().getDatabase().findSchema(PUBLIC);
    return schema.getAllTablesAndViews(session()).stream()
        .filter(table -> !(table instanceof EngineTable))
        .map(Table::getName)
        .sorted()
        .toList();
  }
}
