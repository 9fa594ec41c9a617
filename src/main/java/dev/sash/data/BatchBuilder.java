package dev.sash.data;

import org.jspecify.annotations.Nullable;

/** Builders for all columns of a schema. */
public final class BatchBuilder {
  private final Schema schema;
  private final ColumnBuilder[] builders;

  /** Empty builders. */
  public BatchBuilder(Schema schema) {
    this.schema = schema;
    builders = new ColumnBuilder[schema.size()];
    for (int i = 0; i < builders.length; i++) {
      builders[i] = ColumnBuilder.of(schema.type(i));
    }
  }

  /** What is built. */
  public Schema schema() {
    return schema;
  }

  /** The builder at an ordinal from 0. */
  public ColumnBuilder column(int ordinal) {
    return builders[ordinal];
  }

  /** Rows so far: the size of the first column; a schema without columns has none. */
  public int rowCount() {
    return builders.length == 0 ? 0 : builders[0].size();
  }

  /** Forgets all rows from the given one on. */
  public void truncate(int rowCount) {
    for (ColumnBuilder builder : builders) {
      builder.truncate(rowCount);
    }
  }

  /** Appends a whole row of objects as of {@link Column#value}. */
  public void appendRow(@Nullable Object... values) {
    for (int i = 0; i < builders.length; i++) {
      builders[i].appendObject(values[i]);
    }
  }

  /** Copies a row of a batch of the same schema. */
  public void appendFrom(ColumnBatch source, int row) {
    for (int i = 0; i < builders.length; i++) {
      builders[i].appendFrom(source.column(i), row);
    }
  }

  /** The batch; the builders are empty afterwards and can be used again. */
  public ColumnBatch build() {
    int rowCount = rowCount();
    Column[] columns = new Column[builders.length];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = builders[i].build();
    }
    return new ColumnBatch(schema, columns, rowCount);
  }
}
