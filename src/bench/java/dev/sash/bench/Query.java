package dev.sash.bench;

/** What the benchmark computes: SQL with places for the slide and the size. */
enum Query {
  /** All of the five usual aggregates. */
  Q("COUNT(*), SUM(v), AVG(v), MIN(v), MAX(v)", ""),
  /** Those that can be subtracted. */
  D("COUNT(*), SUM(v), AVG(v)", ""),
  /** Exact distinct values. */
  U("COUNT(*), COUNT(DISTINCT n)", ""),
  /** As {@link #Q}, with the windows of the moment shown every second of event time. */
  E("COUNT(*), SUM(v), AVG(v), MIN(v), MAX(v)", " EMIT EVERY INTERVAL '1' SECOND EVENT TIME"),
  /** Sessions with a gap of half a minute. */
  S("COUNT(*), SUM(v), AVG(v), MIN(v), MAX(v)", ""),
  /** As {@link #Q} for all rows together. */
  G("COUNT(*), SUM(v), AVG(v), MIN(v), MAX(v)", "");

  private final String aggregates;
  private final String emit;

  Query(String aggregates, String emit) {
    this.aggregates = aggregates;
    this.emit = emit;
  }

  /** Whether it is sums, and perhaps extremes, of each key over {@code HOP} when it closes. */
  boolean isHopOfSums() {
    return this == Q || this == D;
  }

  String sql() {
    String window =
        this == S
            ? "SESSION(TABLE s PARTITION BY k, DESCRIPTOR(ts), INTERVAL '30' SECOND)"
            : "HOP(TABLE s, DESCRIPTOR(ts), %s, %s)";
    return (this == G ? "SELECT 'all' AS k, window_end, " : "SELECT k, window_end, ")
        + aggregates
        + " FROM TABLE("
        + window
        + (this == G ? ") GROUP BY " : ") GROUP BY k, ")
        + "window_start, window_end"
        + (emit.isEmpty() ? " EMIT ON CLOSE" : emit);
  }
}
