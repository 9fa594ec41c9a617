package dev.sash.jdbc;

import java.sql.Connection;

/**
 * What a connection of Sash can tell beyond JDBC; found by {@code
 * connection.unwrap(SashConnection.class)}.
 */
public interface SashConnection extends Connection {

  /** Whether Sash answers the statement itself; if not, H2 gets it untouched. */
  boolean acceptsStreaming(String sql);

  /** Whether the statement is a continuous query over an input without an end. */
  boolean readsEndlessly(String sql);
}
