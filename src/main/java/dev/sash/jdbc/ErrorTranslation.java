package dev.sash.jdbc;

import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLSyntaxErrorException;
import java.sql.SQLTimeoutException;
import org.jspecify.annotations.Nullable;

/** Turns Sash's exception into JDBC's, of the subclass that its SQLSTATE asks for. */
final class ErrorTranslation {
  private ErrorTranslation() {}

  /**
   * The JDBC exception: its message shows the place in the statement, its cause is Sash's own.
   *
   * @param sql the statement, or null when it is not at hand
   */
  static SQLException toSqlException(SashException error, @Nullable String sql) {
    String message = error.render(sql);
    String state = error.code().sqlState();
    if (error.code() == ErrorCode.CANCELED) {
      return new SQLTimeoutException(message, state, error);
    }
    return switch (state.substring(0, 2)) {
      case "08" -> new SQLNonTransientConnectionException(message, state, error);
      case "0A" -> new SQLFeatureNotSupportedException(message, state, error);
      case "22" -> new SQLDataException(message, state, error);
      case "42" -> new SQLSyntaxErrorException(message, state, error);
      default -> new SQLException(message, state, error);
    };
  }

  /**
   * What a caller of JDBC gets to see of a failure: H2's exceptions as they are, unless H2 only
   * carried one of Sash's, which happens when it reads a view that has failed.
   */
  static Throwable unwrapped(Throwable failure, @Nullable String sql) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof SashException error) {
        return toSqlException(error, failure == error ? sql : null);
      }
    }
    return failure;
  }
}
