package dev.sash.connector.file;

import dev.sash.connector.format.ByteInput;
import dev.sash.connector.format.GzipDetector;
import dev.sash.connector.format.InputRows;
import dev.sash.error.SashException;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * One file that is followed, from the time it is first seen. A file whose first bytes say gzip is
 * read once, whole, when its size has stayed the same from one look to the next; any other is read
 * as it grows.
 */
final class FollowedFile {
  /** Looks without a new byte after which a file that is gone counts as finished. */
  private static final int GONE_LOOKS_MAX = 20;

  private static final int GZIP_FIRST = 0x1f;
  private static final int GZIP_SECOND = 0x8b;

  private final InputRows rows;
  private final String origin;
  private Path path;
  private long size = -1;
  private long modifiedMillis;
  private boolean whole;
  private int goneLooks;
  private InputRows.@Nullable Reader reader;
  private @Nullable GrowingFile growing;
  private boolean done;

  /** A file of which nothing has been read yet. */
  FollowedFile(InputRows rows, Path path, String origin) {
    this.rows = rows;
    this.path = path;
    this.origin = origin;
  }

  /** Where it was seen last. */
  Path path() {
    return path;
  }

  /** Whether all of it has been read, or it cannot be read. */
  boolean isDone() {
    return done;
  }

  /**
   * A look finds it.
   *
   * @return false when it has been cut to fewer bytes than were there, or is another gzip file than
   *     the one that was read: it begins anew
   */
  boolean seen(Path at, long bytes, long modified) throws IOException {
    path = at;
    goneLooks = 0;
    GrowingFile file = growing;
    boolean cut = bytes < (file == null ? size : file.position());
    if (cut || whole && done && (bytes != size || modified != modifiedMillis)) {
      finish();
      return false;
    }
    modifiedMillis = modified;
    if (reader == null && !done && bytes >= 2) {
      open(bytes);
    }
    size = bytes;
    return true;
  }

  private void open(long bytes) throws IOException {
    if (!isGzip(path)) {
      GrowingFile file = new GrowingFile(path);
      growing = file;
      reader = rows.reader(origin, file);
    } else if (bytes == size) {
      whole = true;
      InputStream stream = new FileInputStream(path.toFile());
      try {
        reader = rows.reader(origin, ByteInput.of(GzipDetector.plain(stream)));
      } catch (IOException e) {
        stream.close();
        reject(GzipDetector.reason(e));
      }
    }
  }

  private static boolean isGzip(Path path) throws IOException {
    try (InputStream stream = new FileInputStream(path.toFile())) {
      return stream.read() == GZIP_FIRST && stream.read() == GZIP_SECOND;
    }
  }

  /** A look does not find it: it was renamed or deleted, and is perhaps still being written. */
  void gone() {
    if (++goneLooks > GONE_LOOKS_MAX) {
      finish();
    }
  }

  /** Nothing more will be written to it; what has no end of line is a line. */
  void finish() {
    if (growing != null) {
      growing.endsHere();
    } else if (reader == null) {
      done = true;
    }
  }

  /** Adds the rows that are there, as far as there is room. */
  void read() throws IOException {
    InputRows.Reader open = reader;
    if (open == null || rows.isFull()) {
      return;
    }
    long before = growing == null ? 0 : growing.position();
    try {
      boolean ended = open.read();
      if (growing != null && growing.position() > before) {
        goneLooks = 0;
      }
      if (ended) {
        close();
      }
    } catch (IOException e) {
      reject(GzipDetector.reason(e));
    } catch (SashException e) {
      String hint = e.hint();
      reject(e.message() + (hint == null ? "" : "; " + hint));
    }
  }

  private void reject(String reason) throws IOException {
    close();
    rows.reject(origin, reason);
  }

  /** Reads no further. */
  void close() throws IOException {
    done = true;
    InputRows.Reader open = reader;
    reader = null;
    growing = null;
    if (open != null) {
      open.close();
    }
  }
}
