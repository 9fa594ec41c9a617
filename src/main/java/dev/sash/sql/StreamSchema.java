package dev.sash.sql;

import dev.sash.catalog.Catalog;
import dev.sash.catalog.StreamDefinition;
import dev.sash.catalog.ViewColumns;
import java.util.Set;
import java.util.TreeSet;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.schema.Schema;
import org.apache.calcite.schema.Table;
import org.apache.calcite.schema.impl.AbstractSchema;
import org.apache.calcite.schema.impl.AbstractTable;
import org.apache.calcite.schema.lookup.LikePattern;
import org.apache.calcite.schema.lookup.Lookup;
import org.apache.calcite.schema.lookup.Named;
import org.apache.calcite.util.NameMap;
import org.jspecify.annotations.Nullable;

/**
 * The streams and views of a catalog as Calcite looks them up: by name in any case, one at a time.
 */
final class StreamSchema extends AbstractSchema {
  /** The schema of all streams. */
  static final String PUBLIC = "public";

  private final Catalog catalog;
  private final boolean root;

  StreamSchema(Catalog catalog) {
    this(catalog, true);
  }

  private StreamSchema(Catalog catalog, boolean root) {
    this.catalog = catalog;
    this.root = root;
  }

  /** PUBLIC, where all streams are; {@code public.s} is {@code s}. */
  @Override
  public Lookup<? extends Schema> subSchemas() {
    NameMap<Schema> schemas = new NameMap<>();
    if (root) {
      schemas.put(PUBLIC, new StreamSchema(catalog, false));
    }
    return Lookup.of(schemas);
  }

  @Override
  public Lookup<Table> tables() {
    return new Lookup<Table>() {
      @Override
      public @Nullable Table get(String name) {
        StreamDefinition stream = catalog.stream(name);
        ViewColumns view = stream == null ? catalog.view(name) : null;
        if (stream != null) {
          return new StreamTable(stream);
        } else if (view != null) {
          return new ViewTable(view);
        }
        dev.sash.data.Schema table = catalog.table(name);
        return table == null ? null : new DatabaseTable(name, table);
      }

      @Override
      public @Nullable Named<Table> getIgnoreCase(String name) {
        Table table = get(name);
        return table == null ? null : new Named<>(nameOf(table), table);
      }

      @Override
      public Set<String> getNames(LikePattern pattern) {
        return new TreeSet<>(catalog.names());
      }
    };
  }

  private static String nameOf(Table table) {
    if (table instanceof DatabaseTable ordinary) {
      return ordinary.name;
    }
    return table instanceof StreamTable stream
        ? stream.stream.name()
        : ((ViewTable) table).view.name();
  }

  /** An ordinary table, which rows of a stream are joined with. */
  static final class DatabaseTable extends AbstractTable {
    private final String name;
    private final dev.sash.data.Schema schema;

    DatabaseTable(String name, dev.sash.data.Schema schema) {
      this.name = name;
      this.schema = schema;
    }

    String name() {
      return name;
    }

    dev.sash.data.Schema schema() {
      return schema;
    }

    @Override
    public RelDataType getRowType(RelDataTypeFactory factory) {
      return TypeMapping.rowType(factory, schema);
    }
  }

  /** A materialized view as a table of the planner. */
  static final class ViewTable extends AbstractTable {
    private final ViewColumns view;

    ViewTable(ViewColumns view) {
      this.view = view;
    }

    ViewColumns view() {
      return view;
    }

    @Override
    public RelDataType getRowType(RelDataTypeFactory factory) {
      return TypeMapping.rowType(factory, view.visible());
    }
  }

  /** A stream as a table of the planner. */
  static final class StreamTable extends AbstractTable {
    private final StreamDefinition stream;

    StreamTable(StreamDefinition stream) {
      this.stream = stream;
    }

    StreamDefinition stream() {
      return stream;
    }

    @Override
    public RelDataType getRowType(RelDataTypeFactory factory) {
      return TypeMapping.rowType(factory, stream.schema());
    }
  }
}
