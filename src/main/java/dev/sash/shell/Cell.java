package dev.sash.shell;

import org.jline.utils.WCWidth;
import org.jspecify.annotations.Nullable;

/** Text in a grid of characters: what it looks like there and how many columns it takes. */
final class Cell {
  private Cell() {}

  /** A value on one line: NULL by name, control characters as escapes. */
  static String of(@Nullable String value) {
    if (value == null) {
      return "NULL";
    }
    for (int i = 0; i < value.length(); i++) {
      if (Character.isISOControl(value.charAt(i))) {
        return escaped(value);
      }
    }
    return value;
  }

  private static String escaped(String value) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      switch (c) {
        case '\n' -> text.append("\\n");
        case '\r' -> text.append("\\r");
        case '\t' -> text.append("\\t");
        default -> {
          if (Character.isISOControl(c)) {
            text.append(String.format("\\u%04x", (int) c));
          } else {
            text.append(c);
          }
        }
      }
    }
    return text.toString();
  }

  /** Columns of a terminal that the text takes. */
  static int width(String text) {
    int width = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c >= 0x20 && c < 0x7f) {
        width++;
      } else {
        int codePoint = text.codePointAt(i);
        width += Math.max(0, WCWidth.wcwidth(codePoint));
        i += Character.charCount(codePoint) - 1;
      }
    }
    return width;
  }

  /** The text, or its beginning and an ellipsis that together take at most that many columns. */
  static String cut(String text, int maxWidth) {
    if (width(text) <= maxWidth) {
      return text;
    }
    int end = 0;
    int width = 1;
    while (end < text.length()) {
      int codePoint = text.codePointAt(end);
      width += Math.max(0, WCWidth.wcwidth(codePoint));
      if (width > maxWidth) {
        break;
      }
      end += Character.charCount(codePoint);
    }
    return text.substring(0, end) + "…";
  }
}
