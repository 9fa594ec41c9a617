package dev.sash.connector.format;

import dev.sash.connector.format.RecordBuffer.Fill;
import java.io.IOException;
import java.util.Arrays;

/**
 * Cuts bytes into the records and fields of RFC 4180. Fields are slices of the buffer, good until
 * the next call. Lines end with LF, CRLF or CR.
 *
 * <p>A record that is not well formed (a quote that does not end, text behind a closing quote)
 * costs its first line only: scanning goes on at the line after it.
 */
final class CsvScanner {
  /** What {@link #next} found. */
  enum Found {
    /** A record with fields. */
    RECORD,
    /** A record that cannot be cut into fields: see {@link #problem}. */
    MALFORMED,
    /** Not a whole record yet; more bytes may come. */
    NONE_YET,
    /** The end of the input. */
    END
  }

  /** More fields than that are counted, but not kept. */
  static final int FIELDS_MAX = 1 << 16;

  private static final long LFS = '\n' * ByteWords.ONES;
  private static final long CRS = '\r' * ByteWords.ONES;

  private static final int INCOMPLETE = -1;
  private static final int STRAY_TEXT = -2;

  private static final byte PLAIN = 0;
  private static final byte QUOTED = 1;
  private static final byte ESCAPED = 2;

  private final RecordBuffer buffer;
  private final byte delimiter;
  private final long delimiters;
  private final int quote;
  private final boolean[] endsField = new boolean[256];

  private int[] starts = new int[16];
  private int[] ends = new int[16];
  private byte[] forms = new byte[16];
  private int fieldCount;
  private int recordStart;
  private int recordEnd;
  private long line;
  private long nextLine = 1;
  private int quotedLines;
  private boolean inQuotes;
  private boolean atEnd;
  private boolean lineFeedFollows;
  private boolean skipsLine;
  private String problem = "";

  CsvScanner(RecordBuffer buffer, CsvDialect dialect) {
    this.buffer = buffer;
    delimiter = dialect.delimiter();
    delimiters = delimiter * ByteWords.ONES;
    quote = dialect.quote();
    endsField[delimiter] = true;
    endsField['\n'] = true;
    endsField['\r'] = true;
  }

  /** Goes to the next record. */
  Found next() throws IOException {
    while (true) {
      Found found = skipsLine ? skipLine() : scan();
      if (found != Found.NONE_YET) {
        return found;
      }
      Fill fill = buffer.fill();
      if (fill == Fill.NONE_YET) {
        return Found.NONE_YET;
      }
      if (fill == Fill.FULL) {
        return giveUp(
            (inQuotes
                    ? "the quote of field " + (fieldCount + 1) + " does not close within "
                    : "the line is longer than ")
                + RecordBuffer.RECORD_BYTES_MAX
                + " bytes");
      }
      atEnd = fill == Fill.END;
      if (atEnd && (buffer.start == buffer.limit || skipsLine)) {
        return Found.END;
      }
    }
  }

  private Found scan() {
    if (lineFeedFollows && buffer.start < buffer.limit) {
      buffer.start += buffer.bytes[buffer.start] == '\n' ? 1 : 0;
      lineFeedFollows = false;
    }
    line = nextLine;
    recordStart = buffer.start;
    if (recordStart == buffer.limit) {
      return atEnd ? Found.END : Found.NONE_YET;
    }
    quotedLines = 0;
    fieldCount = 0;
    int end = scanFields(buffer.bytes, buffer.limit);
    if (end == STRAY_TEXT) {
      return giveUp("text follows the closing quote of field " + (fieldCount + 1));
    }
    if (end == INCOMPLETE) {
      return atEnd
          ? giveUp("the quote of field " + (fieldCount + 1) + " is not closed")
          : Found.NONE_YET;
    }
    recordEnd = end;
    buffer.start = end;
    nextLine = line + 1 + quotedLines;
    return Found.RECORD;
  }

