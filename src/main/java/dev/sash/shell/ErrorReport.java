package dev.sash.shell;

import dev.sash.error.ErrorKind;
import dev.sash.error.SashException;
import dev.sash.error.SourceSpan;
import dev.sash.error.Suggestion;
import dev.sash.sql.StatementText;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * An error as a person reads it, at its place in the script rather than in the statement:
 *
 * <pre>
 * report.sql:12: line 12, column 8: column "prce" not found in stream "trades" [42703]
 *   SELECT prce
 *          ^^^^
 * Hint: did you mean "price"?
 * </pre>
 */
final class ErrorReport {
  private static final String TABLE_NOT_FOUND = "42S02";

  private final Script script;
  private final StatementText statement;
  private final Supplier<List<String>> names;

  /** {@code names} gives the relations there are, for "did you mean". */
  ErrorReport(Script script, StatementText statement, Supplier<List<String>> names) {
    this.script = script;
    this.statement = statement;
    this.names = names;
  }

  /** What to print about a statement that JDBC refused. */
  String of(SQLException error) {
    for (Throwable cause = error; cause != null; cause = cause.getCause()) {
      if (cause instanceof SashException own) {
        return of(own);
      }
    }
    DatabaseMessage message = DatabaseMessage.of(error, statement.sql());
    String missing = TABLE_NOT_FOUND.equals(error.getSQLState()) ? message.missing() : null;
    String hint = missing == null ? null : Suggestion.didYouMean(missing, names.get());
    return report(message.text(), error.getSQLState(), message.span(), hint);
  }

  /** What to print about an error of Sash's; a bug keeps its stack trace. */
  String of(SashException error) {
    String report = report(error.message(), error.code().sqlState(), error.span(), error.hint());
    return error.code().kind() == ErrorKind.INTERNAL ? report + "\n" + stackTrace(error) : report;
  }

  private String report(
      String message, @Nullable String state, @Nullable SourceSpan span, @Nullable String hint) {
    SourceSpan place = span == null ? null : span.shifted(statement.line(), statement.column());
    StringBuilder text = new StringBuilder();
    if (script.name() != null) {
      int line = place == null ? statement.line() : place.line();
      text.append(script.name()).append(':').append(line).append(": ");
    }
    if (place != null) {
      text.append("line ").append(place.line());
      text.append(", column ").append(place.column()).append(": ");
    }
    text.append(message);
    if (state != null) {
      text.append(" [").append(state).append(']');
    }
    if (place != null) {
      text.append(place.excerpt(script.text()));
    }
    if (hint != null) {
      text.append("\nHint: ").append(hint);
    }
    return text.toString();
  }

  private static String stackTrace(Throwable error) {
    StringWriter text = new StringWriter();
    error.printStackTrace(new PrintWriter(text));
    return text.toString().stripTrailing();
  }
}
