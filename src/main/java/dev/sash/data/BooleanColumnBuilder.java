package dev.sash.data;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Builds a {@link BooleanColumn}. */
public final class BooleanColumnBuilder extends MaskedColumnBuilder {
  private boolean[] values = new boolean[FIRST_VALUES];

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

  /**
   * Makes room for values that follow: they go into the array from {@link #size} on, and count once
   * they are {@link #appended}.
   */
  public boolean[] room(int count) {
    if (size + count > values.length) {
      values = Arrays.copyOf(values, Math.max(size + count, values.length * 2));
    }
    return values;
  }

  /** Values are false where a row is marked. */
  @Override
  void clearMarked(int from, int to) {}

  @Override
  void appendNothing() {
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
  public BooleanColumn build() {
    boolean[] built = size == values.length ? values : Arrays.copyOf(values, size);
    BooleanColumn column = new BooleanColumn(built, nulls);
    values = size == values.length ? new boolean[FIRST_VALUES] : values;
    nulls = null;
    size = 0;
    return column;
  }
}
