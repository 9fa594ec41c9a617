package dev.sash.data;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * Collects the values of one column. Each subclass adds {@code append} overloads for its own Java
 * types; generated code calls those. Not thread-safe.
 */
public abstract sealed class ColumnBuilder permits MaskedColumnBuilder, TextColumnBuilder {

  /** Values that there is room for at first. */
  static final int FIRST_VALUES = 16;

  /** The builder for a type. */
  public static ColumnBuilder of(DataType type) {
    return switch (type.kind()) {
      case BOOLEAN -> new BooleanColumnBuilder();
      case TINYINT, SMALLINT, INTEGER, BIGINT, DATE, TIME, TIMESTAMP, TIMESTAMP_LTZ ->
          new LongColumnBuilder();
      case REAL, DOUBLE -> new DoubleColumnBuilder();
      case VARCHAR, CHAR -> new TextColumnBuilder();
      case DECIMAL -> new DecimalColumnBuilder(type.scale());
    };
  }

  /** The builder for a type with room for so many values: then they are not copied once more. */
  public static ColumnBuilder of(DataType type, int capacity) {
    ColumnBuilder builder = of(type);
    if (builder instanceof LongColumnBuilder longs) {
      longs.room(capacity);
    } else if (builder instanceof DoubleColumnBuilder doubles) {
      doubles.room(capacity);
    } else if (builder instanceof BooleanColumnBuilder booleans) {
      booleans.room(capacity);
    } else if (builder instanceof DecimalColumnBuilder decimals) {
      decimals.room(capacity);
    }
    return builder;
  }

  /** How many values so far. */
  public abstract int size();

  /** Appends NULL. */
  public abstract void appendNull();

  /**
   * Takes what was written directly into the builder's array, up to a new size.
   *
   * @param nullFlags by row, whether it is NULL, a boolean being false there; null when none is
   */
  public void written(int newSize, boolean @Nullable [] nullFlags) {
    throw new UnsupportedOperationException("texts are appended");
  }

  /** Copies a value of a column of the same type. */
  public abstract void appendFrom(Column source, int row);

  /** Forgets all values from the given row on: a row whose evaluation failed half way. */
  public abstract void truncate(int size);

  /** The column; the builder is empty afterwards and can be used again. */
  public abstract Column build();

  /**
   * Appends an object as of {@link Column#value}, for the edges of the engine.
   *
   * @throws ClassCastException when the object is not of the builder's kind
   */
  public void appendObject(@Nullable Object value) {
    if (value == null) {
      appendNull();
    } else if (this instanceof LongColumnBuilder longs) {
      longs.append(((Number) value).longValue());
    } else if (this instanceof DoubleColumnBuilder doubles) {
      doubles.append(((Number) value).doubleValue());
    } else if (this instanceof BooleanColumnBuilder booleans) {
      booleans.append((boolean) (Boolean) value);
    } else if (this instanceof TextColumnBuilder texts) {
      texts.append((String) value);
    } else if (this instanceof DecimalColumnBuilder decimals) {
      decimals.append((BigDecimal) value);
    } else {
      throw new AssertionError(this);
    }
  }
}
