package dev.sash.database;

import dev.sash.data.DataType;
import dev.sash.data.Field;
import dev.sash.data.Schema;
import java.util.ArrayList;
import java.util.List;
import org.h2.table.Column;
import org.h2.table.Table;
import org.h2.value.TypeInfo;
import org.h2.value.Value;
import org.jspecify.annotations.Nullable;

/** The columns of an ordinary table, as far as Sash has their types. */
final class TableSchema {
  private static final int DECIMAL_DIGITS_MAX = 38;

  private TableSchema() {}

  /** The visible columns; one whose type Sash does not have is left out. */
  static Schema of(Table table) {
    List<Field> fields = new ArrayList<>();
    for (Column column : table.getVisibleColumns()) {
      DataType type = type(column.getType());
      if (type != null) {
        fields.add(new Field(column.getName(), type.nullable(column.isNullable())));
      }
    }
    return new Schema(fields);
  }

  private static @Nullable DataType type(TypeInfo type) {
    return switch (type.getValueType()) {
      case Value.BOOLEAN -> DataType.of(DataType.Kind.BOOLEAN);
      case Value.TINYINT -> DataType.of(DataType.Kind.TINYINT);
      case Value.SMALLINT -> DataType.of(DataType.Kind.SMALLINT);
      case Value.INTEGER -> DataType.of(DataType.Kind.INTEGER);
      case Value.BIGINT -> DataType.of(DataType.Kind.BIGINT);
      case Value.REAL -> DataType.of(DataType.Kind.REAL);
      case Value.DOUBLE, Value.DECFLOAT -> DataType.of(DataType.Kind.DOUBLE);
      case Value.NUMERIC -> decimal(type);
      case Value.CHAR -> new DataType(DataType.Kind.CHAR, length(type), 0, true);
      case Value.VARCHAR, Value.VARCHAR_IGNORECASE, Value.CLOB, Value.UUID, Value.ENUM ->
          new DataType(DataType.Kind.VARCHAR, length(type), 0, true);
      case Value.DATE -> DataType.of(DataType.Kind.DATE);
      case Value.TIME -> time(DataType.Kind.TIME, type);
      case Value.TIMESTAMP -> time(DataType.Kind.TIMESTAMP, type);
      case Value.TIMESTAMP_TZ -> time(DataType.Kind.TIMESTAMP_LTZ, type);
      default -> null;
    };
  }

  private static DataType time(DataType.Kind kind, TypeInfo type) {
    return new DataType(kind, Math.min(3, type.getScale()), 0, true);
  }

  private static DataType decimal(TypeInfo type) {
    int digits = (int) Math.min(DECIMAL_DIGITS_MAX, Math.max(1, type.getPrecision()));
    return DataType.decimal(digits, Math.max(0, Math.min(type.getScale(), digits)));
  }

  private static int length(TypeInfo type) {
    boolean declared = type.getValueType() == Value.CHAR || type.getDeclaredPrecision() > 0;
    return declared && type.getPrecision() < Integer.MAX_VALUE
        ? (int) type.getPrecision()
        : DataType.UNBOUNDED_LENGTH;
  }
}
