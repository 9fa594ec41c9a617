package dev.sash.aggregate;

import dev.sash.data.DataType;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.List;

/**
 * Values of {@link Elements} as JSON: numbers and truth values as they are, all else as the text
 * that a cast gives; NaN and infinities, which JSON has not, are texts too.
 */
final class JsonText {
  private static final long DAY_MILLIS = 86_400_000;
  private static final long NANOS = 1_000_000;

  private JsonText() {}

  /** Appends a value. */
  static void append(Object element, DataType type, StringBuilder out) {
    String text = text(element, type);
    if (element instanceof List<?> || isBare(type) && !isSpecial(text)) {
      out.append(text);
    } else {
      quote(text, out);
    }
  }

  /** Appends a value as the name of an object's member. */
  static void appendName(Object element, DataType type, StringBuilder out) {
    quote(text(element, type), out);
  }

  private static boolean isBare(DataType type) {
    return type.kind() == DataType.Kind.BOOLEAN || ArgumentKind.NUMBER.takes(type);
  }

  private static boolean isSpecial(String number) {
    return number.endsWith("NaN") || number.endsWith("Infinity");
  }

  private static String text(Object element, DataType type) {
    Object value = Elements.decoded(element, type);
    if (value == null) {
      return "null";
    } else if (value instanceof BigDecimal decimal) {
      return decimal.toPlainString();
    }
    return switch (type.kind()) {
      case DATE -> LocalDate.ofEpochDay((Long) value).toString();
      case TIME -> time((Long) value);
      case TIMESTAMP -> timestamp((Long) value);
      case TIMESTAMP_LTZ -> timestamp((Long) value) + "+00";
      case REAL -> Float.toString(((Number) value).floatValue());
      case BOOLEAN, TINYINT, SMALLINT, INTEGER, BIGINT, DOUBLE, DECIMAL, VARCHAR, CHAR ->
          value.toString();
    };
  }

  private static String timestamp(long millis) {
    return LocalDate.ofEpochDay(Math.floorDiv(millis, DAY_MILLIS))
        + " "
        + time(Math.floorMod(millis, DAY_MILLIS));
  }

  /** With as many digits of the fraction as there are. */
  private static String time(long millis) {
    LocalTime time = LocalTime.ofNanoOfDay(millis * NANOS);
    String text = time.toString();
    String full = time.getSecond() == 0 && time.getNano() == 0 ? text + ":00" : text;
    int end = full.length();
    while (full.indexOf('.') > 0 && full.charAt(end - 1) == '0') {
      end--;
    }
    return full.substring(0, end);
  }

  private static void quote(String text, StringBuilder out) {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"', '\\' -> out.append('\\').append(c);
        case '\n' -> out.append("\\n");
        case '\r' -> out.append("\\r");
        case '\t' -> out.append("\\t");
        default -> {
          if (c < ' ') {
            out.append(String.format("\\u%04x", (int) c));
          } else {
            out.append(c);
          }
        }
      }
    }
    out.append('"');
  }
}
