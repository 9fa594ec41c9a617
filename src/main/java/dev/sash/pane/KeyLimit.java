package dev.sash.pane;

import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import java.util.Locale;

/** The limit on the keys that a query has at a time. */
public final class KeyLimit {
  private KeyLimit() {}

  /** The error of a query that has more keys than it may have. */
  public static SashException exceeded(int keysMax) {
    return SashException.of(
            ErrorCode.LIMIT_EXCEEDED,
            String.format(Locale.ROOT, "the query has more than %,d keys at a time", keysMax))
        .hint(
            "raise it with SET "
                + KeyIndex.SETTING
                + ", group by fewer columns, or filter with WHERE before grouping");
  }
}
