package dev.sash.database;

import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import java.sql.SQLException;
import org.h2.jdbc.JdbcSQLNonTransientException;
import org.h2.jdbc.JdbcSQLSyntaxErrorException;
import org.h2.message.DbException;

/**
 * Carries errors over the border. A {@link SashException} that leaves through the database is the
 * cause of the {@link SQLException} that a client gets, with its SQLSTATE.
 */
final class H2Errors {
  private H2Errors() {}

  /** The error as the database throws it. */
  static DbException outward(SashException error) {
    String text = error.hint() == null ? error.message() : error.message() + "; " + error.hint();
    return DbException.convert(
        new JdbcSQLNonTransientException(text, null, error.code().sqlState(), 0, error, null));
  }

  /** The answer to a statement that was cancelled or ran into its time-out. */
  static DbException canceled() {
    return DbException.get(org.h2.api.ErrorCode.STATEMENT_WAS_CANCELED);
  }

  /** An error of the database as one of Sash's own. */
  static SashException inward(SQLException error) {
    for (Throwable cause = error; cause != null; cause = cause.getCause()) {
      if (cause instanceof SashException own) {
        return own;
      }
    }
    String text =
        error instanceof org.h2.jdbc.JdbcException known
            ? known.getOriginalMessage()
            : String.valueOf(error.getMessage());
    return SashException.of(code(error), text).causedBy(error);
  }

  private static ErrorCode code(SQLException error) {
    return switch (error.getErrorCode()) {
      case org.h2.api.ErrorCode.TABLE_OR_VIEW_ALREADY_EXISTS_1,
          org.h2.api.ErrorCode.VIEW_ALREADY_EXISTS_1,
          org.h2.api.ErrorCode.DUPLICATE_COLUMN_NAME_1 ->
          ErrorCode.DUPLICATE_NAME;
      case org.h2.api.ErrorCode.TABLE_OR_VIEW_NOT_FOUND_1,
          org.h2.api.ErrorCode.TABLE_OR_VIEW_NOT_FOUND_WITH_CANDIDATES_2,
          org.h2.api.ErrorCode.TABLE_OR_VIEW_NOT_FOUND_DATABASE_EMPTY_1 ->
          ErrorCode.RELATION_NOT_FOUND;
      case org.h2.api.ErrorCode.CANNOT_DROP_2 -> ErrorCode.DEPENDENT_OBJECTS;
      case org.h2.api.ErrorCode.DATABASE_IS_CLOSED, org.h2.api.ErrorCode.OBJECT_CLOSED ->
          ErrorCode.CLOSED;
      default ->
          error instanceof JdbcSQLSyntaxErrorException ? ErrorCode.SYNTAX : ErrorCode.INTERNAL;
    };
  }
}
