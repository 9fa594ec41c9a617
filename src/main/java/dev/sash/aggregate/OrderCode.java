package dev.sash.aggregate;

import dev.sash.data.BooleanColumn;
import dev.sash.data.Column;
import dev.sash.data.DataType;
import dev.sash.data.DecimalColumn;
import dev.sash.data.DoubleColumn;
import dev.sash.data.LongColumn;

/**
 * Values as longs whose order is theirs, or the reverse of it; of the types that {@link
 * LongCoding#covers}. -0.0 is 0.0, and NaN comes last either way, so that it is chosen only when
 * there is nothing else.
 */
final class OrderCode {
  private OrderCode() {}

  /** The code of a row's value; {@code flip} is 0, or -1 for the reverse order. */
  static long of(Column column, int row, long flip) {
    if (column instanceof LongColumn longs) {
      return longs.values()[row] ^ flip;
    } else if (column instanceof DoubleColumn doubles) {
      return Additions.code(doubles.values()[row], flip);
    } else if (column instanceof BooleanColumn booleans) {
      return (booleans.values()[row] ? 1 : 0) ^ flip;
    }
    DecimalColumn decimals = (DecimalColumn) column;
    if (decimals.isWide(row)) {
      throw new IllegalArgumentException(
          "a decimal must fit its declared digits: value=" + decimals.decimal(row));
    }
    return decimals.unscaled()[row] ^ flip;
  }

  /** The code of {@link LongCoding} for one of this class that was not flipped. */
  static long value(long code, DataType type) {
    if (type.kind() != DataType.Kind.REAL && type.kind() != DataType.Kind.DOUBLE) {
      return code;
    }
    return code == Additions.NAN ? LongCoding.ofDouble(Double.NaN) : Additions.ordered(code);
  }
}
