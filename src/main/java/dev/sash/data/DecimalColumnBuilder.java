package dev.sash.data;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Builds a {@link DecimalColumn}; values are brought to its scale, rounding half up. */
public final class DecimalColumnBuilder extends ColumnBuilder {
  private final int scale;
  private long[] unscaled = new long[16];
  private @Nullable BigDecimal @Nullable [] wide;
  private long @Nullable [] nulls;
  private int size;

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

  @Override
  public int size() {
    return size;
  }

  @Override
  public void appendNull() {
    nulls = Nulls.set(nulls, size);
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
    size = newSize;
    Nulls.clearFrom(nulls, newSize);
  }

  @Override
  public DecimalColumn build() {
    BigDecimal[] large = wide == null ? null : Arrays.copyOf(wide, size);
    DecimalColumn column = new DecimalColumn(Arrays.copyOf(unscaled, size), large, scale, nulls);
    wide = null;
    nulls = null;
    size = 0;
    return column;
  }
}
