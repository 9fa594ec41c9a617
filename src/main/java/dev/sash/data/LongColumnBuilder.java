package dev.sash.data;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Builds a {@link LongColumn}. */
public final class LongColumnBuilder extends MaskedColumnBuilder {
  private long[] values = new long[FIRST_VALUES];

  /** Appends a value. */
  public void append(long value) {
    if (size == values.length) {
      values = Arrays.copyOf(values, size * 2);
    }
    values[size++] = value;
  }

  /** Appends an integer of any width, or NULL for null. */
  public void append(@Nullable Number value) {
    if (value == null) {
      appendNull();
    } else {
      append(value.longValue());
    }
  }

  /**
   * Makes room for values that follow: they go into the array from {@link #size} on, and count once
   * they are {@link #appended}.
   */
  public long[] room(int count) {
    if (size + count > values.length) {
      values = Arrays.copyOf(values, Math.max(size + count, values.length * 2));
    }
    return values;
  }

  @Override
  void clearMarked(int from, int to) {
    Nulls.zero(values, nulls, from, to);
  }

  @Override
  void appendNothing() {
    append(0L);
  }

  @Override
  public void appendFrom(Column source, int row) {
    if (source.isNull(row)) {
      appendNull();
    } else {
      append(((LongColumn) source).values()[row]);
    }
  }

  @Override
  public LongColumn build() {
    long[] built = size == values.length ? values : Arrays.copyOf(values, size);
    LongColumn column = new LongColumn(built, nulls);
    values = size == values.length ? new long[FIRST_VALUES] : values;
    nulls = null;
    size = 0;
    return column;
  }
}
