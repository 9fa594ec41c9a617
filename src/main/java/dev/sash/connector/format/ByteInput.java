package dev.sash.connector.format;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;

/** The bytes of one input, which may still be growing. Used by one thread. */
public interface ByteInput extends Closeable {

  /** What {@link #read} returns when more bytes may come later. */
  int NONE_YET = 0;

  /** What {@link #read} returns when no bytes will ever come. */
  int END = -1;

  /**
   * Reads at most {@code length} bytes without waiting; how many, {@link #NONE_YET} or {@link
   * #END}.
   */
  int read(byte[] into, int from, int length) throws IOException;

  /** Waits until there may be something to read, at most that long. */
  default void await(long maxWaitMillis) throws InterruptedException {}

  /** Ends a present {@link #await} and all later ones; may come from any thread. */
  default void wake() {}

  /** A stream that has all its bytes already, such as that of a file. */
  static ByteInput of(InputStream stream) {
    return new ByteInput() {
      @Override
      public int read(byte[] into, int from, int length) throws IOException {
        return stream.read(into, from, length);
      }

      @Override
      public void close() throws IOException {
        stream.close();
      }
    };
  }
}
