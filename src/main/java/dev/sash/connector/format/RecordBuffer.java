package dev.sash.connector.format;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A window on the bytes of an input: {@code bytes[start, limit)} has been read and not yet been
 * used. Scanners look at the array directly; behind the limit there is room to read a word. It
 * grows when a record does not fit, up to {@link #RECORD_BYTES_MAX}.
 */
final class RecordBuffer {
  /** A longer record is a bad row. */
  static final int RECORD_BYTES_MAX = 16 << 20;

  /** How much of a bad row's text is kept. */
  static final int RAW_CHARACTERS_MAX = 1000;

  private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};
  private static final int INITIAL_BYTES = 128 << 10;
  private static final long LINE_FEEDS = '\n' * ByteWords.ONES;

  /** What {@link #fill} did. */
  enum Fill {
    /** There are more bytes now. */
    MORE,
    /** More may come later. */
    NONE_YET,
    /** The input is at its end. */
    END,
    /** The unused bytes have the size of the largest record. */
    FULL
  }

  byte[] bytes = new byte[INITIAL_BYTES + Long.BYTES];
  int start;
  int limit;

  private final ByteInput input;

  RecordBuffer(ByteInput input) {
    this.input = input;
  }

  /** Adds bytes behind the limit; moves the unused ones to the front. */
  Fill fill() throws IOException {
    if (start > 0) {
      System.arraycopy(bytes, start, bytes, 0, limit - start);
      limit -= start;
      start = 0;
    }
    int capacity = bytes.length - Long.BYTES;
    if (limit == capacity) {
      if (capacity >= RECORD_BYTES_MAX) {
        return Fill.FULL;
      }
      capacity *= 2;
      bytes = Arrays.copyOf(bytes, capacity + Long.BYTES);
    }
    int count = input.read(bytes, limit, capacity - limit);
    if (count > 0) {
      limit += count;
      return Fill.MORE;
    }
    return count == ByteInput.NONE_YET ? Fill.NONE_YET : Fill.END;
  }

  /** Skips a byte order mark; the input must be at its beginning. */
  Fill skipByteOrderMark() throws IOException {
    Fill fill = Fill.MORE;
    while (limit - start < BYTE_ORDER_MARK.length && fill == Fill.MORE) {
      fill = fill();
    }
    int count = Math.min(limit - start, BYTE_ORDER_MARK.length);
    boolean isMark = Arrays.equals(bytes, start, start + count, BYTE_ORDER_MARK, 0, count);
    if (isMark && count < BYTE_ORDER_MARK.length && fill == Fill.NONE_YET) {
      return fill; // its rest may follow
    }
    start += isMark && count == BYTE_ORDER_MARK.length ? count : 0;
    return Fill.MORE;
  }

  /** Position behind the next line feed at or after {@code from}, or -1. */
  int afterLineFeed(int from) {
    byte[] data = bytes;
    for (int at = from; at < limit; at += Long.BYTES) {
      long found = ByteWords.firstZero(ByteWords.load(data, at) ^ LINE_FEEDS);
      if (found != 0) {
        int lineFeed = at + ByteWords.place(found);
        return lineFeed < limit ? lineFeed + 1 : -1;
      }
    }
    return -1;
  }

  /** The text of {@code [from, to)} without its line end, cut where it is too long. */
  String raw(int from, int to) {
    int end = to;
    while (end > from && (bytes[end - 1] == '\n' || bytes[end - 1] == '\r')) {
      end--;
    }
    int cut = Math.min(end, from + RAW_CHARACTERS_MAX * 4);
    String text = new String(bytes, from, cut - from, StandardCharsets.UTF_8);
    return text.length() <= RAW_CHARACTERS_MAX ? text : text.substring(0, RAW_CHARACTERS_MAX);
  }
}
