package dev.sash.database;

import dev.sash.data.BooleanColumn;
import dev.sash.data.BooleanColumnBuilder;
import dev.sash.data.Column;
import dev.sash.data.ColumnBuilder;
import dev.sash.data.DataType;
import dev.sash.data.DecimalColumn;
import dev.sash.data.DecimalColumnBuilder;
import dev.sash.data.DoubleColumn;
import dev.sash.data.DoubleColumnBuilder;
import dev.sash.data.LongColumn;
import dev.sash.data.LongColumnBuilder;
import dev.sash.data.TextColumn;
import dev.sash.data.TextColumnBuilder;
import java.math.BigDecimal;
import org.h2.util.DateTimeUtils;
import org.h2.value.TypeInfo;
import org.h2.value.Value;
import org.h2.value.ValueBigint;
import org.h2.value.ValueBoolean;
import org.h2.value.ValueChar;
import org.h2.value.ValueDate;
import org.h2.value.ValueDouble;
import org.h2.value.ValueInteger;
import org.h2.value.ValueNull;
import org.h2.value.ValueNumeric;
import org.h2.value.ValueReal;
import org.h2.value.ValueSmallint;
import org.h2.value.ValueTime;
import org.h2.value.ValueTimestamp;
import org.h2.value.ValueTimestampTimeZone;
import org.h2.value.ValueVarchar;

/**
 * Values of columns as values of the database, and back. Instants and dates are counted, never
 * formatted, so no time zone is involved. TINYINT is SMALLINT there, for in PostgreSQL's manner the
 * database has no smaller type.
 */
final class H2Values {
  private static final long DAY_MILLIS = 86_400_000L;
  private static final long MILLI_NANOS = 1_000_000L;

  private H2Values() {}

  /** The value at a row. */
  static Value value(Column column, DataType type, int row) {
    if (column.isNull(row)) {
      return ValueNull.INSTANCE;
    }
    return switch (type.kind()) {
      case BOOLEAN -> ValueBoolean.get(((BooleanColumn) column).values()[row]);
      case TINYINT, SMALLINT -> ValueSmallint.get((short) ((LongColumn) column).values()[row]);
      case INTEGER -> ValueInteger.get((int) ((LongColumn) column).values()[row]);
      case BIGINT -> ValueBigint.get(((LongColumn) column).values()[row]);
      case REAL -> ValueReal.get((float) ((DoubleColumn) column).values()[row]);
      case DOUBLE -> ValueDouble.get(((DoubleColumn) column).values()[row]);
      case DECIMAL -> decimal((DecimalColumn) column, row);
      case VARCHAR -> ValueVarchar.get(text((TextColumn) column, row), null);
      case CHAR -> ValueChar.get(text((TextColumn) column, row));
      case DATE ->
          ValueDate.fromDateValue(
              DateTimeUtils.dateValueFromAbsoluteDay(((LongColumn) column).values()[row]));
      case TIME -> ValueTime.fromNanos(((LongColumn) column).values()[row] * MILLI_NANOS);
      case TIMESTAMP -> timestamp(((LongColumn) column).values()[row]);
      case TIMESTAMP_LTZ -> instant(timestamp(((LongColumn) column).values()[row]));
    };
  }

  private static Value decimal(DecimalColumn column, int row) {
    BigDecimal number = column.decimal(row);
    return number == null ? ValueNull.INSTANCE : ValueNumeric.get(number);
  }

  private static String text(TextColumn column, int row) {
    return column.dictionary().value(column.codes()[row]);
  }

  /** A zone-less timestamp. */
  static ValueTimestamp timestamp(long epochMillis) {
    long day = Math.floorDiv(epochMillis, DAY_MILLIS);
    long nanos = Math.floorMod(epochMillis, DAY_MILLIS) * MILLI_NANOS;
    return ValueTimestamp.fromDateValueAndNanos(DateTimeUtils.dateValueFromAbsoluteDay(day), nanos);
  }

  /** The instant at which UTC shows a timestamp. */
  static ValueTimestampTimeZone instant(ValueTimestamp utc) {
    return ValueTimestampTimeZone.fromDateValueAndNanos(utc.getDateValue(), utc.getTimeNanos(), 0);
  }

  /** The epoch milliseconds of an instant; smaller fractions are cut. */
  static long epochMillis(ValueTimestampTimeZone instant) {
    return DateTimeUtils.absoluteDayFromDateValue(instant.getDateValue()) * DAY_MILLIS
        + Math.floorDiv(instant.getTimeNanos(), MILLI_NANOS)
        - instant.getTimeZoneOffsetSeconds() * 1000L;
  }

