package dev.sash.connector.file;

import dev.sash.connector.format.InputRows;
import dev.sash.data.ColumnBatch;
import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import dev.sash.runtime.Source;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * {@code follow = true}: what the files hold, then what is added to them. Between two looks that
 * find nothing it waits; nothing else keeps time here, so a test that polls without waiting sees
 * each change at once.
 */
final class FollowSource implements Source {
  private final FollowedFiles files;
  private final InputRows rows;
  private final long intervalMillis;
  private final Object closing = new Object();
  private boolean quiet;
  private boolean behind;
  private volatile boolean closed;

  /**
   * A source at the beginning of all files.
   *
   * @param intervalMillis how long to wait after a look that has found nothing
   */
  FollowSource(FollowedFiles files, InputRows rows, long intervalMillis) {
    this.files = files;
    this.rows = rows;
    this.intervalMillis = intervalMillis;
  }

  @Override
  @SuppressWarnings("WaitNotInLoop") // a poll may end early, the caller polls again
  public @Nullable ColumnBatch poll(long maxWaitMillis) throws InterruptedException {
    synchronized (closing) {
      if (quiet && !closed && maxWaitMillis > 0) {
        closing.wait(Math.min(maxWaitMillis, intervalMillis));
      }
      return closed ? null : next();
    }
  }

  private @Nullable ColumnBatch next() {
    try {
      if (!behind) {
        files.look();
      }
      files.read();
    } catch (IOException e) {
      throw SashException.of(
              ErrorCode.FILE, "the files cannot be followed any longer: " + e.getMessage())
          .causedBy(e);
    }
    behind = rows.isFull();
    quiet = rows.isEmpty();
    return quiet ? null : rows.build();
  }

  @Override
  public boolean isAtEnd() {
    return closed;
  }

  @Override
  public void close() {
    synchronized (closing) {
      if (closed) {
        return;
      }
      closed = true;
      closing.notifyAll();
      try {
        files.close();
      } catch (IOException e) {
        throw SashException.of(ErrorCode.FILE, "a file did not close: " + e.getMessage())
            .causedBy(e);
      }
    }
  }
}
