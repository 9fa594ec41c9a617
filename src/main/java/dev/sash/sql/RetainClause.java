package dev.sash.sql;

import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import dev.sash.error.SourceSpan;

/** How much a view keeps. */
public sealed interface RetainClause {

  /** Where it stands. */
  SourceSpan span();

  /** Rows whose window ended less than this before the newest event time. */
  record Age(long millis, SourceSpan span) implements RetainClause {
    public Age {
      if (millis <= 0) {
        throw SashException.at(
            span, ErrorCode.SYNTAX, "RETAIN needs an interval above zero, found " + millis + " ms");
      }
    }
  }

  /** Rows of the newest windows. */
  record Windows(int count, SourceSpan span) implements RetainClause {
    public Windows {
      if (count <= 0) {
        throw SashException.at(
            span, ErrorCode.SYNTAX, "RETAIN needs at least 1 window, found " + count);
      }
    }
  }

  /** The newest row of each key. */
  record Latest(SourceSpan span) implements RetainClause {}

  /** Every row, up to the bound of rows per view. */
  record All(SourceSpan span) implements RetainClause {}
}
