package dev.sash.data;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Builds a {@link DoubleColumn}. */
public final class DoubleColumnBuilder extends MaskedColumnBuilder {
  private double[] values = new double[FIRST_VALUES];

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

  /**
   * Makes room for values that follow: they go into the array from {@link #size} on, and count once
   * they are {@link #appended}.
   */
  public double[] room(int count) {
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
  public DoubleColumn build() {
    double[] built = size == values.length ? values : Arrays.copyOf(values, size);
    DoubleColumn column = new DoubleColumn(built, nulls);
    values = size == values.length ? new double[FIRST_VALUES] : values;
    nulls = null;
    size = 0;
    return column;
  }
}
