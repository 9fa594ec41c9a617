package dev.sash.data;

import org.jspecify.annotations.Nullable;

/**
 * The values of one field, in a primitive array. Immutable once built; the arrays are shared, not
 * copied, so nobody writes to them.
 */
public abstract sealed class Column permits MaskedColumn, TextColumn {

  /** Whether the value is NULL. */
  public abstract boolean isNull(int row);

  /** Whether any value may be NULL; false lets a loop skip the test. */
  public abstract boolean hasNulls();

  /**
   * The value as an object, for the edges of the engine only: Long, Double, Boolean, String,
   * BigDecimal, or null for NULL.
   */
  public abstract @Nullable Object value(int row);

  /** A column of the first {@code count} of the chosen rows, in that order. */
  public abstract Column gather(int[] rows, int count);
}
