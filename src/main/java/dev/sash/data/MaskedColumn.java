package dev.sash.data;

import org.jspecify.annotations.Nullable;

/** A column whose NULLs are bits of a mask. */
public abstract sealed class MaskedColumn extends Column
    permits LongColumn, DoubleColumn, BooleanColumn, DecimalColumn {
  private final long @Nullable [] nulls;

  /** Takes over the bitmap, see {@link Nulls}; null when there is no NULL. */
  MaskedColumn(long @Nullable [] nulls) {
    this.nulls = nulls;
  }

  /** The null bitmap, or null when there is no NULL. */
  public final long @Nullable [] nulls() {
    return nulls;
  }

  @Override
  public final boolean isNull(int row) {
    return Nulls.isSet(nulls, row);
  }

  @Override
  public final boolean hasNulls() {
    return nulls != null;
  }
}
