package dev.sash.data;

import org.jspecify.annotations.Nullable;

/** Doubles, and floats that were widened. A NULL's slot holds 0. */
public final class DoubleColumn extends Column {
  private final double[] values;
  private final long @Nullable [] nulls;

  /** Takes over the arrays; {@code nulls} is a bitmap as of {@link Nulls} or null. */
  public DoubleColumn(double[] values, long @Nullable [] nulls) {
    this.values = values;
    this.nulls = nulls;
  }

  /** The values; longer than the batch at times. */
  public double[] values() {
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
  public DoubleColumn gather(int[] rows, int count) {
    double[] chosen = new double[count];
    for (int i = 0; i < count; i++) {
      chosen[i] = values[rows[i]];
    }
    return new DoubleColumn(chosen, Nulls.gather(nulls, rows, count));
  }
}
