package dev.sash.session;

import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import dev.sash.error.SourceSpan;
import java.sql.SQLException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Turns an error of the database into one of the catalogue. */
final class DatabaseError {
  private DatabaseError() {}

  static SashException of(SQLException error, @Nullable SourceSpan span) {
    String state = String.valueOf(error.getSQLState());
    String text = String.valueOf(error.getMessage()).replaceAll("; SQL statement:[\\s\\S]*", "");
    String message = text.isEmpty() ? state : lowerFirst(text);
    return SashException.at(span, code(state), message).causedBy(error);
  }

  private static String lowerFirst(String text) {
    return text.substring(0, 1).toLowerCase(Locale.ROOT) + text.substring(1);
  }

  private static ErrorCode code(String state) {
    if (state.startsWith("22")) {
      return ErrorCode.DATA_CONVERSION;
    } else if (state.startsWith("42S02") || state.startsWith("42S03")) {
      return ErrorCode.RELATION_NOT_FOUND;
    } else if (state.startsWith("57014")) {
      return ErrorCode.CANCELED;
    } else if (state.startsWith("42S22")) {
      return ErrorCode.COLUMN_NOT_FOUND;
    } else if (state.startsWith("25006")) {
      return ErrorCode.READ_ONLY;
    }
    return ErrorCode.TYPE_MISMATCH;
  }
}
