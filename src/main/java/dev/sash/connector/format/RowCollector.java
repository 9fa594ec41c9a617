package dev.sash.connector.format;

import dev.sash.data.BatchBuilder;
import dev.sash.data.ColumnBatch;
import dev.sash.data.ColumnBuilder;
import dev.sash.data.Field;
import dev.sash.runtime.BadRows;
import dev.sash.runtime.SourceSpec;

/**
 * Rows in the making: fields are appended in any order, then the row is accepted or, if one of them
 * failed, rejected as a whole and reported.
 */
final class RowCollector {
  /** A batch ends early when its rows took that many bytes of input. */
  private static final long INPUT_BYTES_MAX = 16 << 20;

  private static final int EXCERPT_CHARACTERS = 100;

  private final SourceSpec spec;
  private final BadRows badRows;
  private final BatchBuilder batch;
  private final ColumnBuilder[] builders;
  private final FieldParser[] parsers;
  private final boolean[] text;
  private final boolean[] number;
  private String origin = "";
  private String problem = "";
  private int rowCount;
  private long inputBytes;

  RowCollector(SourceSpec spec, TimeFormats formats, BadRows badRows) {
    this.spec = spec;
    this.badRows = badRows;
    batch = new BatchBuilder(spec.schema());
    int columns = spec.schema().size();
    builders = new ColumnBuilder[columns];
    parsers = new FieldParser[columns];
    text = new boolean[columns];
    number = new boolean[columns];
    for (int column = 0; column < columns; column++) {
      builders[column] = batch.column(column);
      parsers[column] = FieldParser.of(spec.schema().type(column), builders[column], formats);
      text[column] = spec.schema().type(column).isText();
      number[column] = parsers[column].isNumber();
    }
  }

  /** Names the input that the next rows come from. */
  void origin(String name) {
    origin = name;
  }

  /** What the rows are for. */
  SourceSpec spec() {
    return spec;
  }

  /** Whether values of the column are text, where blanks and the empty text count. */
  boolean isText(int column) {
    return text[column];
  }

  /** Whether values of the column are numbers. */
  boolean isNumber(int column) {
    return number[column];
  }

  /**
   * Appends the value of a field; of other types than text, blanks around it are ignored and
   * nothing at all is NULL. False if the row has to be rejected.
   */
  boolean append(int column, byte[] bytes, int from, int to) {
    int start = from;
    int end = to;
    if (!text[column]) {
      while (start < end && AsciiText.isBlank(bytes[start])) {
        start++;
      }
      while (end > start && AsciiText.isBlank(bytes[end - 1])) {
        end--;
      }
      if (start == end) {
        return appendNull(column);
      }
    }
    FieldParser parser = parsers[column];
    if (parser.append(bytes, start, end)) {
      return true;
    }
    String excerpt = AsciiText.excerpt(bytes, start, end, EXCERPT_CHARACTERS);
    return fail(column, '"' + excerpt + "\" " + parser.problem);
  }

  /**
   * Appends the value that {@code bytes[from, limit)} begin with and returns where it ends, or -1
   * if nothing was appended: see {@link FieldParser#appendUsual}.
   */
  int appendUsual(int column, byte[] bytes, int from, int limit) {
    return parsers[column].appendUsual(bytes, from, limit);
  }

  /** Appends NULL; false if the column must have a value. */
  boolean appendNull(int column) {
    Field field = spec.schema().field(column);
    if (column == spec.eventTimeColumn() && !spec.optionalColumns().contains(column)) {
      problem =
          "column \"" + field.name() + "\" is NULL: a row without event time belongs to no window";
      return false;
    }
    if (!field.type().nullable()) {
      problem = "column \"" + field.name() + "\" is NULL, but was declared NOT NULL";
      return false;
    }
    builders[column].appendNull();
    return true;
  }

  /** Says what is wrong with a column of the row; always false. */
  boolean fail(int column, String what) {
    problem = "column \"" + spec.schema().field(column).name() + "\": " + what;
    return false;
  }

  /** Why the last field failed. */
  String problem() {
    return problem;
  }

  /** Whether the row in the making has a value for the column. */
  boolean has(int column) {
    return builders[column].size() > rowCount;
  }

  /** Takes the column's value out of the row in the making. */
  void remove(int column) {
    builders[column].truncate(rowCount);
  }

  /** Ends the row, which has a value in every column and took that many bytes of input. */
  void accept(int bytes) {
    rowCount++;
    inputBytes += bytes;
  }

  /** Drops the row in the making; it will come again. */
  void drop() {
    batch.truncate(rowCount);
  }

  /** Drops the row in the making and reports it. */
  void reject(long line, String reason, String raw) {
    drop();
    badRows.report(origin, line, reason, raw);
  }

  int rowCount() {
    return rowCount;
  }

  boolean isFull() {
    return rowCount == ColumnBatch.MAX_ROWS || inputBytes >= INPUT_BYTES_MAX;
  }

  /** The accepted rows; the collector is empty afterwards. */
  ColumnBatch build() {
    rowCount = 0;
    inputBytes = 0;
    return batch.build();
  }
}
