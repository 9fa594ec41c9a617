package dev.sash.data;

import org.jspecify.annotations.Nullable;

/** Truth values. A NULL's slot holds false. */
public final class BooleanColumn extends MaskedColumn {
  private final boolean[] values;

  /** Takes over the arrays; {@code nulls} is a bitmap as of {@link Nulls} or null. */
  public BooleanColumn(boolean[] values, long @Nullable [] nulls) {
    super(nulls);
    this.values = values;
  }

  /** The values; longer than the batch at times. */
  public boolean[] values() {
    return values;
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
    return new BooleanColumn(chosen, Nulls.gather(nulls(), rows, count));
  }
}
