package dev.sash.bench;

import java.util.Locale;

/**
 * One case: which rows there are and what is asked of them.
 *
 * @param query what is computed
 * @param keys how many distinct keys
 * @param skewed whether few keys have most of the rows (Zipf, exponent 1), else all have as many
 * @param sizeMillis length of a window
 * @param slideMillis distance of windows
 * @param rows how many rows
 * @param seed two runs with one seed have the same rows
 */
record Workload(
    Query query,
    int keys,
    boolean skewed,
    long sizeMillis,
    long slideMillis,
    long rows,
    long seed) {

  /** Windows that a row is in. */
  int ratio() {
    return (int) (sizeMillis / slideMillis);
  }

  Workload withRows(long count) {
    return new Workload(query, keys, skewed, sizeMillis, slideMillis, count, seed);
  }

  /** The query as a user writes it. */
  String sql() {
    return String.format(Locale.ROOT, query.sql(), interval(slideMillis), interval(sizeMillis));
  }

  private static String interval(long millis) {
    return "INTERVAL '" + millis / 1000 + "' SECOND";
  }
}
