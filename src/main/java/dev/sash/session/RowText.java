package dev.sash.session;

import dev.sash.data.Column;
import dev.sash.data.ColumnBatch;
import dev.sash.data.DataType;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;

/** Shows a row as one line of text, in the columns' order, NULL as nothing. */
final class RowText {
  private RowText() {}

  /** The row's values with commas between. */
  static String of(ColumnBatch batch, int row) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < batch.schema().size(); i++) {
      text.append(i == 0 ? "" : ",");
      Column column = batch.column(i);
      if (!column.isNull(row)) {
        text.append(value(column, row, batch.schema().type(i)));
      }
    }
    return text.toString();
  }

  private static String value(Column column, int row, DataType type) {
    Object value = column.value(row);
    if (type.kind() == DataType.Kind.TIMESTAMP && value instanceof Long millis) {
      Instant instant = Instant.ofEpochMilli(millis);
      return LocalDateTime.ofInstant(instant, ZoneOffset.UTC).toString().replace('T', ' ');
    }
    if (type.kind() == DataType.Kind.DATE && value instanceof Long day) {
      return LocalDate.ofEpochDay(day).toString();
    }
    return String.valueOf(value);
  }
}
