package dev.sash.data;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Builds a {@link DecimalColumn}; values are brought to its scale, rounding half up. */
public final class DecimalColumnBuilder extends MaskedColumnBuilder {
  private final int scale;
  private long[] unscaled = new long[FIRST_VALUES];
  private @Nullable BigDecimal @Nullable [] wide;

  /** A builder for values with this many digits after the point. */
  public DecimalColumnBuilder(int scale) {
    this.scale = scale;
  }

  /** Appends a number, or NULL for null. */
  public void append(@Nullable BigDecimal value) {
    if (value == null) {
      appendNull();
      return;
    }
    BigDecimal scaled = value.setScale(scale, RoundingMode.HALF_UP);
    if (scaled.unscaledValue().bitLength() < Long.SIZE) {
      appendUnscaled(scaled.unscaledValue().longValue());
    } else {
      appendUnscaled(0);
      BigDecimal[] grown = wide == null ? new BigDecimal[unscaled.length] : wide;
      wide = grown.length < unscaled.length ? Arrays.copyOf(grown, unscaled.length) : grown;
      wide[size - 1] = scaled;
    }
  }

  /** Appends a value that is given without its point. */
  public void appendUnscaled(long value) {
    if (size == unscaled.length) {
      unscaled = Arrays.copyOf(unscaled, size * 2);
    }
    unscaled[size++] = value;
  }

  /**
   * Makes room for unscaled values that follow: they go into the array from {@link #size} on, and
   * count once they are {@link #appended}.
   */
  public long[] room(int count) {
    if (size + count > unscaled.length) {
      unscaled = Arrays.copyOf(unscaled, Math.max(size + count, unscaled.length * 2));
    }
    return unscaled;
  }

  @Override
  void clearMarked(int from, int to) {
    Nulls.zero(unscaled, nulls, from, to);
  }

  @Override
  void appendNothing() {
    appendUnscaled(0);
  }

  @Override
  public void appendFrom(Column source, int row) {
    append(((DecimalColumn) source).decimal(row));
  }

  @Override
  public void truncate(int newSize) {
    BigDecimal[] large = wide;
    if (large != null && newSize < large.length) {
      Arrays.fill(large, newSize, large.length, null);
    }
    super.truncate(newSize);
  }

  @Override
  public DecimalColumn build() {
    BigDecimal[] large = wide == null ? null : Arrays.copyOf(wide, size);
    long[] built = size == unscaled.length ? unscaled : Arrays.copyOf(unscaled, size);
    DecimalColumn column = new DecimalColumn(built, large, scale, nulls);
    unscaled = size == unscaled.length ? new long[FIRST_VALUES] : unscaled;
    wide = null;
    nulls = null;
    size = 0;
    return column;
  }
}
