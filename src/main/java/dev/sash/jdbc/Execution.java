package dev.sash.jdbc;

import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import dev.sash.session.Result;
import dev.sash.view.RowStream;
import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One run of a statement of Sash's own, from its start to the end of its rows. It can be ended at
 * any moment, by {@link #cancel} or by its time-out; whoever waits for it then gets an error, never
 * a result that looks complete.
 *
 * <p>{@link #cancel} and {@link #finish} may be called from any thread.
 */
final class Execution {
  private final Executions executions;
  private final String sql;
  private final int timeoutSeconds;
  private final CompletableFuture<Void> finished = new CompletableFuture<>();

  // Guarded by this.
  private boolean executing;
  private @Nullable RowStream rows;
  private @Nullable String end;

  /** A run that has not started; {@code timeoutSeconds} 0 means that it may take any time. */
  Execution(Executions executions, String sql, int timeoutSeconds) {
    this.executions = executions;
    this.sql = sql;
    this.timeoutSeconds = timeoutSeconds;
  }

  /** Runs the statement; its rows, if any, are still to be read. */
  Result run() throws SQLException {
    startTimer();
    synchronized (this) {
      executing = true;
    }
    boolean returned = false;
    try {
      Result result = executions.session().execute(sql);
      synchronized (this) {
        rows = result.rows();
      }
      returned = result.rows() != null;
      throwIfEnded();
      return result;
    } catch (SashException e) {
      throwIfEnded();
      throw ErrorTranslation.toSqlException(e, sql);
    } finally {
      synchronized (this) {
        executing = false;
      }
      if (!returned) {
        finish();
      }
    }
  }

  private void startTimer() {
    if (timeoutSeconds > 0) {
      finished
          .copy()
          .orTimeout(timeoutSeconds, TimeUnit.SECONDS)
          .exceptionally(
              timeout -> {
                end("statement timed out after " + timeoutSeconds + " s");
                return null;
              });
    }
  }

  /** Ends the statement. */
  void cancel() {
    end("statement was canceled");
  }

  private synchronized void end(String reason) {
    if (end != null || finished.isDone()) {
      return;
    }
    end = reason;
    if (rows != null) {
      rows.close();
    } else if (executing) {
      executions.session().cancel();
    }
  }

  /** Throws when the statement was ended before its time. */
  synchronized void throwIfEnded() throws SQLException {
    if (end != null) {
      if (rows != null) {
        rows.close();
      }
      throw ErrorTranslation.toSqlException(SashException.of(ErrorCode.CANCELED, end), sql);
    }
  }

  /** The statement is over and its rows are no longer wanted; idempotent. */
  void finish() {
    finished.complete(null);
    executions.remove(this);
    synchronized (this) {
      if (rows != null) {
        rows.close();
      }
    }
  }

  /** What a caller gets to see of a failure while it reads the rows. */
  Throwable translated(Throwable failure) throws SQLException {
    throwIfEnded();
    return ErrorTranslation.unwrapped(failure, sql);
  }
}
