package dev.sash.session;

import dev.sash.data.Column;
import dev.sash.data.ColumnBatch;
import dev.sash.data.DataType;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
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
    if (!(value instanceof Long number)) {
      return String.valueOf(value);
    }
    return switch (type.kind()) {
      case TIMESTAMP -> wallClock(number);
      case TIMESTAMP_LTZ -> wallClock(number) + "+00";
      case DATE -> LocalDate.ofEpochDay(number).toString();
      case TIME -> LocalTime.ofNanoOfDay(number * 1_000_000).toString();
      default -> number.toString();
    };
  }

  private static String wallClock(long millis) {
    Instant instant = Instant.ofEpochMilli(millis);
    return LocalDateTime.ofInstant(instant, ZoneOffset.UTC).toString().replace('T', ' ');
  }
}
