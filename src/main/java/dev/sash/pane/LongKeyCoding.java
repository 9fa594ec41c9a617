package dev.sash.pane;

import dev.sash.aggregate.LongCoding;
import dev.sash.data.BooleanColumnBuilder;
import dev.sash.data.Column;
import dev.sash.data.ColumnBuilder;
import dev.sash.data.DataType;
import dev.sash.data.DecimalColumnBuilder;
import dev.sash.data.DoubleColumnBuilder;
import dev.sash.data.LongColumnBuilder;

/** Values that are longs by nature: see {@link LongCoding}. */
final class LongKeyCoding extends KeyCoding {
  private final boolean floating;

  LongKeyCoding(DataType type) {
    floating = type.kind() == DataType.Kind.REAL || type.kind() == DataType.Kind.DOUBLE;
  }

  @Override
  void encode(Column column, int[] rows, int count, long[] codes) {
    LongCoding.encode(column, rows, count, codes);
  }

  @Override
  void append(long code, ColumnBuilder out) {
    if (out instanceof LongColumnBuilder longs) {
      longs.append(code);
    } else if (out instanceof DoubleColumnBuilder doubles) {
      doubles.append(Double.longBitsToDouble(code));
    } else if (out instanceof BooleanColumnBuilder booleans) {
      booleans.append(code != 0);
    } else {
      ((DecimalColumnBuilder) out).appendUnscaled(code);
    }
  }

  @Override
  boolean number(long[] codes, int from, int count, long[] numbers) {
    for (int i = from; i < count; i++) {
      long code = codes[i];
      numbers[i] = floating ? code ^ ((code >> 63) & Long.MAX_VALUE) : code;
    }
    return true;
  }

  @Override
  int compare(long left, long right) {
    return floating
        ? Double.compare(Double.longBitsToDouble(left), Double.longBitsToDouble(right))
        : Long.compare(left, right);
  }
}
