package dev.sash.connector.format;

import java.util.Arrays;

/**
 * The short cut for lines of JSON that are in no way special, which are nearly all: an object of
 * texts, numbers, truth values and nulls, without escapes, no column given twice, no value that
 * fails. It goes once over the bytes of the line and takes values where they stand, without making
 * tokens, characters or names of them. Whatever it meets that is special, and whatever is no JSON,
 * it leaves as a whole to the parser of {@link JsonReader}; so it may refuse, but it must not
 * differ.
 */
final class FlatJson {
  private static final long QUOTES = '"' * ByteWords.ONES;
  private static final long BACKSLASHES = '\\' * ByteWords.ONES;
  private static final long BLANKS = ' ' * ByteWords.ONES;

  /** The parser has a limit of its own far above that. */
  private static final int NUMBER_BYTES_MOST = 100;

  private static final int REFUSED = -1;
  private static final byte[] TRUE = {'t', 'r', 'u', 'e'};
  private static final byte[] FALSE = {'f', 'a', 'l', 's', 'e'};
  private static final byte[] NULL = {'n', 'u', 'l', 'l'};

  private final FlatJsonNames names;
  private final boolean[] taken;
  private boolean ascii;

  FlatJson(JsonPaths paths) {
    names = new FlatJsonNames(paths.tree());
    taken = new boolean[paths.byColumn().size()];
  }

  /**
   * Adds the fields of a row, up to and not including its end; false if the row is to be dropped.
   */
  boolean read(byte[] bytes, int from, int to, RowCollector rows) {
    Arrays.fill(taken, false);
    names.rewind();
    int at = readObject(bytes, from, to, rows);
    if (at == REFUSED || skipBlanks(bytes, at, to) < to) {
      return false;
    }
    for (int column = 0; column < taken.length; column++) {
      if (!taken[column] && !rows.appendNull(column)) {
        return false;
      }
    }
    return true;
  }

  private int readObject(byte[] bytes, int from, int to, RowCollector rows) {
    int at = skipBlanks(bytes, from, to);
    if (at == to || bytes[at] != '{') {
      return REFUSED;
    }
    do {
      at = skipBlanks(bytes, at + 1, to);
      if (at == to || bytes[at] != '"') {
        return REFUSED;
      }
      int[] columns = names.find(bytes, at + 1, to);
      if (columns == null) {
        return REFUSED;
      }
      at = behindColon(bytes, names.end() + 1, to);
      if (at == REFUSED) {
        return REFUSED;
      }
      at = readValue(bytes, at, to, columns, rows);
      if (at == REFUSED) {
        return REFUSED;
      }
      at = skipBlanks(bytes, at, to);
    } while (at < to && bytes[at] == ',');
    return at < to && bytes[at] == '}' ? at + 1 : REFUSED;
  }

  private static int behindColon(byte[] bytes, int from, int to) {
    int colon = skipBlanks(bytes, from, to);
    if (colon == to || bytes[colon] != ':') {
      return REFUSED;
    }
    int at = skipBlanks(bytes, colon + 1, to);
    return at == to ? REFUSED : at;
  }

  private static int skipBlanks(byte[] bytes, int from, int to) {
    int at = from;
    if (at < to && bytes[at] > ' ') {
      return at;
    }
    while (at < to && AsciiText.isBlank(bytes[at])) {
      at++;
    }
    return at;
  }

  /** Position behind the value. */
  private int readValue(byte[] bytes, int from, int to, int[] columns, RowCollector rows) {
    for (int column : columns) {
      if (taken[column]) {
        return REFUSED;
      }
      taken[column] = true;
    }
    return switch (bytes[from]) {
      case '"' -> readText(bytes, from + 1, to, columns, rows);
      case 't' -> readWord(TRUE, bytes, from, to, columns, rows);
      case 'f' -> readWord(FALSE, bytes, from, to, columns, rows);
      case 'n' -> readWord(NULL, bytes, from, to, columns, rows);
      default -> readNumber(bytes, from, to, columns, rows);
    };
  }

  private int readText(byte[] bytes, int from, int to, int[] columns, RowCollector rows) {
    if (columns.length == 1 && !rows.isText(columns[0])) {
      int end = rows.appendUsual(columns[0], bytes, from, to);
      if (end >= 0) {
        if (end < to && bytes[end] == '"') {
          return end + 1;
        }
        rows.remove(columns[0]);
      }
    }
    ascii = true;
    int end = textEnd(bytes, from, to);
    if (!ascii && !isForText(columns, rows)) {
      return REFUSED;
    }
    return appended(bytes, from, end, columns, rows) == REFUSED ? REFUSED : end + 1;
  }

