package dev.sash.connector.format;

import dev.sash.connector.format.CsvScanner.Found;
import dev.sash.connector.format.RecordBuffer.Fill;
import dev.sash.runtime.SourceSpec;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Rows out of CSV: fields by the names of the header, or by position without one. */
final class CsvReader implements RecordReader {
  private final RecordBuffer buffer;
  private final CsvScanner scanner;
  private final CsvDialect dialect;
  private final String origin;
  private final SourceSpec spec;
  private final byte[] nullText;
  private final boolean plain;
  private boolean begun;
  private int @Nullable [] fieldOfColumn;
  private int fieldsExpected;
  private @Nullable PlainCsvRows plainRows;
  private byte[] scratch = new byte[64];

  CsvReader(ByteInput input, CsvDialect dialect, String origin, SourceSpec spec) {
    this(input, dialect, origin, spec, true);
  }

  /** A reader that may also be told to take no row for plain: the answers are the same. */
  CsvReader(ByteInput input, CsvDialect dialect, String origin, SourceSpec spec, boolean plain) {
    this.plain = plain;
    buffer = new RecordBuffer(input);
    scanner = new CsvScanner(buffer, dialect);
    this.dialect = dialect;
    this.origin = origin;
    this.spec = spec;
    nullText = dialect.nullText().getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public Progress read(RowCollector rows) throws IOException {
    Found begin = checkHeader();
    int[] fields = fieldOfColumn;
    if (fields == null) {
      return begin == Found.NONE_YET ? Progress.NONE_YET : Progress.END;
    }
    while (!rows.isFull()) {
      if (plainRows != null && plainRows.read(rows)) {
        continue;
      }
      Found found = scanner.next();
      if (found == Found.RECORD) {
        readRow(rows, fields);
      } else if (found == Found.MALFORMED) {
        rows.reject(scanner.line(), scanner.problem(), scanner.raw());
      } else {
        return found == Found.NONE_YET ? Progress.NONE_YET : Progress.END;
      }
    }
    return Progress.FULL;
  }

  /** Finds the columns, unless that is done; {@link Found#RECORD} once it is. */
  Found checkHeader() throws IOException {
    if (fieldOfColumn != null) {
      return Found.RECORD;
    }
    if (!begun) {
      if (buffer.skipByteOrderMark() == Fill.NONE_YET) {
        return Found.NONE_YET;
      }
      begun = true;
    }
    return readHeader();
  }

  private Found readHeader() throws IOException {
    if (!dialect.header()) {
      columns(IntStream.range(0, spec.schema().size()).toArray(), spec.schema().size());
      return Found.RECORD;
    }
    Found found = scanner.next();
    while (found == Found.RECORD && isBlankLine()) {
      found = scanner.next();
    }
    if (found == Found.MALFORMED) {
      throw CsvHeader.malformed(origin, scanner.line(), scanner.problem());
    }
    if (found == Found.RECORD && scanner.fieldCount() > CsvScanner.FIELDS_MAX) {
      throw CsvHeader.malformed(origin, scanner.line(), "too many fields");
    }
    if (found == Found.RECORD) {
      List<String> names = new ArrayList<>();
      for (int field = 0; field < scanner.fieldCount(); field++) {
        int length = unescape(field);
        names.add(new String(scratch, 0, length, StandardCharsets.UTF_8).strip());
      }
      columns(CsvHeader.match(names, spec, origin), names.size());
    }
    return found;
  }

  private void columns(int[] fields, int fieldCount) {
    fieldOfColumn = fields;
    fieldsExpected = fieldCount;
    plainRows =
        plain && PlainCsvRows.canRead(dialect, fields, fieldCount)
            ? new PlainCsvRows(buffer, scanner, dialect, fields, fieldCount)
            : null;
  }

  private void readRow(RowCollector rows, int[] fields) {
    if (scanner.fieldCount() != fieldsExpected) {
      if (!isBlankLine()) {
        rows.reject(scanner.line(), fieldCountProblem(), scanner.raw());
      }
      return;
    }
    if (fieldsExpected == 1
        && scanner.fieldStart(0) == scanner.fieldEnd(0)
        && !scanner.isQuoted(0)) {
      return;
    }
    for (int column = 0; column < fields.length; column++) {
      if (!readField(rows, column, fields[column])) {
        rows.reject(scanner.line(), rows.problem(), scanner.raw());
        return;
      }
    }
    rows.accept(scanner.recordBytes());
  }

  private boolean readField(RowCollector rows, int column, int field) {
    if (field < 0) {
      return rows.appendNull(column);
    }
    if (scanner.isEscaped(field)) {
      return rows.append(column, scratch, 0, unescape(field));
    }
    return isNull(rows, column, field)
        ? rows.appendNull(column)
        : rows.append(column, buffer.bytes, scanner.fieldStart(field), scanner.fieldEnd(field));
  }

  /** Quotes make a text of any field; where no text can be, they mean nothing. */
  private boolean isNull(RowCollector rows, int column, int field) {
    int from = scanner.fieldStart(field);
    int to = scanner.fieldEnd(field);
    if (nullText.length == 0) {
      return from == to && !(scanner.isQuoted(field) && rows.isText(column));
    }
    if (rows.isText(column)) {
      return !scanner.isQuoted(field) && isNullText(from, to);
    }
    while (from < to && AsciiText.isBlank(buffer.bytes[from])) {
      from++;
    }
    while (to > from && AsciiText.isBlank(buffer.bytes[to - 1])) {
      to--;
    }
    return isNullText(from, to);
  }

  private boolean isNullText(int from, int to) {
    return Arrays.equals(buffer.bytes, from, to, nullText, 0, nullText.length);
  }

  /** Copies a field to {@link #scratch}, one quote for two, and returns its length. */
  private int unescape(int field) {
    int from = scanner.fieldStart(field);
    int to = scanner.fieldEnd(field);
    if (scratch.length < to - from) {
      scratch = new byte[Math.max(to - from, scratch.length * 2)];
    }
    boolean escaped = scanner.isEscaped(field);
    int length = 0;
    for (int at = from; at < to; at++) {
      scratch[length++] = buffer.bytes[at];
      if (escaped && buffer.bytes[at] == dialect.quote()) {
        at++;
      }
    }
    return length;
  }

  /** An empty line, or blanks where more than one field is due. */
  private boolean isBlankLine() {
    if (scanner.fieldCount() != 1 || scanner.isQuoted(0)) {
      return false;
    }
    for (int at = scanner.fieldStart(0); at < scanner.fieldEnd(0); at++) {
      if (!AsciiText.isBlank(buffer.bytes[at])) {
        return false;
      }
    }
    return true;
  }

  private String fieldCountProblem() {
    int count = scanner.fieldCount();
    return "the row has "
        + count
        + (count == 1 ? " field, expected " : " fields, expected ")
        + fieldsExpected;
  }
}
