package dev.sash.connector.format;

import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;
import java.util.Arrays;

/** The text of a JSON scalar as UTF-8, the form in which all values are parsed. */
final class JsonText {
  private static final int BYTES_A_CHARACTER = 3;

  private byte[] bytes = new byte[256];
  private int length;

  /** Takes the parser's current value; false if half of a surrogate pair stands alone in it. */
  boolean take(JsonParser parser) throws IOException {
    char[] characters = parser.getTextCharacters();
    int from = parser.getTextOffset();
    int count = parser.getTextLength();
    if (bytes.length < count * BYTES_A_CHARACTER) {
      bytes = Arrays.copyOf(bytes, count * BYTES_A_CHARACTER);
    }
    byte[] target = bytes;
    int i = 0;
    while (i < count && characters[from + i] < 0x80) {
      target[i] = (byte) characters[from + i];
      i++;
    }
    length = i;
    return i == count || encodeRest(characters, from + i, from + count);
  }

  private boolean encodeRest(char[] characters, int from, int to) {
    for (int i = from; i < to; i++) {
      int character = characters[i];
      if (Character.isSurrogate((char) character)) {
        boolean pair =
            Character.isHighSurrogate((char) character)
                && i + 1 < to
                && Character.isLowSurrogate(characters[i + 1]);
        if (!pair) {
          return false;
        }
        character = Character.toCodePoint((char) character, characters[++i]);
      }
      encode(character);
    }
    return true;
  }

  private void encode(int character) {
    if (character < 0x80) {
      bytes[length++] = (byte) character;
    } else if (character < 0x800) {
      bytes[length++] = (byte) (0xC0 | (character >> 6));
      bytes[length++] = (byte) (0x80 | (character & 0x3F));
    } else if (character < 0x10000) {
      bytes[length++] = (byte) (0xE0 | (character >> 12));
      bytes[length++] = (byte) (0x80 | ((character >> 6) & 0x3F));
      bytes[length++] = (byte) (0x80 | (character & 0x3F));
    } else {
      bytes[length++] = (byte) (0xF0 | (character >> 18));
      bytes[length++] = (byte) (0x80 | ((character >> 12) & 0x3F));
      bytes[length++] = (byte) (0x80 | ((character >> 6) & 0x3F));
      bytes[length++] = (byte) (0x80 | (character & 0x3F));
    }
  }

  /** The bytes; longer than the text. */
  byte[] bytes() {
    return bytes;
  }

  /** How many of them are the text. */
  int length() {
    return length;
  }
}
