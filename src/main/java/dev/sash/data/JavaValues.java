package dev.sash.data;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/** Values as objects of the JDK, as drivers of databases take them: times as {@code java.time}. */
public final class JavaValues {
  private static final long NANOS = 1_000_000;

  private JavaValues() {}

  /** A value of a batch, or null for NULL. */
  public static @Nullable Object of(ColumnBatch batch, int row, int column) {
    Object value = batch.value(row, column);
    if (!(value instanceof Long number)) {
      return value;
    }
    return switch (batch.schema().type(column).kind()) {
      case TIMESTAMP -> Instant.ofEpochMilli(number).atOffset(ZoneOffset.UTC).toLocalDateTime();
      case TIMESTAMP_LTZ -> Instant.ofEpochMilli(number).atOffset(ZoneOffset.UTC);
      case DATE -> LocalDate.ofEpochDay(number);
      case TIME -> LocalTime.ofNanoOfDay(number * NANOS);
      default -> number;
    };
  }
}
