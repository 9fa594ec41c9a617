package dev.sash.session;

import dev.sash.data.ColumnBatch;
import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import dev.sash.runtime.SinkWriter;
import dev.sash.view.RowStream;
import dev.sash.view.View;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Writes the changes of a view to where its sink says, on a thread of its own. It reads what {@code
 * changes.v} keeps: a sink that is slow holds nobody up, but for inputs that end, which can wait;
 * and when the changelog has overrun it, it fails and says so.
 *
 * <p>While the other side does not answer, it tries again after a while that grows from a tenth of
 * a second to five, for as long as it was told to.
 */
final class RunningSink implements AutoCloseable {
  private static final System.Logger LOGGER = System.getLogger(RunningSink.class.getName());
  private static final long FIRST_PAUSE_MILLIS = 100;
  private static final long LONGEST_PAUSE_MILLIS = 5_000;
  private static final int ROWS_MOST = 4_096;
  private static final long CLOSE_MILLIS = 2_000;

  private final String name;
  private final View view;
  private final SinkShape shape;
  private final @Nullable SentRows sent;
  private final SinkWriter writer;
  private final long retryMillis;
  private final long before;
  private final RowStream changes;
  private final Thread thread;
  private final Object progress = new Object();

  // guarded by progress
  private long position = -1;
  private long rowsWritten;
  private boolean ended;
  private boolean closed;
  private @Nullable String trouble;
  private @Nullable SashException failure;

  /**
   * A sink that {@link #start} sets going.
   *
   * @param sent what has been sent, for {@link SinkMode#DELTA}
   * @param retryMillis how long to try when the other side does not answer
   */
  RunningSink(
      String name,
      View view,
      SinkShape shape,
      @Nullable SentRows sent,
      SinkWriter writer,
      long retryMillis) {
    this.name = name;
    this.view = view;
    this.shape = shape;
    this.sent = sent;
    this.writer = writer;
    this.retryMillis = retryMillis;
    before = view.lastSequence();
    changes = view.subscribeAwaited(closedRows -> {});
    thread = new Thread(this::run, "sash-sink-" + name);
    thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  private void run() {
    SashException problem = null;
    try {
      if (!changes.awaitReady(0)) {
        reached(before, 0);
      }
      for (ColumnBatch batch = changes.next(); batch != null; batch = changes.next()) {
        for (int from = 0; from < batch.rowCount(); from += ROWS_MOST) {
          write(slice(batch, from, Math.min(batch.rowCount(), from + ROWS_MOST)));
        }
      }
    } catch (InterruptedException e) {
      LOGGER.log(Level.DEBUG, "sink interrupted: name={0}", name);
    } catch (SashException e) {
      problem = e;
    } catch (RuntimeException | Error e) {
      problem = SashException.internal("sink \"" + name + "\" failed", e);
      LOGGER.log(Level.ERROR, "sink failed: name=" + name, e);
    } finally {
      end(problem);
    }
  }

  private void end(@Nullable SashException problem) {
    changes.close();
    SashException cause = problem;
    try {
      writer.close();
    } catch (SashException e) {
      cause = cause == null ? e : cause;
    }
    synchronized (progress) {
      failure = closed ? null : cause;
      ended = true;
      progress.notifyAll();
    }
  }

  private static ColumnBatch slice(ColumnBatch batch, int from, int to) {
    return from == 0 && to == batch.rowCount()
        ? batch
        : batch.gather(IntStream.range(from, to).toArray(), to - from);
  }

  private void write(ColumnBatch changed) throws InterruptedException {
    int written = 0;
    int[] chosen =
        IntStream.range(0, changed.rowCount()).filter(row -> isMeant(changed, row)).toArray();
    if (chosen.length > 0) {
      ColumnBatch meant = changed.gather(chosen, chosen.length);
      boolean[] removed = is(meant, "-D");
      ColumnBatch rows = meant.project(shape.schema(), shape.columns());
      if (sent != null) {
        rows = sent.differences(rows, removed, is(meant, "+I"));
        removed = new boolean[rows.rowCount()];
      }
      written = rows.rowCount();
      if (written > 0) {
        writeAgainAndAgain(rows, removed);
      }
    }
    reached(changed.longs(SinkShape.SEQUENCE).values()[changed.rowCount() - 1], written);
  }

  private void reached(long sequence, int written) {
    synchronized (progress) {
      position = Math.max(position, sequence);
      rowsWritten += written;
      progress.notifyAll();
    }
  }

  private boolean isMeant(ColumnBatch changed, int row) {
    if (shape.mode() != SinkMode.APPEND) {
      return true;
    }
    return "FINAL".equals(changed.value(row, SinkShape.KIND))
        && !"-D".equals(changed.value(row, SinkShape.OPERATION));
  }

  private static boolean[] is(ColumnBatch changed, String operation) {
    boolean[] is = new boolean[changed.rowCount()];
    for (int row = 0; row < is.length; row++) {
      is[row] = operation.equals(changed.value(row, SinkShape.OPERATION));
    }
    return is;
  }

  private void writeAgainAndAgain(ColumnBatch rows, boolean[] removed) throws InterruptedException {
    long pause = FIRST_PAUSE_MILLIS;
    for (long waited = 0; ; waited += pause, pause = Math.min(2 * pause, LONGEST_PAUSE_MILLIS)) {
      try {
        writer.write(rows, removed);
        say(null);
        return;
      } catch (IOException e) {
        String text = String.valueOf(e.getMessage());
        if (waited >= retryMillis) {
          throw SashException.of(
                  ErrorCode.WRONG_STATE,
                  "sink \"" + name + "\" gave up after " + waited + " ms: " + text)
              .hint("DROP SINK " + name + ", and create it again when the other side is there")
              .causedBy(e);
        }
        say(text);
        pause(pause);
      }
    }
  }

  private void say(@Nullable String text) {
    synchronized (progress) {
      trouble = text;
    }
  }

  @SuppressWarnings("WaitNotInLoop") // trying too early does no harm
  private void pause(long millis) throws InterruptedException {
    synchronized (progress) {
      if (!closed) {
        progress.wait(millis);
      }
    }
  }

  /** Waits until all changes that the view shows now are written, or no more will be. */
  void awaitWritten() throws InterruptedException {
    long wanted = view.lastSequence();
    synchronized (progress) {
      while (position < wanted && !ended) {
        progress.wait();
      }
      if (failure != null) {
        throw failure;
      }
    }
  }

  /** RUNNING, COMPLETED or FAILED. */
  String state() {
    synchronized (progress) {
      return failure != null ? "FAILED" : ended ? "COMPLETED" : "RUNNING";
    }
  }

  long rowsWritten() {
    synchronized (progress) {
      return rowsWritten;
    }
  }

  /** Why it has failed, or why it tries again, or null. */
  @Nullable String error() {
    synchronized (progress) {
      return failure != null ? failure.message() : trouble;
    }
  }

  @Override
  public void close() {
    synchronized (progress) {
      closed = true;
      progress.notifyAll();
    }
    changes.close();
    thread.interrupt();
    awaitThread();
  }

  /** A write that is under way may end; one that hangs is left alone. */
  private void awaitThread() {
    try {
      thread.join(CLOSE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
