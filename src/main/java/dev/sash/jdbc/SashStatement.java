package dev.sash.jdbc;

import java.sql.Statement;

/**
 * What a statement of Sash can tell beyond JDBC; found by {@code
 * statement.unwrap(SashStatement.class)}.
 */
public interface SashStatement extends Statement {

  /**
   * What the last execution did, in one line for a person: {@code created stream "edits"}; empty
   * when its rows say it or when H2 ran the statement.
   */
  String message();
}
