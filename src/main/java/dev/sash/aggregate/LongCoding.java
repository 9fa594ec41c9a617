package dev.sash.aggregate;

import dev.sash.data.BooleanColumn;
import dev.sash.data.Column;
import dev.sash.data.DataType;
import dev.sash.data.DecimalColumn;
import dev.sash.data.DoubleColumn;
import dev.sash.data.LongColumn;

/**
 * Values as longs that are equal exactly when the values are: of integers, dates and times the
 * value, of decimals up to 18 digits the value without its point, of doubles the bits with one zero
 * and one NaN.
 */
public final class LongCoding {
  private static final int LONG_DIGITS = 18;

  private LongCoding() {}

  /** Whether values of a type can be coded. */
  public static boolean covers(DataType type) {
    return !type.isText()
        && (type.kind() != DataType.Kind.DECIMAL || type.precision() <= LONG_DIGITS);
  }

  /** The code of a double: -0.0 is 0.0, every NaN is the same. */
  public static long ofDouble(double value) {
    return Double.doubleToLongBits(value + 0.0);
  }

  /**
   * Codes of the chosen rows of a column; those of NULLs mean nothing.
   *
   * @throws IllegalArgumentException for a decimal that has more digits than its type
   */
  public static void encode(Column column, int[] rows, int count, long[] codes) {
    if (column instanceof LongColumn longs) {
      gather(longs.values(), rows, count, codes);
    } else if (column instanceof DoubleColumn doubles) {
      double[] values = doubles.values();
      for (int i = 0; i < count; i++) {
        codes[i] = ofDouble(values[rows[i]]);
      }
    } else if (column instanceof BooleanColumn booleans) {
      boolean[] values = booleans.values();
      for (int i = 0; i < count; i++) {
        codes[i] = values[rows[i]] ? 1 : 0;
      }
    } else {
      gather(narrow((DecimalColumn) column, rows, count), rows, count, codes);
    }
  }

  private static void gather(long[] values, int[] rows, int count, long[] codes) {
    for (int i = 0; i < count; i++) {
      codes[i] = values[rows[i]];
    }
  }

  /** The values without their point, after making sure that each of the rows has one. */
  static long[] narrow(DecimalColumn decimals, int[] rows, int count) {
    if (!decimals.isNarrow()) {
      for (int i = 0; i < count; i++) {
        if (decimals.isWide(rows[i])) {
          throw new IllegalArgumentException(
              "a decimal must fit its declared digits: value=" + decimals.decimal(rows[i]));
        }
      }
    }
    return decimals.unscaled();
  }
}
