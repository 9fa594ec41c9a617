package dev.sash.bench;

/** What the benchmark computes: SQL with places for the slide and the size. */
enum Query {
  /** All of the five usual aggregates. */
  Q("COUNT(*), SUM(v), AVG(v), MIN(v), MAX(v)", "", 4),
  /** Those that can be subtracted. */
  D("COUNT(*), SUM(v), AVG(v)", "", 2),
  /** Exact distinct values. */
  U("COUNT(*), COUNT(DISTINCT n)", "", 0),
  /** As {@link #Q}, with the windows of the moment shown every second of event time. */
  E("COUNT(*), SUM(v), AVG(v), MIN(v), MAX(v)", " EMIT EVERY INTERVAL '1' SECOND EVENT TIME", 0),
  /** Sessions with a gap of half a minute. */
  S("COUNT(*), SUM(v), AVG(v), MIN(v), MAX(v)", "", 0),
  /** As {@link #Q} for all rows together. */
  G("COUNT(*), SUM(v), AVG(v), MIN(v), MAX(v)", "", 0);

  private final String aggregates;
  private final String emit;

  /** Numbers of state that a loop written by hand keeps for a key; 0 when there is none. */
  final int handState;

  Query(String aggregates, String emit, int handState) {
    this.aggregates = aggregates;
    this.emit = emit;
    this.handState = handState;
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
