package dev.sash.connector.format;

import dev.sash.data.DataType;
import dev.sash.data.DataType.Kind;
import dev.sash.data.TextColumnBuilder;
import java.util.Arrays;

/** VARCHAR(n), at most n characters (code points), and CHAR(n), padded with spaces to n. */
final class TextParser extends FieldParser {
  private final TextColumnBuilder builder;
  private final int length;
  private final boolean padded;
  private final String tooLong;
  private byte[] scratch = {};

  TextParser(DataType type, TextColumnBuilder builder) {
    this.builder = builder;
    length = type.precision();
    padded = type.kind() == Kind.CHAR;
    tooLong = "is longer than " + type.sql();
  }

  @Override
  boolean append(byte[] bytes, int from, int to) {
    if (padded) {
      return appendPadded(bytes, from, to);
    }
    // A character has at least one byte, so most texts need not be counted.
    if (to - from > length && characters(bytes, from, to) > length) {
      return fail(tooLong);
    }
    return builder.append(bytes, from, to) || fail("is not UTF-8");
  }

  private boolean appendPadded(byte[] bytes, int from, int to) {
    int end = to;
    while (end > from && bytes[end - 1] == ' ') {
      end--;
    }
    int characters = characters(bytes, from, end);
    if (characters > length) {
      return fail(tooLong);
    }
    int size = end - from + length - characters;
    if (scratch.length < size) {
      scratch = new byte[size];
    }
    System.arraycopy(bytes, from, scratch, 0, end - from);
    Arrays.fill(scratch, end - from, size, (byte) ' ');
    return builder.append(scratch, 0, size) || fail("is not UTF-8");
  }

  private static int characters(byte[] bytes, int from, int to) {
    int count = 0;
    for (int at = from; at < to; at++) {
      // Every byte but the continuation bytes 10xxxxxx starts a character.
      count += (bytes[at] & 0xC0) == 0x80 ? 0 : 1;
    }
    return count;
  }
}
