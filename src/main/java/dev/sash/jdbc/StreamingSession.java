package dev.sash.jdbc;

import dev.sash.session.Result;
import dev.sash.view.RowStream;
import java.sql.Connection;

/**
 * What the driver needs of a session. Methods throw {@link dev.sash.error.SashException}; all but
 * {@link #cancel} are called by the connection's thread.
 */
interface StreamingSession extends AutoCloseable {

  /** The H2 connection behind it. */
  Connection connection();

  /** Whether the statement is one of Sash's own. */
  boolean accepts(String sql);

  /** Runs a statement of Sash's own. */
  Result execute(String sql);

  /** Ends what {@link #execute} is doing; from any thread. */
  void cancel();

  /** H2 SQL that gives the rows as a result set of H2's; valid once. */
  String registerRows(RowStream rows);

  /** Whether the statement is a continuous query over an input without an end. */
  boolean readsEndlessly(String sql);

  /** Closes the session, its H2 connection, and whatever lives only as long as it. */
  @Override
  void close();
}
