package dev.sash.plan;

import dev.sash.catalog.Catalog;
import dev.sash.catalog.StreamDefinition;
import dev.sash.catalog.ViewColumns;
import dev.sash.catalog.WatermarkSpec;
import dev.sash.data.DataType;
import dev.sash.data.DataType.Kind;
import dev.sash.data.Field;
import dev.sash.data.Schema;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The streams, view and table that the tests of this package query. */
final class SampleCatalog implements Catalog {
  /** Columns of every type. */
  static final Schema EDITS =
      Schema.of(
          new Field("ts", DataType.of(Kind.TIMESTAMP)),
          new Field("channel", DataType.of(Kind.VARCHAR)),
          new Field("usr", DataType.of(Kind.VARCHAR)),
          new Field("added", DataType.of(Kind.INTEGER)),
          new Field("n", DataType.of(Kind.BIGINT)),
          new Field("price", DataType.decimal(10, 2)),
          new Field("d", DataType.of(Kind.DOUBLE)),
          new Field("is_robot", DataType.of(Kind.BOOLEAN)),
          new Field("other", DataType.of(Kind.TIMESTAMP)),
          new Field("day", DataType.of(Kind.DATE)),
          new Field("value", DataType.of(Kind.REAL)),
          new Field("small", DataType.of(Kind.SMALLINT)),
          new Field("code", new DataType(Kind.CHAR, 4, 0, true)),
          new Field("id", new DataType(Kind.BIGINT, 0, 0, false)));

  @Override
  public @Nullable StreamDefinition stream(String name) {
    if (name.equalsIgnoreCase("edits")) {
      return new StreamDefinition(
          "edits", EDITS, new WatermarkSpec(0, 5000), "file", true, Map.of());
    }
    if (name.equalsIgnoreCase("plain")) {
      return new StreamDefinition("plain", EDITS, null, null, false, Map.of());
    }
    return null;
  }

  @Override
  public @Nullable ViewColumns view(String name) {
    return name.equalsIgnoreCase("per_hour")
        ? new ViewColumns(
            "per_hour",
            EDITS,
            EDITS.size(),
            new ViewColumns.Identity(List.of(1), 0, 8, false),
            List.of(8),
            0)
        : null;
  }

  @Override
  public @Nullable Schema table(String name) {
    return name.equalsIgnoreCase("countries") ? EDITS : null;
  }

  @Override
  public Collection<String> names() {
    return List.of("edits", "plain", "per_hour", "countries");
  }
}
