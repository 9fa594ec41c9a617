package dev.sash.connector.sink;

import dev.sash.data.ColumnBatch;
import dev.sash.data.DataType;
import dev.sash.time.TimestampText;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** Values as text: what the {@code file} connector reads as the same values. */
final class ValueText {
  private ValueText() {}

  /** The text of a value, or null for NULL. */
  static @Nullable String of(ColumnBatch rows, int row, int column) {
    Object value = rows.value(row, column);
    if (value == null) {
      return null;
    }
    DataType type = rows.schema().type(column);
    if (value instanceof BigDecimal decimal) {
      return decimal.toPlainString();
    } else if (value instanceof Long number) {
      return ofLong(number, type);
    }
    boolean isReal = type.kind() == DataType.Kind.REAL;
    return isReal ? Float.toString(((Number) value).floatValue()) : value.toString();
  }

  private static String ofLong(long number, DataType type) {
    return switch (type.kind()) {
      case TIMESTAMP -> timestamp(number, type);
      case TIMESTAMP_LTZ -> timestamp(number, type) + "Z";
      case DATE -> TimestampText.formatDate(number);
      case TIME -> time(number);
      default -> Long.toString(number);
    };
  }

  private static String timestamp(long millis, DataType type) {
    return TimestampText.format(millis, millis % 1000 == 0 ? 0 : type.precision());
  }

  private static String time(long millisOfDay) {
    int digits = millisOfDay % 1000 == 0 ? 0 : 3;
    return TimestampText.format(millisOfDay, digits).substring("1970-01-01 ".length());
  }
}
