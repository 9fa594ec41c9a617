package dev.sash.data;

import org.jspecify.annotations.Nullable;

/** Doubles, and floats that were widened. A NULL's slot holds 0. */
public final class DoubleColumn extends MaskedColumn {
  private final double[] values;

  /** Takes over the arrays; {@code nulls} is a bitmap as of {@link Nulls} or null. */
  public DoubleColumn(double[] values, long @Nullable [] nulls) {
    super(nulls);
    this.values = values;
  }

  /** The values; longer than the batch at times. */
  public double[] values() {
    return values;
  }

  @Override
  public @Nullable Object value(int row) {
    return isNull(row) ? null : (Object) values[row];
  }

  @Override
  public DoubleColumn gather(int[] rows, int count) {
    double[] chosen = new double[count];
    for (int i = 0; i < count; i++) {
      chosen[i] = values[rows[i]];
    }
    return new DoubleColumn(chosen, Nulls.gather(nulls(), rows, count));
  }
}
