package dev.sash.aggregate;

import dev.sash.data.ColumnBuilder;
import java.util.Map;

/** What is made of values and the number of rows that have each. */
@FunctionalInterface
interface CountedResult {

  /**
   * Appends the result.
   *
   * @param counts the values, as of {@link Elements}; none for a group without any
   */
  void append(Map<Object, Long> counts, ColumnBuilder out);
}
