package dev.sash.data;

import org.jspecify.annotations.Nullable;

/** Integers of any width, epoch days and epoch milliseconds. A NULL's slot holds 0. */
public final class LongColumn extends MaskedColumn {
  private final long[] values;

  /** Takes over the arrays; {@code nulls} is a bitmap as of {@link Nulls} or null. */
  public LongColumn(long[] values, long @Nullable [] nulls) {
    super(nulls);
    this.values = values;
  }

  /** The values; longer than the batch at times. */
  public long[] values() {
    return values;
  }

  @Override
  public @Nullable Object value(int row) {
    return isNull(row) ? null : (Object) values[row];
  }

  @Override
  public LongColumn gather(int[] rows, int count) {
    long[] chosen = new long[count];
    for (int i = 0; i < count; i++) {
      chosen[i] = values[rows[i]];
    }
    return new LongColumn(chosen, Nulls.gather(nulls(), rows, count));
  }
}
