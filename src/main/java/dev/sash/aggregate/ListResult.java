package dev.sash.aggregate;

import dev.sash.data.ColumnBuilder;
import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import java.util.Map;

/**
 * LISTAGG: texts one after the other.
 *
 * @param order of the texts
 * @param separator stands between two texts
 * @param distinct whether each text is there once, where it would come first
 */
record ListResult(ElementOrder order, String separator, boolean distinct) implements CountedResult {
  /** What the database can hold in one value. */
  static final int LENGTH_MAX = 1 << 20;

  @Override
  public void append(Map<Object, Long> counts, ColumnBuilder out) {
    if (counts.isEmpty()) {
      out.appendNull();
      return;
    }
    StringBuilder list = new StringBuilder();
    for (Map.Entry<Object, Long> text : order.sorted(counts, distinct)) {
      for (long rows = text.getValue(); rows > 0; rows--) {
        list.append(separator).append((String) text.getKey());
        requireLength(list.length() - separator.length(), "list of LISTAGG");
      }
    }
    out.appendObject(list.substring(separator.length()));
  }

  /** Complains about what the database could not hold. */
  static void requireLength(int length, String what) {
    if (length > LENGTH_MAX) {
      throw SashException.of(
              ErrorCode.LIMIT_EXCEEDED,
              "a " + what + " is longer than " + LENGTH_MAX + " characters")
          .hint("list DISTINCT values, fewer of them with FILTER, or those of smaller windows");
    }
  }
}
