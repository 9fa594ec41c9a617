package dev.sash.pane;

import dev.sash.aggregate.LongCoding;
import dev.sash.data.Column;
import dev.sash.data.ColumnBuilder;
import dev.sash.data.DataType;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;

/**
 * How the values of one key column become longs: equal values have equal codes for as long as the
 * key that holds them is kept.
 */
abstract sealed class KeyCoding permits LongKeyCoding, TextKeyCoding, WideDecimalKeyCoding {

  /** The coding of a type. */
  static KeyCoding of(DataType type) {
    return type.isText()
        ? new TextKeyCoding()
        : LongCoding.covers(type)
            ? new LongKeyCoding(type)
            : new WideDecimalKeyCoding(type.scale());
  }

  /** Codes of the chosen rows; those of NULLs mean nothing. */
  abstract void encode(Column column, int[] rows, int count, long[] codes);

  /** Appends the value of a code. */
  abstract void append(long code, ColumnBuilder out);

  /** The order of the values of two codes. */
  abstract int compare(long left, long right);

  /**
   * Gives the values of codes numbers in their order, as far as a long can tell: where two numbers
   * are equal, {@link #compare} decides.
   *
   * @param count numbers {@code [from, count)} are made; those before were at an earlier call
   * @return whether the numbers before go with the new ones; else all must be made again
   */
  boolean number(long[] codes, int from, int count, long[] numbers) {
    Arrays.fill(numbers, from, count, 0);
    return true;
  }

  /**
   * Forgets every value whose code is not among the given ones, and replaces each of these by its
   * new code.
   */
  void retain(long[] codes, int count) {}

  /** Bytes held beside the codes; texts and large numbers are estimated. */
  long bytes() {
    return 0;
  }

  /** Writes what {@link #read} needs to give the codes their meaning again. */
  void write(DataOutput output) throws IOException {}

  void read(DataInput input) throws IOException {}
}
