package dev.sash.data;

import org.jspecify.annotations.Nullable;

/** Builds a {@link MaskedColumn}; subclasses have the array of its values. */
public abstract sealed class MaskedColumnBuilder extends ColumnBuilder
    permits LongColumnBuilder, DoubleColumnBuilder, BooleanColumnBuilder, DecimalColumnBuilder {
  long @Nullable [] nulls;
  int size;

  /** Appends what stands under a NULL. */
  abstract void appendNothing();

  /** Puts what stands under a NULL where rows of {@code [from, to)} are marked. */
  abstract void clearMarked(int from, int to);

  /** Says how many values were put into the room that was made for them. */
  public final void appended(int count) {
    size += count;
  }

  @Override
  public final void written(int newSize, boolean @Nullable [] nullFlags) {
    nulls = Nulls.mark(nulls, nullFlags, size, newSize);
    clearMarked(size, newSize);
    size = newSize;
  }

  @Override
  public final int size() {
    return size;
  }

  @Override
  public final void appendNull() {
    nulls = Nulls.set(nulls, size);
    appendNothing();
  }

  @Override
  public void truncate(int newSize) {
    size = newSize;
    Nulls.clearFrom(nulls, newSize);
  }
}
