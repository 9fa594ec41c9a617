package dev.sash.session;

import dev.sash.data.DataType;
import dev.sash.data.Field;
import dev.sash.data.Schema;
import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import dev.sash.error.SourceSpan;
import dev.sash.runtime.ResultShape;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * What a sink is given of the changelog of a view.
 *
 * @param mode which changes
 * @param columns ordinals in the changelog
 * @param schema the columns, as the connector sees them
 * @param keyColumns of them, those that identify a row; empty where rows are only added
 */
record SinkShape(SinkMode mode, List<Integer> columns, Schema schema, List<Integer> keyColumns) {

  /** The places in the changelog of what each change is told with. */
  static final int SEQUENCE = 0;

  static final int OPERATION = 1;
  static final int KIND = 2;
  private static final int META_COLUMNS = 6;

  SinkShape {
    columns = List.copyOf(columns);
    keyColumns = List.copyOf(keyColumns);
  }

  /**
   * The shape for a view.
   *
   * @param changes the schema of its changelog
   * @param place where the mode is written, or the view is named
   * @throws SashException when the view has no such changes
   */
  static SinkShape of(
      SinkMode mode, String view, ResultShape shape, Schema changes, @Nullable SourceSpan place) {
    if (mode == SinkMode.CHANGES) {
      List<Integer> all = IntStream.range(0, changes.size()).boxed().toList();
      return new SinkShape(mode, all, changes, List.of());
    }
    List<Integer> columns = IntStream.range(META_COLUMNS, changes.size()).boxed().toList();
    Schema schema = new Schema(columns.stream().map(changes::field).toList());
    if (mode == SinkMode.APPEND) {
      requireFinal(view, shape, place);
      return new SinkShape(mode, columns, schema, List.of());
    }
    List<Integer> keys = keys(mode, view, shape, place);
    if (mode == SinkMode.DELTA) {
      keys = withBounds(keys, shape);
      requireNumbers(view, schema, keys, place);
    }
    return new SinkShape(mode, columns, schema, keys);
  }

  private static void requireFinal(String view, ResultShape shape, @Nullable SourceSpan place) {
    if (!shape.appendOnly() && shape.windowEnd() < 0) {
      throw SashException.at(
              place,
              ErrorCode.OPTION,
              "mode = 'append' takes rows that do not change any more, and those of view \""
                  + view
                  + "\" are never final")
          .hint("write mode = 'upsert' or mode = 'changes', or give the view a window");
    }
  }

  private static List<Integer> keys(
      SinkMode mode, String view, ResultShape shape, @Nullable SourceSpan place) {
    if (shape.appendOnly()) {
      throw SashException.at(
              place,
              ErrorCode.OPTION,
              "mode = '"
                  + mode.word()
                  + "' needs rows with a key, and view \""
                  + view
                  + "\" has none")
          .hint("write mode = 'append'");
    }
    List<Integer> keys = new ArrayList<>(shape.keyColumns());
    if (shape.windowEnd() >= 0) {
      boolean byStart =
          shape.windowEnd() >= shape.visibleColumns()
              && shape.windowStart() < shape.visibleColumns();
      keys.add(byStart ? shape.windowStart() : shape.windowEnd());
    }
    List<String> hidden =
        keys.stream()
            .filter(key -> key >= shape.visibleColumns())
            .map(key -> shape.schema().field(key).name())
            .toList();
    if (!hidden.isEmpty()) {
      throw SashException.at(
              place,
              ErrorCode.OPTION,
              "mode = '"
                  + mode.word()
                  + "' needs the whole key, and view \""
                  + view
                  + "\" does not select \""
                  + String.join("\", \"", hidden)
                  + "\"")
          .hint("select it in the view, or write mode = 'changes'");
    }
    return keys.stream().distinct().toList();
  }

  /** Both bounds of a window stay as they are. */
  private static List<Integer> withBounds(List<Integer> keys, ResultShape shape) {
    return IntStream.range(0, shape.visibleColumns())
        .filter(c -> keys.contains(c) || c == shape.windowStart() || c == shape.windowEnd())
        .boxed()
        .toList();
  }

  private static void requireNumbers(
      String view, Schema schema, List<Integer> keys, @Nullable SourceSpan place) {
    for (int column = 0; column < schema.size(); column++) {
      Field field = schema.field(column);
      if (!keys.contains(column) && !isNumber(field.type())) {
        throw SashException.at(
                place,
                ErrorCode.OPTION,
                "mode = 'delta' gives differences of numbers, and column \""
                    + field.name()
                    + "\" of view \""
                    + view
                    + "\" is "
                    + field.type().sql())
            .hint("leave the column out of the view, or write mode = 'changes'");
      }
    }
  }

  private static boolean isNumber(DataType type) {
    return switch (type.kind()) {
      case TINYINT, SMALLINT, INTEGER, BIGINT, REAL, DOUBLE, DECIMAL -> true;
      case BOOLEAN, VARCHAR, CHAR, DATE, TIME, TIMESTAMP, TIMESTAMP_LTZ -> false;
    };
  }
}
