package dev.sash.connector.format;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The names of the fields that objects have had, and which columns they are for. Objects have their
 * fields mostly in one order, so the name that came next the last time is compared first, and the
 * ones behind it after that: a name costs a comparison, and neither a hash nor a String.
 */
final class FlatJsonNames {
  /** Objects with more different names are none for a search in order. */
  private static final int NAMES_MAX = 64;

  /** Names are compared and kept as a whole. */
  private static final int NAME_BYTES_MAX = 200;

  /** A name with the quote behind it; the head is its first eight bytes, zeros behind its end. */
  private record Name(byte[] text, long head, long headMask, int[] columns) {
    static Name of(byte[] bytes, int from, int to, int[] columns) {
      byte[] text = Arrays.copyOfRange(bytes, from, to + 1);
      long mask = text.length >= Long.BYTES ? -1 : (1L << (text.length * Byte.SIZE)) - 1;
      return new Name(text, ByteWords.load(bytes, from) & mask, mask, columns);
    }

    boolean isAt(byte[] bytes, int from, int to) {
      int length = text.length;
      return (ByteWords.load(bytes, from) & headMask) == head
          && from + length <= to
          && (length <= Long.BYTES || Arrays.equals(bytes, from, from + length, text, 0, length));
    }
  }

  private final JsonNode root;
  private final Name[] names = new Name[NAMES_MAX];
  private int count;
  private int next;
  private int end;

  FlatJsonNames(JsonNode root) {
    this.root = root;
  }

  /** Goes to the beginning of an object. */
  void rewind() {
    next = 0;
  }

  /**
   * The columns of the field whose name starts at {@code from}; {@link #end} is where its quote is.
   * Null if the name does not end, is not plain, or is one too many.
   */
  int @Nullable [] find(byte[] bytes, int from, int to) {
    int position = next;
    for (int tries = 0; tries < count; tries++) {
      if (position >= count) {
        position = 0;
      }
      Name name = names[position++];
      if (name.isAt(bytes, from, to)) {
        next = position;
        end = from + name.text.length - 1;
        return name.columns;
      }
    }
    return add(bytes, from, to);
  }

  /** Where the quote behind the name is. */
  int end() {
    return end;
  }

  private int @Nullable [] add(byte[] bytes, int from, int to) {
    end = plainEnd(bytes, from, to);
    if (end < 0 || count == NAMES_MAX) {
      return null;
    }
    JsonNode.Child child =
        root.child(new String(bytes, from, end - from, StandardCharsets.US_ASCII));
    JsonNode node = child.node();
    int[] columns = node == null ? new int[0] : node.columns();
    names[count++] = Name.of(bytes, from, end, columns);
    next = count;
    return columns;
  }

  private static int plainEnd(byte[] bytes, int from, int to) {
    for (int at = from; at < Math.min(to, from + NAME_BYTES_MAX); at++) {
      byte character = bytes[at];
      if (character == '"') {
        return at;
      }
      if (character < ' ' || character == '\\') {
        return -1;
      }
    }
    return -1;
  }
}
