package dev.sash.connector.format;

import java.nio.charset.StandardCharsets;

/** Questions about a slice of bytes that is mostly ASCII. */
final class AsciiText {
  private AsciiText() {}

  /** Whether the slice is that lower-case ASCII word, in any case. */
  static boolean equalsIgnoreCase(String word, byte[] bytes, int from, int to) {
    int length = word.length();
    if (to - from != length) {
      return false;
    }
    for (int i = 0; i < length; i++) {
      int character = bytes[from + i];
      int lower = character >= 'A' && character <= 'Z' ? character + 32 : character;
      if (lower != word.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  /** Whether the byte is a space or a tab. */
  static boolean isBlank(byte character) {
    return character == ' ' || character == '\t';
  }

  /** The slice as text, at most {@code most} characters with dots in place of the rest. */
  static String excerpt(byte[] bytes, int from, int to, int most) {
    int cut = Math.min(to, from + most * 4);
    String text = new String(bytes, from, cut - from, StandardCharsets.UTF_8);
    return text.length() <= most ? text : text.substring(0, most) + "...";
  }

  /** The slice as a String of ASCII characters. */
  static String ascii(byte[] bytes, int from, int to) {
    return new String(bytes, from, to - from, StandardCharsets.ISO_8859_1);
  }
}
