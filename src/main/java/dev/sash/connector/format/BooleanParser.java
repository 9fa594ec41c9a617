package dev.sash.connector.format;

import dev.sash.data.BooleanColumnBuilder;

/** {@code true, false, t, f, yes, no, y, n, 1, 0} in any case. */
final class BooleanParser extends FieldParser {
  private static final String[] TRUE = {"true", "t", "1", "yes", "y"};
  private static final String[] FALSE = {"false", "f", "0", "no", "n"};

  private final BooleanColumnBuilder builder;

  BooleanParser(BooleanColumnBuilder builder) {
    this.builder = builder;
  }

  @Override
  boolean append(byte[] bytes, int from, int to) {
    if (isOneOf(TRUE, bytes, from, to)) {
      builder.append(true);
    } else if (isOneOf(FALSE, bytes, from, to)) {
      builder.append(false);
    } else {
      return fail("is not a truth value, expected true or false");
    }
    return true;
  }

  private static boolean isOneOf(String[] words, byte[] bytes, int from, int to) {
    for (String word : words) {
      if (AsciiText.equalsIgnoreCase(word, bytes, from, to)) {
        return true;
      }
    }
    return false;
  }
}