  /** The epoch milliseconds of a zone-less timestamp; smaller fractions are cut. */
  static long epochMillis(ValueTimestamp timestamp) {
    return DateTimeUtils.absoluteDayFromDateValue(timestamp.getDateValue()) * DAY_MILLIS
        + timestamp.getTimeNanos() / MILLI_NANOS;
  }

  /** A timestamp without the fraction digits that its column does not have. */
  static ValueTimestamp cut(ValueTimestamp timestamp, int fractionDigits) {
    long excess = timestamp.getTimeNanos() % unitNanos(fractionDigits);
    return excess == 0
        ? timestamp
        : ValueTimestamp.fromDateValueAndNanos(
            timestamp.getDateValue(), timestamp.getTimeNanos() - excess);
  }

  /** An instant without the fraction digits that its column does not have. */
  static ValueTimestampTimeZone cut(ValueTimestampTimeZone instant, int fractionDigits) {
    long excess = instant.getTimeNanos() % unitNanos(fractionDigits);
    return excess == 0
        ? instant
        : ValueTimestampTimeZone.fromDateValueAndNanos(
            instant.getDateValue(),
            instant.getTimeNanos() - excess,
            instant.getTimeZoneOffsetSeconds());
  }

  /** A time without the fraction digits that its column does not have. */
  static ValueTime cut(ValueTime time, int fractionDigits) {
    long excess = time.getNanos() % unitNanos(fractionDigits);
    return excess == 0 ? time : ValueTime.fromNanos(time.getNanos() - excess);
  }

  private static long unitNanos(int fractionDigits) {
    long unit = 1;
    for (int digit = fractionDigits; digit < 9; digit++) {
      unit *= 10;
    }
    return unit;
  }

  /** Appends a value that the database has brought to the column's type. */
  static void append(ColumnBuilder builder, Value value, DataType type) {
    if (value instanceof ValueNull) {
      builder.appendNull();
    } else if (builder instanceof LongColumnBuilder longs) {
      longs.append(count(value, type));
    } else if (builder instanceof DoubleColumnBuilder doubles) {
      doubles.append(value.getDouble());
    } else if (builder instanceof BooleanColumnBuilder booleans) {
      booleans.append(value.getBoolean());
    } else if (builder instanceof TextColumnBuilder texts) {
      texts.append(value.getString());
    } else if (builder instanceof DecimalColumnBuilder decimals) {
      decimals.append(value.getBigDecimal());
    } else {
      throw new AssertionError(builder);
    }
  }

  private static long count(Value value, DataType type) {
    return switch (type.kind()) {
      case TIMESTAMP -> epochMillis((ValueTimestamp) value);
      case TIMESTAMP_LTZ -> epochMillis((ValueTimestampTimeZone) value);
      case TIME -> ((ValueTime) value).getNanos() / MILLI_NANOS;
      case DATE -> DateTimeUtils.absoluteDayFromDateValue(((ValueDate) value).getDateValue());
      default -> value.getLong();
    };
  }

  /** The database's type. */
  static TypeInfo type(DataType type) {
    return switch (type.kind()) {
      case BOOLEAN -> TypeInfo.TYPE_BOOLEAN;
      case TINYINT, SMALLINT -> TypeInfo.TYPE_SMALLINT;
      case INTEGER -> TypeInfo.TYPE_INTEGER;
      case BIGINT -> TypeInfo.TYPE_BIGINT;
      case REAL -> TypeInfo.TYPE_REAL;
      case DOUBLE -> TypeInfo.TYPE_DOUBLE;
      case DECIMAL -> TypeInfo.getTypeInfo(Value.NUMERIC, type.precision(), type.scale(), null);
      case VARCHAR ->
          type.precision() == DataType.UNBOUNDED_LENGTH
              ? TypeInfo.TYPE_VARCHAR
              : TypeInfo.getTypeInfo(Value.VARCHAR, type.precision(), 0, null);
      case CHAR -> TypeInfo.getTypeInfo(Value.CHAR, type.precision(), 0, null);
      case DATE -> TypeInfo.TYPE_DATE;
      case TIME -> TypeInfo.getTypeInfo(Value.TIME, -1, type.precision(), null);
      case TIMESTAMP -> TypeInfo.getTypeInfo(Value.TIMESTAMP, -1, type.precision(), null);
      case TIMESTAMP_LTZ -> TypeInfo.getTypeInfo(Value.TIMESTAMP_TZ, -1, type.precision(), null);
    };
  }
}
