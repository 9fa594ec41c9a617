package dev.sash.data;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Builds a {@link DoubleColumn}. */
public final class DoubleColumnBuilder extends ColumnBuilder {
  private double[] values = new double[16];
  private long @Nullable [] nulls;
  private int size;

  /** Appends a value. */
  public void append(double value) {
    if (size == values.length) {
      values = Arrays.copyOf(values, size * 2);
    }
    values[size++] = value;
  }

  /** Appends a number, or NULL for null. */
  public void append(@Nullable Number value) {
    if (value == null) {
      appendNull();
    } else {
      append(value.doubleValue());
    }
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public void appendNull() {
    nulls = Nulls.set(nulls, size);
    append(0d);
  }

  @Override
  public void appendFrom(Column source, int row) {
    if (source.isNull(row)) {
      appendNull();
    } else {
      append(((DoubleColumn) source).values()[row]);
    }
  }

  @Override
  public void truncate(int newSize) {
    size = newSize;
    Nulls.clearFrom(nulls, newSize);
  }

  @Override
  public DoubleColumn build() {
    DoubleColumn column = new DoubleColumn(Arrays.copyOf(values, size), nulls);
    nulls = null;
    size = 0;
    return column;
  }
}
