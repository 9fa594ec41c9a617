package dev.sash.session;

import dev.sash.data.BatchBuilder;
import dev.sash.data.DataType;
import dev.sash.data.DataType.Kind;
import dev.sash.data.Field;
import dev.sash.data.Schema;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rows of a statement's result as they are put together: columns first, then rows. */
final class TypedRows {
  private final List<Field> fields = new ArrayList<>();
  private final List<@Nullable Object[]> rows = new ArrayList<>();

  /** Adds a column, which may hold NULL. */
  TypedRows column(String name, Kind kind) {
    fields.add(new Field(name, DataType.of(kind)));
    return this;
  }

  /** Adds a row: an object for every column as of {@code Column.value}. */
  void row(@Nullable Object... values) {
    rows.add(values);
  }

  ListedRows build() {
    BatchBuilder builder = new BatchBuilder(new Schema(fields));
    rows.forEach(builder::appendRow);
    return new ListedRows(builder.build());
  }
}
