package dev.sash.connector.file;

import dev.sash.connector.format.ByteInput;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.file.Path;

/**
 * The bytes of a file that is being written. Its end is no end before {@link #endsHere}. It stays
 * the same file when it is renamed.
 */
final class GrowingFile implements ByteInput {
  private final FileInputStream stream;
  private long position;
  private boolean ending;

  GrowingFile(Path path) throws IOException {
    stream = new FileInputStream(path.toFile());
  }

  @Override
  public int read(byte[] into, int from, int length) throws IOException {
    int count = stream.read(into, from, length);
    if (count < 0) {
      return ending ? END : NONE_YET;
    }
    position += count;
    return count;
  }

  /** Bytes read so far. */
  long position() {
    return position;
  }

  /** Nobody will write to it any more: what is there is all. */
  void endsHere() {
    ending = true;
  }

  @Override
  public void close() throws IOException {
    stream.close();
  }
}