  /** Position behind the record, {@link #INCOMPLETE} or {@link #STRAY_TEXT}. */
  private int scanFields(byte[] bytes, int limit) {
    int at = recordStart;
    while (true) {
      int from = at;
      byte form = PLAIN;
      inQuotes = at < limit && bytes[at] == quote;
      if (inQuotes) {
        from++;
        form = QUOTED;
        int close = closingQuote(bytes, from, limit);
        while (close >= 0 && close + 1 < limit && bytes[close + 1] == quote) {
          form = ESCAPED;
          close = closingQuote(bytes, close + 2, limit);
        }
        if (close < 0 || (close + 1 == limit && !atEnd)) {
          return INCOMPLETE;
        }
        at = close + 1;
        if (at < limit && !endsField[bytes[at] & 0xff]) {
          return STRAY_TEXT;
        }
        addField(from, close, form);
      } else {
        at = fieldEnd(bytes, at, limit);
        if (at == limit && !atEnd) {
          return INCOMPLETE;
        }
        addField(from, at, form);
      }
      if (at == limit) {
        return limit;
      }
      if (bytes[at] != delimiter) {
        return lineEnd(bytes, at, limit);
      }
      at++;
    }
  }

  /** Position of the next delimiter or line end at or after {@code from}, or the limit. */
  private int fieldEnd(byte[] bytes, int from, int limit) {
    int at = from;
    for (; at < limit; at += Long.BYTES) {
      long word = ByteWords.load(bytes, at);
      long ends =
          ByteWords.firstZero(word ^ delimiters)
              | ByteWords.firstZero(word ^ LFS)
              | ByteWords.firstZero(word ^ CRS);
      if (ends != 0) {
        return Math.min(at + ByteWords.place(ends), limit);
      }
    }
    return limit;
  }

  /** Position of the next quote at or after {@code from}, or -1; counts the lines on the way. */
  private int closingQuote(byte[] bytes, int from, int limit) {
    for (int at = from; at < limit; at++) {
      byte character = bytes[at];
      if (character == quote) {
        return at;
      }
      if (character == '\n' || (character == '\r' && at + 1 < limit && bytes[at + 1] != '\n')) {
        quotedLines++;
      }
    }
    return -1;
  }

  private int lineEnd(byte[] bytes, int at, int limit) {
    if (bytes[at] == '\r') {
      // Waiting for the byte behind a CR would hold back a row of a growing input.
      lineFeedFollows = at + 1 == limit;
      return at + 1 < limit && bytes[at + 1] == '\n' ? at + 2 : at + 1;
    }
    return at + 1;
  }

  private void addField(int from, int to, byte form) {
    if (fieldCount == starts.length && fieldCount < FIELDS_MAX) {
      starts = Arrays.copyOf(starts, fieldCount * 2);
      ends = Arrays.copyOf(ends, fieldCount * 2);
      forms = Arrays.copyOf(forms, fieldCount * 2);
    }
    if (fieldCount < FIELDS_MAX) {
      starts[fieldCount] = from;
      ends[fieldCount] = to;
      forms[fieldCount] = form;
    }
    fieldCount++;
  }

  /** Gives up the record's first line and goes on behind it. */
  private Found giveUp(String why) {
    problem = why;
    int behind = buffer.afterLineFeed(recordStart);
    skipsLine = behind < 0 && !atEnd;
    recordEnd = behind < 0 ? buffer.limit : behind;
    buffer.start = recordEnd;
    nextLine = line + 1;
    return Found.MALFORMED;
  }

  private Found skipLine() {
    int behind = buffer.afterLineFeed(buffer.start);
    skipsLine = behind < 0;
    buffer.start = skipsLine ? buffer.limit : behind;
    return skipsLine ? Found.NONE_YET : scan();
  }

  /** Whether the buffer's unused bytes start with a record, as far as they go. */
  boolean isBetweenRecords() {
    return !skipsLine && !lineFeedFollows;
  }

  /** Goes behind a record of one line that somebody else has read. */
  void skipRecord(int end) {
    buffer.start = end;
    nextLine++;
  }

  /** Why a record is malformed. */
  String problem() {
    return problem;
  }

  /** The number of the record's first line, from 1. */
  long line() {
    return line;
  }

  int fieldCount() {
    return fieldCount;
  }

  /** Where a field starts in the buffer, behind its quote. */
  int fieldStart(int field) {
    return starts[field];
  }

  /** Where a field ends in the buffer, before its quote. */
  int fieldEnd(int field) {
    return ends[field];
  }

  boolean isQuoted(int field) {
    return forms[field] != PLAIN;
  }

  /** Whether the field has doubled quotes, each of which stands for one. */
  boolean isEscaped(int field) {
    return forms[field] == ESCAPED;
  }

  /** Bytes of the record with its line end. */
  int recordBytes() {
    return recordEnd - recordStart;
  }

  /** The record as it came, cut where it is too long. */
  String raw() {
    return buffer.raw(recordStart, recordEnd);
  }
}