  /** Text columns take nothing but UTF-8; what nobody takes would have to be looked at here. */
  private static boolean isForText(int[] columns, RowCollector rows) {
    boolean all = columns.length > 0;
    for (int column : columns) {
      all &= rows.isText(column);
    }
    return all;
  }

  /** Position of the quote that ends a text in which each byte stands for itself. */
  private int textEnd(byte[] bytes, int from, int to) {
    for (int at = from; at < to; at += Long.BYTES) {
      long word = ByteWords.load(bytes, at);
      long found =
          ByteWords.firstZero(word ^ QUOTES)
              | ByteWords.firstZero(word ^ BACKSLASHES)
              | ByteWords.firstBelow(word, BLANKS)
              | (word & ByteWords.HIGH_BITS);
      if (found != 0) {
        int end = at + ByteWords.place(found);
        if (end >= to) {
          return REFUSED;
        }
        return bytes[end] < 0 ? otherTextEnd(bytes, end, to) : bytes[end] == '"' ? end : REFUSED;
      }
    }
    return REFUSED;
  }

  private int otherTextEnd(byte[] bytes, int from, int to) {
    ascii = false;
    for (int at = from; at < to; at++) {
      byte character = bytes[at];
      if (character == '"') {
        return at;
      }
      if (character == '\\' || (character >= 0 && character < ' ')) {
        return REFUSED;
      }
    }
    return REFUSED;
  }

  private static int readWord(
      byte[] word, byte[] bytes, int from, int to, int[] columns, RowCollector rows) {
    int end = from + word.length;
    if (end >= to || !Arrays.equals(bytes, from, end, word, 0, word.length)) {
      return REFUSED;
    }
    if (!isBehindValue(bytes[end])) {
      return REFUSED;
    }
    if (word != NULL) {
      return appended(bytes, from, end, columns, rows);
    }
    for (int column : columns) {
      if (!rows.appendNull(column)) {
        return REFUSED;
      }
    }
    return end;
  }

  private static boolean isBehindValue(byte character) {
    return character == ',' || character == '}' || AsciiText.isBlank(character);
  }

  /** Appends the bytes of a value to its columns and returns its end. */
  private static int appended(byte[] bytes, int from, int end, int[] columns, RowCollector rows) {
    if (end == REFUSED) {
      return REFUSED;
    }
    for (int column : columns) {
      if (!rows.append(column, bytes, from, end)) {
        return REFUSED;
      }
    }
    return end;
  }

  private static int readNumber(byte[] bytes, int from, int to, int[] columns, RowCollector rows) {
    if (columns.length == 1 && rows.isNumber(columns[0])) {
      int end = rows.appendUsual(columns[0], bytes, from, to);
      if (end >= 0) {
        if (end < to && isBehindValue(bytes[end])) {
          return end;
        }
        rows.remove(columns[0]);
      }
    }
    return appended(bytes, from, numberEnd(bytes, from, to), columns, rows);
  }

  /** Position behind a number as RFC 8259 has it, which may be no number of our own columns. */
  private static int numberEnd(byte[] bytes, int from, int to) {
    int first = bytes[from] == '-' ? from + 1 : from;
    int at = digitsEnd(bytes, first, to);
    if (at == first || (bytes[first] == '0' && at > first + 1)) {
      return REFUSED;
    }
    if (at < to && bytes[at] == '.') {
      int fraction = at + 1;
      at = digitsEnd(bytes, fraction, to);
      if (at == fraction) {
        return REFUSED;
      }
    }
    if (at < to && (bytes[at] | 32) == 'e') {
      at = exponentEnd(bytes, at + 1, to);
    }
    boolean ends = at != REFUSED && at < to && isBehindValue(bytes[at]);
    return ends && at - from <= NUMBER_BYTES_MOST ? at : REFUSED;
  }

  private static int exponentEnd(byte[] bytes, int from, int to) {
    boolean signed = from < to && (bytes[from] == '-' || bytes[from] == '+');
    int first = signed ? from + 1 : from;
    int end = digitsEnd(bytes, first, to);
    return end == first ? REFUSED : end;
  }

  private static int digitsEnd(byte[] bytes, int from, int to) {
    int at = from;
    while (at < to) {
      long values = ByteWords.digitValues(ByteWords.load(bytes, at));
      int count = ByteWords.place(ByteWords.nonDigits(values));
      at += count;
      if (count < Long.BYTES) {
        break;
      }
    }
    return Math.min(at, to);
  }
}
