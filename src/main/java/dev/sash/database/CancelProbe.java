package dev.sash.database;

import org.h2.command.Command;
import org.h2.command.CommandInterface;
import org.h2.command.Prepared;
import org.h2.engine.SessionLocal;
import org.h2.result.ResultInterface;
import org.jspecify.annotations.Nullable;

/**
 * Tells a waiting reader that its statement was cancelled, ran into its time-out, or lost its
 * connection. The database interrupts no threads, so whoever waits has to look; and only a {@link
 * Prepared} may look at both flags.
 */
final class CancelProbe extends Prepared {
  /** How long to wait between two looks. */
  static final long PERIOD_MILLIS = 10;

  private final SessionLocal watched;

  /** A probe for the statement that the session executes now. */
  CancelProbe(SessionLocal session) {
    super(session);
    watched = session;
    // kept, for a result that is fetched later outlives the session's current command
    Command executing = session.getCurrentCommand();
    if (executing != null) {
      setCommand(executing);
    }
  }

  /** Throws when it is time to stop. */
  void check() {
    if (watched.isClosed()) {
      throw H2Errors.canceled();
    }
    checkCanceled();
  }

  @Override
  public boolean isTransactional() {
    return true;
  }

  @Override
  public @Nullable ResultInterface queryMeta() {
    return null;
  }

  @Override
  public int getType() {
    return CommandInterface.UNKNOWN;
  }
}
