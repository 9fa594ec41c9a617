package dev.sash.data;

import org.jspecify.annotations.Nullable;

/** Truth values. A NULL's slot holds false. */
public final class BooleanColumn extends Column {
  private final boolean[] values;
  private final long @Nullable [] nulls;

  /** Takes over the arrays; {@code nulls} is a bitmap as of {@link Nulls} or null. */
  public BooleanColumn(boolean[] values, long @Nullable [] nulls) {
    this.values = values;
    this.nulls = nulls;
  }

  /** The values; longer than the batch at times. */
  public boolean[] values() {
    return values;
  }

  /** The null bitmap, or null when there is no NULL. */
  public long @Nullable [] nulls() {
    return nulls;
  }

  @Override
  public boolean isNull(int row) {
    return Nulls.isSet(nulls, row);
  }

  @Override
  public boolean hasNulls() {
    return nulls != null;
  }

  @Override
  public @Nullable Object value(int row) {
    return isNull(row) ? null : (Object) values[row];
  }

  @Override
  public BooleanColumn gather(int[] rows, int count) {
    boolean[] chosen = new boolean[count];
    for (int i = 0; i < count; i++) {
      chosen[i] = values[rows[i]];
    }
    return new BooleanColumn(chosen, Nulls.gather(nulls, rows, count));
  }
}
