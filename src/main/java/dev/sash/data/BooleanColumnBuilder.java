package dev.sash.data;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Builds a {@link BooleanColumn}. */
public final class BooleanColumnBuilder extends ColumnBuilder {
  private boolean[] values = new boolean[16];
  private long @Nullable [] nulls;
  private int size;

  /** Appends a value. */
  public void append(boolean value) {
    if (size == values.length) {
      values = Arrays.copyOf(values, size * 2);
    }
    values[size++] = value;
  }

  /** Appends a truth value, or NULL for null. */
  public void append(@Nullable Boolean value) {
    if (value == null) {
      appendNull();
    } else {
      append((boolean) value);
    }
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public void appendNull() {
    nulls = Nulls.set(nulls, size);
    append(false);
  }

  @Override
  public void appendFrom(Column source, int row) {
    if (source.isNull(row)) {
      appendNull();
    } else {
      append(((BooleanColumn) source).values()[row]);
    }
  }

  @Override
  public void truncate(int newSize) {
    size = newSize;
    Nulls.clearFrom(nulls, newSize);
  }

  @Override
  public BooleanColumn build() {
    BooleanColumn column = new BooleanColumn(Arrays.copyOf(values, size), nulls);
    nulls = null;
    size = 0;
    return column;
  }
}
