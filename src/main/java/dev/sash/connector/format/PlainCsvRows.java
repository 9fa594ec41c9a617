package dev.sash.connector.format;

import java.util.Arrays;

/**
 * The short cut for rows of CSV that are in no way special, which are nearly all: no quotes, as
 * many fields as expected, no value that fails. It goes once over the bytes: numbers and timestamps
 * say themselves where they end, other fields are searched for their end by words. Whatever it
 * meets that is special, it leaves the row as a whole to {@link CsvScanner} and {@link CsvReader},
 * which decide what it means; so it may refuse, but it must not differ.
 *
 * <p>This saves more than instructions. Where a field ends is random, so a loop that looks for the
 * ends mispredicts a branch at most of them; digits that are counted by words do not.
 */
final class PlainCsvRows {
  private static final long LFS = '\n' * ByteWords.ONES;
  private static final long CRS = '\r' * ByteWords.ONES;
  private static final int UNWANTED = -1;

  private final RecordBuffer buffer;
  private final CsvScanner scanner;
  private final byte delimiter;
  private final int quote;
  private final long delimiters;
  private final long quotes;
  private final int[] columnOfField;
  private final int[] absentColumns;
  private final Backoff backoff = new Backoff();

  PlainCsvRows(
      RecordBuffer buffer, CsvScanner scanner, CsvDialect dialect, int[] fields, int fieldCount) {
    this.buffer = buffer;
    this.scanner = scanner;
    delimiter = dialect.delimiter();
    quote = dialect.quote() == CsvDialect.NO_QUOTE ? delimiter : dialect.quote();
    delimiters = delimiter * ByteWords.ONES;
    quotes = quote * ByteWords.ONES;
    columnOfField = new int[fieldCount];
    Arrays.fill(columnOfField, UNWANTED);
    int[] absent = new int[fields.length];
    int absentCount = 0;
    for (int column = 0; column < fields.length; column++) {
      if (fields[column] < 0) {
        absent[absentCount++] = column;
      } else {
        columnOfField[fields[column]] = column;
      }
    }
    absentColumns = Arrays.copyOf(absent, absentCount);
  }

  /**
   * Whether rows can be plain: no word stands for NULL, each field is for one column, an empty line
   * cannot be a row, and neither delimiter nor quote can be part of a number or a timestamp.
   */
  static boolean canRead(CsvDialect dialect, int[] fields, int fieldCount) {
    long wanted = Arrays.stream(fields).filter(field -> field >= 0).count();
    long distinct = Arrays.stream(fields).filter(field -> field >= 0).distinct().count();
    return dialect.nullText().isEmpty()
        && ",;|\t".indexOf(dialect.delimiter()) >= 0
        && (dialect.quote() == CsvDialect.NO_QUOTE || "\"'`".indexOf(dialect.quote()) >= 0)
        && fieldCount > 1
        && fieldCount <= CsvScanner.FIELDS_MAX
        && wanted == distinct;
  }

  /** Adds the next row; false if there is none, or if it may be special. */
  boolean read(RowCollector rows) {
    if (!backoff.isDue() || !scanner.isBetweenRecords()) {
      return false;
    }
    int start = buffer.start;
    int end = readFields(rows, buffer.bytes, start, buffer.limit);
    if (end < 0) {
      rows.drop();
      backoff.failed();
      return false;
    }
    scanner.skipRecord(end);
    rows.accept(end - start);
    backoff.succeeded();
    return true;
  }

  /** Position behind the row, or -1. */
  private int readFields(RowCollector rows, byte[] bytes, int start, int limit) {
    int last = columnOfField.length - 1;
    int at = start;
    for (int field = 0; field < last; field++) {
      int end = readField(rows, columnOfField[field], bytes, at, limit);
      if (end < 0 || bytes[end] != delimiter) {
        return -1;
      }
      at = end + 1;
    }
    int end = readField(rows, columnOfField[last], bytes, at, limit);
    if (end < 0) {
      return -1;
    }
    for (int column : absentColumns) {
      if (!rows.appendNull(column)) {
        return -1;
      }
    }
    if (bytes[end] == '\r') {
      end++;
    }
    return end < limit && bytes[end] == '\n' ? end + 1 : -1;
  }

  /** Position of the delimiter or the line end behind the field, or -1. */
  private int readField(RowCollector rows, int column, byte[] bytes, int from, int limit) {
    if (column != UNWANTED && !rows.isText(column)) {
      int end = rows.appendUsual(column, bytes, from, limit);
      if (end >= 0) {
        if (end < limit && isEnd(bytes[end])) {
          return end;
        }
        rows.remove(column);
      }
    }
    int end = end(bytes, from, limit);
    if (end < 0 || column == UNWANTED) {
      return end;
    }
    boolean done = end == from ? rows.appendNull(column) : rows.append(column, bytes, from, end);
    return done ? end : -1;
  }

  private boolean isEnd(byte character) {
    return character == delimiter || character == '\n' || character == '\r';
  }

  private int end(byte[] bytes, int from, int limit) {
    for (int at = from; at < limit; at += Long.BYTES) {
      long word = ByteWords.load(bytes, at);
      long found =
          ByteWords.firstZero(word ^ delimiters)
              | ByteWords.firstZero(word ^ LFS)
              | ByteWords.firstZero(word ^ CRS)
              | ByteWords.firstZero(word ^ quotes);
      if (found != 0) {
        int end = at + ByteWords.place(found);
        return end < limit && isEnd(bytes[end]) ? end : -1;
      }
    }
    return -1;
  }
}
