package dev.sash.data;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Builds a {@link LongColumn}. */
public final class LongColumnBuilder extends ColumnBuilder {
  private long[] values = new long[16];
  private long @Nullable [] nulls;
  private int size;

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

  @Override
  public int size() {
    return size;
  }

  @Override
  public void appendNull() {
    nulls = Nulls.set(nulls, size);
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
  public void truncate(int newSize) {
    size = newSize;
    Nulls.clearFrom(nulls, newSize);
  }

  @Override
  public LongColumn build() {
    LongColumn column = new LongColumn(Arrays.copyOf(values, size), nulls);
    nulls = null;
    size = 0;
    return column;
  }
}
