package dev.sash.connector.datagen;

import dev.sash.data.Field;
import dev.sash.error.SashException;
import dev.sash.runtime.ConnectorOptions;
import dev.sash.time.TimestampScanner;
import dev.sash.time.TimestampText;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The options of one column: {@code <column>.kind}, {@code .min}, {@code .max} and so on. */
record ColumnOptions(Field field, ConnectorOptions options) {
  static final String KIND = "kind";
  static final String MIN = "min";
  static final String MAX = "max";
  static final String VALUES = "values";
  static final String NULL_RATE = "null_rate";

  /** Everything that can stand behind the dot. */
  static final List<String> ALL = List.of(KIND, MIN, MAX, VALUES, NULL_RATE);

  static final String SEQUENCE = "sequence";
  static final String RANDOM = "random";
  static final String WORD = "word";

  /** The column's name in lower case, which the defaults are chosen by. */
  String name() {
    return field.name().toLowerCase(Locale.ROOT);
  }

  private String option(String option) {
    return name() + '.' + option;
  }

  /** How values are made: one of the given words, or the given one. */
  String kind(List<String> kinds, String otherwise) {
    return options.oneOf(option(KIND), kinds, otherwise);
  }

  /** Whether the option is there. */
  boolean has(String option) {
    return options.text(option(option)) != null;
  }

  /** The error for an option whose value is not what is needed. */
  SashException wrong(String option, String expected) {
    return options.wrong(option(option), expected);
  }

  /** A whole number between the bounds, or the given one. */
  long whole(String option, long otherwise, long least, long most) {
    String text = options.text(option(option));
    if (text == null) {
      return otherwise;
    }
    try {
      long number = Long.parseLong(text.trim());
      if (number >= least && number <= most) {
        return number;
      }
    } catch (NumberFormatException e) {
      // reported below, with the words for both cases
    }
    throw wrong(option, "a whole number from " + least + " to " + most);
  }

  /** A number, or the given one. */
  BigDecimal number(String option, BigDecimal otherwise) {
    String text = options.text(option(option));
    if (text == null) {
      return otherwise;
    }
    try {
      BigDecimal number = new BigDecimal(text.trim());
      if (Math.abs((long) number.scale()) < 400 && number.precision() < 400) {
        return number;
      }
    } catch (NumberFormatException e) {
      // reported below
    }
    throw wrong(option, "a number");
  }

  /** Epoch milliseconds of a timestamp that must be there. */
  long instant(String option) {
    long millis = TimestampText.parse(options.text(option(option), "").trim());
    if (millis == TimestampScanner.INVALID) {
      throw wrong(option, "a timestamp like '2026-01-01 00:00:00'");
    }
    return millis;
  }

  /** Milliseconds since midnight of a time that must be there. */
  long timeOfDay(String option) {
    long millis = TimestampText.parseTime(options.text(option(option), "").trim());
    if (millis == TimestampScanner.INVALID) {
      throw wrong(option, "a time like '08:30:00'");
    }
    return millis;
  }

  /** The listed values without the blanks around them, or null. */
  String @Nullable [] values() {
    String text = options.text(option(VALUES));
    if (text == null) {
      return null;
    }
    return Arrays.stream(text.split(",")).map(String::strip).toArray(String[]::new);
  }

  /** Refuses an option that the column's type has no use for. */
  void refuse(String option) {
    if (has(option)) {
      throw wrong(option, "absent: column \"" + field.name() + "\" is " + field.type().sql());
    }
  }

  /** The error for a largest value below the smallest. */
  SashException emptyRange(Object least) {
    return wrong(has(MAX) ? MAX : MIN, has(MAX) ? "at least " + least : "below the largest value");
  }

  /** How many of the values are NULL, from 0 to 1. */
  double nullRate() {
    double rate = number(NULL_RATE, BigDecimal.ZERO).doubleValue();
    if (!(rate >= 0 && rate <= 1)) {
      throw wrong(NULL_RATE, "a number from 0 to 1");
    }
    if (rate > 0 && !field.type().nullable()) {
      throw wrong(NULL_RATE, "0: column \"" + field.name() + "\" is NOT NULL");
    }
    return rate;
  }
}
