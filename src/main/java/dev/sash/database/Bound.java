package dev.sash.database;

import dev.sash.data.Column;
import dev.sash.data.ColumnBatch;
import dev.sash.data.DataType;
import dev.sash.data.LongColumn;
import dev.sash.data.TextColumn;
import dev.sash.view.Segment;
import java.util.Arrays;
import org.h2.engine.SessionLocal;
import org.h2.result.SearchRow;
import org.h2.value.Value;
import org.h2.value.ValueNull;
import org.h2.value.ValueTimestamp;
import org.h2.value.ValueTimestampTimeZone;
import org.jspecify.annotations.Nullable;

/**
 * The values that a search compares rows with: those of the leading columns of an index, as far as
 * the database has given them. NULL is last, as in the order of rows.
 */
final class Bound {
  private final SessionLocal session;
  private final int[] ordinals;
  private final DataType[] types;
  private final Value[] values;

  /** By value, the same as a plain number or text where that compares alike; else null. */
  private final @Nullable Object[] plain;

  private Bound(SessionLocal session, int[] ordinals, DataType[] types, Value[] values) {
    this.session = session;
    this.ordinals = ordinals;
    this.types = types;
    this.values = values;
    plain = new Object[values.length];
    for (int i = 0; i < values.length; i++) {
      plain[i] = plain(values[i], types[ordinals[i]]);
    }
  }

  /** The bound that a search row sets on leading columns; on none of them when the row is null. */
  static Bound leading(
      SessionLocal session, @Nullable SearchRow row, int[] ordinals, DataType[] types) {
    Value[] values = new Value[ordinals.length];
    int count = 0;
    while (row != null && count < ordinals.length && row.getValue(ordinals[count]) != null) {
      values[count] = row.getValue(ordinals[count]);
      count++;
    }
    return new Bound(session, ordinals, types, Arrays.copyOf(values, count));
  }

  private static @Nullable Object plain(Value value, DataType type) {
    return switch (type.kind()) {
      case TINYINT, SMALLINT, INTEGER, BIGINT ->
          switch (value.getValueType()) {
            case Value.TINYINT, Value.SMALLINT, Value.INTEGER, Value.BIGINT -> value.getLong();
            default -> null;
          };
      case TIMESTAMP ->
          value instanceof ValueTimestamp timestamp && H2Values.cut(timestamp, 3).equals(timestamp)
              ? (Object) H2Values.epochMillis(timestamp)
              : null;
      case TIMESTAMP_LTZ ->
          value instanceof ValueTimestampTimeZone instant
                  && H2Values.cut(instant, 3).equals(instant)
              ? (Object) H2Values.epochMillis(instant)
              : null;
      case VARCHAR -> value.getValueType() == Value.VARCHAR ? value.getString() : null;
      default -> null;
    };
  }

  /** How many columns it bounds. */
  int size() {
    return values.length;
  }

  /** How many leading columns both bound by equal values. */
  int equalPrefix(Bound other) {
    int count = 0;
    while (count < Math.min(size(), other.size()) && same(values[count], other.values[count])) {
      count++;
    }
    return count;
  }

  private boolean same(Value left, Value right) {
    boolean leftIsNull = left instanceof ValueNull;
    boolean rightIsNull = right instanceof ValueNull;
    if (leftIsNull || rightIsNull) {
      return leftIsNull == rightIsNull;
    }
    return session.compare(left, right) == 0;
  }

  /** The bound on the first columns only. */
  Bound prefix(int count) {
    return new Bound(session, ordinals, types, Arrays.copyOf(values, count));
  }

  /** Compares a row with this: by the bounded columns, the first one first. */
  int compare(Segment segment, int position) {
    ColumnBatch batch = segment.batch(position);
    int row = segment.place(position);
    for (int i = 0; i < values.length; i++) {
      int order = compare(batch.column(ordinals[i]), row, i);
      if (order != 0) {
        return order;
      }
    }
    return 0;
  }

  private int compare(Column column, int row, int i) {
    boolean isNull = column.isNull(row);
    if (isNull || values[i] instanceof ValueNull) {
      return Boolean.compare(isNull, values[i] instanceof ValueNull);
    }
    Object other = plain[i];
    if (other instanceof Long number && column instanceof LongColumn longs) {
      return Long.compare(longs.values()[row], number);
    }
    if (other instanceof String text && column instanceof TextColumn texts) {
      return texts.dictionary().value(texts.codes()[row]).compareTo(text);
    }
    return session.compare(H2Values.value(column, types[ordinals[i]], row), values[i]);
  }

  /** The first row that is at or after this, or after it; the row count when none is. */
  int first(Segment segment, boolean after) {
    int low = 0;
    int high = segment.rowCount();
    while (low < high) {
      int middle = (low + high) >>> 1;
      int order = compare(segment, middle);
      if (order < 0 || (after && order == 0)) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
