package dev.sash.view;

import dev.sash.data.BatchBuilder;
import dev.sash.data.ColumnBatch;
import dev.sash.data.DataType;
import dev.sash.data.Field;
import dev.sash.data.RowKind;
import dev.sash.data.Schema;
import dev.sash.runtime.Emission;
import dev.sash.runtime.ResultShape;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;

/** Small views over {@code (k, n, window_start, window_end)} for tests; windows last ten ms. */
public final class ViewFixture {
  /** The columns of the stream behind the views. */
  public static final Schema STREAM =
      Schema.of(
          new Field("ts", DataType.of(DataType.Kind.TIMESTAMP)),
          new Field("k", DataType.of(DataType.Kind.VARCHAR)));

  private static final long WINDOW_MILLIS = 10;

  private ViewFixture() {}

  /** One row a key and window; the key is NULL at times, or never. */
  public static ResultShape windowed(boolean nullableKey) {
    return new ResultShape(windowedSchema(nullableKey), 4, List.of(0), 2, 3, false);
  }

  private static Schema windowedSchema(boolean nullableKey) {
    return Schema.of(
        new Field("k", DataType.of(DataType.Kind.VARCHAR).nullable(nullableKey)),
        new Field("n", DataType.of(DataType.Kind.BIGINT)),
        new Field("window_start", DataType.of(DataType.Kind.TIMESTAMP).nullable(false)),
        new Field("window_end", DataType.of(DataType.Kind.TIMESTAMP).nullable(false)));
  }

  /** One row a key. */
  public static ResultShape keyed() {
    return new ResultShape(pair(), 2, List.of(0), -1, -1, false);
  }

  /** Rows without a key. */
  public static ResultShape appendOnly() {
    return new ResultShape(pair(), 2, List.of(), -1, -1, true);
  }

  private static Schema pair() {
    return Schema.of(
        new Field("k", DataType.of(DataType.Kind.VARCHAR)),
        new Field("n", DataType.of(DataType.Kind.BIGINT)));
  }

  /** A view that keeps everything. */
  public static ViewDefinition definition(ResultShape shape) {
    return definition(shape, new Retention.All(), ViewDefinition.Limits.DEFAULT);
  }

  /** A view over an endless stream. */
  public static ViewDefinition definition(
      ResultShape shape, Retention retention, ViewDefinition.Limits limits) {
    return new ViewDefinition("sla", shape, STREAM, retention, limits, false);
  }

  /** A view whose sources end by themselves. */
  public static ViewDefinition bounded(ResultShape shape) {
    return new ViewDefinition(
        "sla", shape, STREAM, new Retention.All(), ViewDefinition.Limits.DEFAULT, true);
  }

  /** Rows {@code k, n, k, n ...} of the window that ends at an instant. */
  public static Emission window(RowKind kind, long end, Object... keysAndNumbers) {
    return emission(kind, false, windowRows(end, keysAndNumbers), end);
  }

  /** Keys that have left the window that ends at an instant. */
  public static Emission removed(long end, Object... keys) {
    Object[] rows = new Object[keys.length * 2];
    for (int i = 0; i < keys.length; i++) {
      rows[i * 2] = keys[i];
    }
    return emission(RowKind.EARLY, true, windowRows(end, rows), end);
  }

  private static ColumnBatch windowRows(long end, Object... keysAndNumbers) {
    BatchBuilder builder = new BatchBuilder(windowedSchema(true));
    for (int i = 0; i < keysAndNumbers.length; i += 2) {
      builder.appendRow(keysAndNumbers[i], keysAndNumbers[i + 1], end - WINDOW_MILLIS, end);
    }
    return builder.build();
  }

  /** Rows {@code k, n, k, n ...} without a window. */
  public static Emission pairs(RowKind kind, Object... keysAndNumbers) {
    BatchBuilder builder = new BatchBuilder(pair());
    for (int i = 0; i < keysAndNumbers.length; i += 2) {
      builder.appendRow(keysAndNumbers[i], keysAndNumbers[i + 1]);
    }
    return emission(kind, false, builder.build(), 1000);
  }

  private static Emission emission(RowKind kind, boolean removed, ColumnBatch rows, long at) {
    return new Emission(rows, kind, removed, at, at);
  }

  /** The rows of a relation as text, only the named columns. */
  public static List<String> rows(Relation relation, String... columns) {
    try {
      return rows(relation.snapshot(), relation, columns);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** The rows of a snapshot as text, only the named columns. */
  public static List<String> rows(Snapshot snapshot, Relation relation, String... columns) {
    List<String> rows = new ArrayList<>();
    for (Segment segment : snapshot.segments()) {
      for (int row = 0; row < segment.rows().rowCount(); row++) {
        StringJoiner text = new StringJoiner(" ");
        for (String column : columns) {
          int ordinal = relation.schema().indexOf(column);
          text.add(String.valueOf(segment.rows().value(row, ordinal)));
        }
        rows.add(text.toString());
      }
    }
    return rows;
  }
}
