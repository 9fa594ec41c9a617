package dev.sash.session;

import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;

/** Says in the user's words why a query failed while it ran. */
final class QueryFailure {
  private QueryFailure() {}

  /** The error of a query for what its thread threw. */
  static SashException of(String name, Throwable cause) {
    if (cause instanceof SashException known) {
      return known;
    }
    if (cause instanceof OutOfMemoryError) {
      return SashException.of(ErrorCode.LIMIT_EXCEEDED, "query \"" + name + "\" ran out of memory")
          .hint("lower max_state_bytes or view_rows, or give the process more memory with -Xmx");
    }
    ErrorCode code = RowFailure.codeOf(cause);
    if (code != ErrorCode.INTERNAL) {
      return SashException.of(code, RowFailure.reason(cause)).causedBy(cause);
    }
    return SashException.internal("query \"" + name + "\": " + cause, cause);
  }
}
