package dev.sash.shell;

import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import dev.sash.jdbc.SashConnection;
import dev.sash.jdbc.SashStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Runs one statement after the other on a connection and prints what comes of it. {@link
 * #interrupt} may be called from any thread.
 */
final class StatementRunner {
  private static final Set<String> COUNTED = Set.of("INSERT", "UPDATE", "DELETE", "MERGE");

  private final SashConnection connection;
  private final ShellOutput output;
  private final boolean mayBeEndless;
  private volatile @Nullable Statement running;

  /** {@code mayBeEndless} lets queries run that end only when they are told to. */
  StatementRunner(SashConnection connection, ShellOutput output, boolean mayBeEndless) {
    this.connection = connection;
    this.output = output;
    this.mayBeEndless = mayBeEndless;
  }

  /** The tables, streams and views there are. */
  List<String> relationNames() {
    return RelationNames.of(connection);
  }

  /** Runs a statement to its end and prints its rows, its notices and what it did. */
  void run(String sql) throws SQLException {
    boolean endless = connection.readsEndlessly(sql);
    if (endless && !mayBeEndless) {
      throw SashException.of(
              ErrorCode.WRONG_STATE, "the query would never end, because its input is endless")
          .hint(
              "start the shell with --follow to see its rows as they come, or create a"
                  + " materialized view and select from that");
    }
    try (Statement statement = connection.createStatement()) {
      running = statement;
      boolean hasRows = statement.execute(sql);
      printNotices(statement.getWarnings());
      if (hasRows) {
        try (ResultSet rows = statement.getResultSet()) {
          output.printer().print(rows, endless);
        }
      } else {
        printDone(statement, sql);
      }
    } finally {
      running = null;
      output.out().flush();
    }
  }

  /** Ends the statement that runs, if one does. */
  void interrupt() {
    Statement statement = running;
    if (statement != null) {
      try {
        statement.cancel();
      } catch (SQLException e) {
        output.error("the statement cannot be canceled: " + e.getMessage());
      }
    }
  }

  private void printNotices(@Nullable SQLWarning first) {
    for (SQLWarning warning = first; warning != null; warning = warning.getNextWarning()) {
      output.error("NOTICE: " + warning.getMessage());
    }
  }

  private void printDone(Statement statement, String sql) throws SQLException {
    if (output.isForPrograms()) {
      return;
    }
    String message = statement.unwrap(SashStatement.class).message();
    if (message.isEmpty()) {
      long count = statement.getLargeUpdateCount();
      String word = sql.strip().split("\\W", 2)[0].toUpperCase(Locale.ROOT);
      message = COUNTED.contains(word) ? count + (count == 1 ? " row" : " rows") : "done";
    }
    output.out().line("-- " + message);
  }
}
