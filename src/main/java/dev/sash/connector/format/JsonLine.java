package dev.sash.connector.format;

import java.io.InputStream;
import java.io.OutputStream;

/**
 * What a JSON parser sees: one line at a time, whose end looks to it like the end of the input. So
 * one parser serves all lines, and an object that does not end costs only its line.
 */
final class JsonLine extends InputStream {
  private byte[] bytes = {};
  private int from;
  private int at;
  private int to;
  private long bytesBefore;

  /** Makes the bytes of a line the next to be read. */
  void feed(byte[] line, int start, int end) {
    bytesBefore += at - from;
    bytes = line;
    from = start;
    at = start;
    to = end;
  }

  /** Drops the rest of the line; the next parser counts from 0. */
  void drop() {
    bytesBefore = 0;
    at = to;
    from = to;
  }

  /** Where in the array the byte stands that a parser counts as its byte number {@code offset}. */
  int position(long offset) {
    return (int) (offset - bytesBefore) + from;
  }

  @Override
  public int read() {
    return at == to ? -1 : bytes[at++] & 0xff;
  }

  @Override
  public int read(byte[] into, int start, int length) {
    if (at == to) {
      return -1;
    }
    int count = Math.min(length, to - at);
    System.arraycopy(bytes, at, into, start, count);
    at += count;
    return count;
  }

  /** Whether the part of the line that has not been read yet is blank. */
  boolean restIsBlank() {
    for (int i = at; i < to; i++) {
      if (!AsciiText.isBlank(bytes[i])) {
        return false;
      }
    }
    return true;
  }

  /** Takes what a parser leaves over, and remembers whether it was blank. */
  static final class Rest extends OutputStream {
    private boolean blank = true;

    @Override
    public void write(int character) {
      blank &= character == ' ' || character == '\t' || character == '\r';
    }

    /** Whether all was blank since the last time this was asked. */
    boolean wasBlank() {
      boolean was = blank;
      blank = true;
      return was;
    }
  }
}
