package dev.sash.data;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * Exact decimals of one scale: the unscaled value in a long while it fits, else the number itself
 * in a second array that exists only when one of them is too large.
 */
public final class DecimalColumn extends MaskedColumn {
  private final long[] unscaled;
  private final @Nullable BigDecimal @Nullable [] wide;
  private final int scale;

  /** Takes over the arrays; {@code wide[row]} wins over {@code unscaled[row]} where it is set. */
  public DecimalColumn(
      long[] unscaled, @Nullable BigDecimal @Nullable [] wide, int scale, long @Nullable [] nulls) {
    super(nulls);
    this.unscaled = unscaled;
    this.wide = wide;
    this.scale = scale;
  }

  /** The unscaled values; meaningless where {@link #isWide}. */
  public long[] unscaled() {
    return unscaled;
  }

  /** Digits after the point of every value. */
  public int scale() {
    return scale;
  }

  /** Whether every value of the column fits a long. */
  public boolean isNarrow() {
    return wide == null;
  }

  /** Whether this value does not fit a long. */
  public boolean isWide(int row) {
    return wide != null && wide[row] != null;
  }

  /** The number, or null for NULL. */
  public @Nullable BigDecimal decimal(int row) {
    if (isNull(row)) {
      return null;
    }
    BigDecimal large = wide == null ? null : wide[row];
    return large != null ? large : BigDecimal.valueOf(unscaled[row], scale);
  }

  @Override
  public @Nullable Object value(int row) {
    return decimal(row);
  }

  @Override
  public DecimalColumn gather(int[] rows, int count) {
    long[] chosen = new long[count];
    BigDecimal[] large = wide == null ? null : new BigDecimal[count];
    for (int i = 0; i < count; i++) {
      chosen[i] = unscaled[rows[i]];
      if (large != null && wide != null) {
        large[i] = wide[rows[i]];
      }
    }
    return new DecimalColumn(chosen, large, scale, Nulls.gather(nulls(), rows, count));
  }
}
