package dev.sash.session;

import dev.sash.time.TimestampText;

/** Numbers and instants in sentences. */
final class Sentences {
  private Sentences() {}

  /** {@code 2026-01-31 10:00:00}, with milliseconds only where there are some. */
  static String at(long millis) {
    return TimestampText.format(millis, Math.floorMod(millis, 1000) == 0 ? 0 : 3);
  }

  /** {@code all 120 rows were}, {@code the only row was}. */
  static String allRows(long count, String verb, String oneVerb) {
    return count == 1 ? "the only row " + oneVerb : "all " + count + " rows " + verb;
  }

  /** {@code 1 row}, {@code 120 rows}. */
  static String count(long count, String noun) {
    return count + " " + noun + (count == 1 ? "" : "s");
  }
}
