package dev.sash.shell;

import dev.sash.error.SashException;
import dev.sash.sql.StatementSplitter;
import dev.sash.sql.StatementText;
import java.sql.SQLException;

/** Runs scripts statement by statement and stops at the first that fails. */
final class ScriptRunner {
  private final StatementRunner statements;
  private final ShellOutput output;
  private final boolean echo;

  /** {@code echo} prints each statement before it runs. */
  ScriptRunner(StatementRunner statements, ShellOutput output, boolean echo) {
    this.statements = statements;
    this.output = output;
    this.echo = echo;
  }

  /** Runs a script; false, after a report, when a statement failed. */
  boolean run(Script script) {
    for (StatementText statement : StatementSplitter.split(script.text())) {
      if (!run(script, statement)) {
        return false;
      }
    }
    return true;
  }

  private boolean run(Script script, StatementText statement) {
    ErrorReport report = new ErrorReport(script, statement, statements::relationNames);
    try {
      if (echo) {
        output.out().line(statement.sql() + ";");
      }
      statements.run(statement.sql());
      return true;
    } catch (SQLException e) {
      output.error(report.of(e));
    } catch (SashException e) {
      output.error(report.of(e));
    } catch (OutputClosedException e) {
      throw e;
    } catch (RuntimeException e) {
      output.error(report.of(SashException.internal("the statement broke the shell", e)));
    }
    return false;
  }
}
