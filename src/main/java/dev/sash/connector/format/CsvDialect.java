package dev.sash.connector.format;

import dev.sash.runtime.ConnectorOptions;
import java.util.Locale;

/**
 * How a CSV file is written.
 *
 * @param delimiter between fields, one ASCII character
 * @param quote around fields, one ASCII character, or {@link #NO_QUOTE}
 * @param header whether the first line names the columns
 * @param nullText what an unquoted field holds that is NULL
 */
record CsvDialect(byte delimiter, int quote, boolean header, String nullText) {
  /** No byte has this value. */
  static final int NO_QUOTE = Integer.MIN_VALUE;

  private static final String DELIMITER = "delimiter";
  private static final String QUOTE = "quote";

  /** The dialect that the options ask for; {@code delimiter} stands where they say nothing. */
  static CsvDialect of(ConnectorOptions options, char delimiter) {
    byte between = delimiter(options, delimiter);
    int around = quote(options);
    if (between == around) {
      throw options.wrong(QUOTE, "another character than the delimiter");
    }
    return new CsvDialect(
        between, around, options.truth("header", true), options.text("null_text", ""));
  }

  private static byte delimiter(ConnectorOptions options, char otherwise) {
    String value = options.text(DELIMITER);
    if (value == null) {
      return (byte) otherwise;
    }
    return switch (value.toLowerCase(Locale.ROOT)) {
      case "\\t", "tab" -> '\t';
      default -> single(options, DELIMITER, value, "one character, or 'tab'");
    };
  }

  private static int quote(ConnectorOptions options) {
    String value = options.text(QUOTE);
    if (value == null) {
      return '"';
    }
    return value.isEmpty() || value.equalsIgnoreCase("none")
        ? NO_QUOTE
        : single(options, QUOTE, value, "one character, or 'none'");
  }

  private static byte single(ConnectorOptions options, String name, String value, String expected) {
    if (value.length() != 1 || value.charAt(0) > 126 || "\r\n".contains(value)) {
      throw options.wrong(name, expected);
    }
    return (byte) value.charAt(0);
  }
}
