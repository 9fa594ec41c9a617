package dev.sash.connector.format;

import dev.sash.connector.format.RecordBuffer.Fill;
import java.io.IOException;

/** Cuts bytes into lines, which end with LF or CRLF; the last one may lack its end. */
final class LineScanner {
  /** What {@link #next} found. */
  enum Found {
    /** A line in {@code buffer.bytes[from(), to())}. */
    LINE,
    /** A line longer than the largest record; {@link #from} to {@link #to} is its beginning. */
    TOO_LONG,
    /** Not a whole line yet; more bytes may come. */
    NONE_YET,
    /** The end of the input. */
    END
  }

  private final RecordBuffer buffer;
  private int from;
  private int to;
  private long line;
  private int searched;
  private boolean skipsLine;

  LineScanner(RecordBuffer buffer) {
    this.buffer = buffer;
  }

  /** Goes to the next line. */
  Found next() throws IOException {
    searched = 0;
    while (true) {
      int behind = buffer.afterLineFeed(buffer.start + searched);
      if (behind >= 0) {
        boolean wanted = !skipsLine;
        skipsLine = false;
        if (wanted) {
          return line(behind, behind - 1);
        }
        buffer.start = behind;
        searched = 0;
        continue;
      }
      if (skipsLine) {
        buffer.start = buffer.limit;
      }
      searched = buffer.limit - buffer.start;
      Fill fill = buffer.fill();
      if (fill == Fill.NONE_YET) {
        return Found.NONE_YET;
      }
      if (fill == Fill.FULL) {
        skipsLine = true;
        line(buffer.limit, buffer.limit);
        return Found.TOO_LONG;
      }
      if (fill == Fill.END) {
        return buffer.start == buffer.limit ? Found.END : line(buffer.limit, buffer.limit);
      }
    }
  }

  private Found line(int behind, int end) {
    from = buffer.start;
    to = end > from && buffer.bytes[end - 1] == '\r' ? end - 1 : end;
    buffer.start = behind;
    line++;
    return Found.LINE;
  }

  /** Where the line starts in the buffer. */
  int from() {
    return from;
  }

  /** Where the line ends in the buffer, without its line end. */
  int to() {
    return to;
  }

  /** The line's number, from 1. */
  long line() {
    return line;
  }
}
