package dev.sash.connector.format;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/** Recognises gzip by the first two bytes, whatever the name of the input. */
public final class GzipDetector {
  private static final int BUFFER_BYTES = 64 << 10;
  private static final int FIRST = 0x1f;
  private static final int SECOND = 0x8b;

  private GzipDetector() {}

  /** The plain bytes of a stream; reads its first two, waiting for them. */
  public static InputStream plain(InputStream stream) throws IOException {
    PushbackInputStream pushback = new PushbackInputStream(stream, 2);
    int first = pushback.read();
    int second = first < 0 ? -1 : pushback.read();
    if (second >= 0) {
      pushback.unread(second);
    }
    if (first >= 0) {
      pushback.unread(first);
    }
    return first == FIRST && second == SECOND
        ? new GZIPInputStream(pushback, BUFFER_BYTES)
        : pushback;
  }

  /** Why an input could not be read, as far as a person can do something about it. */
  public static String reason(IOException e) {
    return e instanceof ZipException || e instanceof EOFException
        ? "its gzip data is damaged or cut off"
        : String.valueOf(e.getMessage());
  }
}
