package dev.sash.jdbc;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The runs of one connection that are not over, so that closing the connection ends them.
 * Thread-safe.
 */
final class Executions {
  private final StreamingSession session;
  private final Set<Execution> unfinished = ConcurrentHashMap.newKeySet();

  Executions(StreamingSession session) {
    this.session = session;
  }

  /** The session that runs them. */
  StreamingSession session() {
    return session;
  }

  /** A run that is about to start. */
  Execution prepare(String sql, int timeoutSeconds) {
    Execution execution = new Execution(this, sql, timeoutSeconds);
    unfinished.add(execution);
    return execution;
  }

  /** The run is over. */
  void remove(Execution execution) {
    unfinished.remove(execution);
  }

  /** Ends whatever still runs or gives rows. */
  void cancelAll() {
    for (Execution execution : unfinished) {
      execution.cancel();
      execution.finish();
    }
  }
}
