package dev.sash.data;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Columns of one length. Sources make batches of up to {@link #MAX_ROWS} rows; results may be
 * longer. Immutable.
 */
public final class ColumnBatch {
  /** The most rows that a source puts into one batch. */
  public static final int MAX_ROWS = 4096;

  private final Schema schema;
  private final Column[] columns;
  private final int rowCount;

  /** Takes over the array of columns, one for each field. */
  public ColumnBatch(Schema schema, Column[] columns, int rowCount) {
    if (columns.length != schema.size()) {
      throw new IllegalArgumentException(
          "a batch has one column a field: columns=" + columns.length + ", schema=" + schema);
    }
    this.schema = schema;
    this.columns = columns;
    this.rowCount = rowCount;
  }

  /** A batch without rows. */
  public static ColumnBatch empty(Schema schema) {
    return new BatchBuilder(schema).build();
  }

  /** The fields. */
  public Schema schema() {
    return schema;
  }

  /** How many rows. */
  public int rowCount() {
    return rowCount;
  }

  /** The column at an ordinal from 0. */
  public Column column(int ordinal) {
    return columns[ordinal];
  }

  /** The long-backed column at an ordinal. */
  public LongColumn longs(int ordinal) {
    return (LongColumn) columns[ordinal];
  }

  /** A value as an object, for the edges of the engine. */
  public @Nullable Object value(int row, int ordinal) {
    return columns[ordinal].value(row);
  }

  /** The chosen rows, in that order. */
  public ColumnBatch gather(int[] rows, int count) {
    Column[] chosen = new Column[columns.length];
    for (int i = 0; i < chosen.length; i++) {
      chosen[i] = columns[i].gather(rows, count);
    }
    return new ColumnBatch(schema, chosen, count);
  }

  /** The chosen columns under a new schema, without copying values. */
  public ColumnBatch project(Schema projected, List<Integer> ordinals) {
    Column[] chosen = new Column[ordinals.size()];
    for (int i = 0; i < chosen.length; i++) {
      chosen[i] = columns[ordinals.get(i)];
    }
    return new ColumnBatch(projected, chosen, rowCount);
  }
}
