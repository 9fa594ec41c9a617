package dev.sash.connector.format;

import dev.sash.data.BooleanColumnBuilder;
import dev.sash.data.ColumnBuilder;
import dev.sash.data.DataType;
import dev.sash.data.DecimalColumnBuilder;
import dev.sash.data.DoubleColumnBuilder;
import dev.sash.data.LongColumnBuilder;
import dev.sash.data.TextColumnBuilder;

/**
 * Converts the text of one field to a column's type and appends it: strictly (nothing is guessed,
 * rounded or wrapped) and without an object per value.
 */
abstract class FieldParser {
  /** What is wrong with the text that was not appended: {@code is not a whole number}. */
  String problem = "";

  /**
   * Appends the value of {@code bytes[from, to)}; false, with {@link #problem} set, if it has none.
   */
  abstract boolean append(byte[] bytes, int from, int to);

  /**
   * Appends the value that {@code bytes[from, limit)} begin with, if its form is one of the usual
   * ones that end by themselves, and returns where that is. If what follows there belongs to the
   * field, the field has another value.
   *
   * @return -1 if nothing was appended, which says nothing about the field
   */
  int appendUsual(byte[] bytes, int from, int limit) {
    return -1;
  }

  /** Whether the usual forms are numbers of JSON. */
  boolean isNumber() {
    return false;
  }

  /** Sets the problem. */
  final boolean fail(String why) {
    problem = why;
    return false;
  }

  /** The parser for a column. */
  static FieldParser of(DataType type, ColumnBuilder builder, TimeFormats formats) {
    return switch (type.kind()) {
      case BOOLEAN -> new BooleanParser((BooleanColumnBuilder) builder);
      case TINYINT, SMALLINT, INTEGER, BIGINT ->
          new IntegerParser(type.kind(), (LongColumnBuilder) builder);
      case REAL, DOUBLE -> new DoubleParser(type.kind(), (DoubleColumnBuilder) builder);
      case DECIMAL -> new DecimalParser(type, (DecimalColumnBuilder) builder);
      case VARCHAR, CHAR -> new TextParser(type, (TextColumnBuilder) builder);
      case DATE -> new InstantParser(formats.dateReader(), 1, (LongColumnBuilder) builder);
      case TIME ->
          new InstantParser(
              formats.timeReader(),
              InstantParser.unitMillis(type.precision()),
              (LongColumnBuilder) builder);
      case TIMESTAMP, TIMESTAMP_LTZ ->
          new InstantParser(
              formats.timestampReader(),
              InstantParser.unitMillis(type.precision()),
              (LongColumnBuilder) builder);
    };
  }
}
