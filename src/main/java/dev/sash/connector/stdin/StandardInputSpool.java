package dev.sash.connector.stdin;

import dev.sash.connector.format.ByteInput;
import dev.sash.connector.format.GzipDetector;
import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Keeps what comes in through a stream in a temporary file, so that it can be read more than once:
 * each view reads the input from its beginning, while the stream gives it only once.
 *
 * <p>One daemon thread copies, started by the first reader. It never waits for readers; they wait
 * for it. All readers share one open file, whose name is taken away at once where the system allows
 * that, so that a killed process leaves nothing behind. (A channel would be closed for all of them
 * by the interruption of one.)
 */
final class StandardInputSpool {
  private static final int CHUNK_BYTES = 64 << 10;

  private final InputStream stream;
  private final Object moved = new Object();

  // Guarded by moved.
  private @Nullable RandomAccessFile file;
  private long spooledBytes;
  private long bytesMax;
  private boolean ended;
  private @Nullable SashException failure;

  StandardInputSpool(InputStream stream) {
    this.stream = stream;
  }

  /**
   * A reader at the beginning of the input.
   *
   * @param limitBytes how much may be kept; of several readers the largest counts
   */
  ByteInput open(long limitBytes) throws IOException {
    synchronized (moved) {
      bytesMax = Math.max(bytesMax, limitBytes);
      RandomAccessFile spool = file;
      if (spool == null) {
        spool = start();
        file = spool;
      }
      return new Reader(spool);
    }
  }

  private RandomAccessFile start() throws IOException {
    Path path = Files.createTempFile("sash-stdin-", ".spool");
    OutputStream out = Files.newOutputStream(path);
    RandomAccessFile spool = new RandomAccessFile(path.toFile(), "r");
    if (!path.toFile().delete()) {
      path.toFile().deleteOnExit();
    }
    Thread thread = new Thread(() -> copy(out), "sash-stdin");
    thread.setDaemon(true);
    thread.start();
    return spool;
  }

  private void copy(OutputStream spool) {
    SashException problem = null;
    try (OutputStream out = spool) {
      InputStream plain = GzipDetector.plain(stream);
      byte[] chunk = new byte[CHUNK_BYTES];
      int count = plain.read(chunk);
      while (count >= 0 && problem == null) {
        out.write(chunk, 0, count);
        problem = advance(count);
        count = problem == null ? plain.read(chunk) : -1;
      }
    } catch (IOException e) {
      problem =
          SashException.of(ErrorCode.FILE, "stdin cannot be read to its end: " + e.getMessage())
              .causedBy(e);
    }
    synchronized (moved) {
      failure = problem;
      ended = true;
      moved.notifyAll();
    }
  }

  /** Lets readers see more bytes; the error when they are too many. */
  private @Nullable SashException advance(int bytes) {
    synchronized (moved) {
      spooledBytes += bytes;
      moved.notifyAll();
      return spooledBytes <= bytesMax
          ? null
          : SashException.of(
                  ErrorCode.LIMIT_EXCEEDED, "stdin is longer than spool_bytes = " + bytesMax)
              .hint(
                  "it is kept in a temporary file for views that come later; write a larger"
                      + " spool_bytes if the disk has room");
    }
  }

  /** One reader's position in the file. */
  private final class Reader implements ByteInput {
    private final RandomAccessFile spool;
    private long position;
    private boolean awake; // guarded by moved

    Reader(RandomAccessFile spool) {
      this.spool = spool;
    }

    @Override
    public int read(byte[] into, int from, int length) throws IOException {
      long ready;
      synchronized (moved) {
        ready = spooledBytes - position;
        if (ready == 0) {
          if (failure != null) {
            throw failure;
          }
          return ended ? END : NONE_YET;
        }
      }
      int count;
      synchronized (spool) {
        spool.seek(position);
        count = spool.read(into, from, (int) Math.min(length, ready));
      }
      position += count;
      return count;
    }

    @Override
    @SuppressWarnings("WaitNotInLoop") // a poll may end early, the caller polls again
    public void await(long maxWaitMillis) throws InterruptedException {
      synchronized (moved) {
        if (spooledBytes == position && !ended && !awake && maxWaitMillis > 0) {
          moved.wait(maxWaitMillis);
        }
      }
    }

    @Override
    public void wake() {
      synchronized (moved) {
        awake = true;
        moved.notifyAll();
      }
    }

    @Override
    public void close() {
      // The file stays open for readers that come later.
    }
  }
}
