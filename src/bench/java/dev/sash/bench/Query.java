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
  /** The ten keys of each window with the greatest sums. */
  T("COUNT(*) AS n, SUM(v) AS s, AVG(v) AS a", ""),
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
    return this == T
        ? "SELECT k, window_end, n, s, a FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY window_end"
            + " ORDER BY s DESC) AS place FROM (SELECT k, window_start, window_end, "
            + aggregates
            + " FROM TABLE(HOP(TABLE s, DESCRIPTOR(ts), %s, %s)) GROUP BY k, window_start,"
            + " window_end)) WHERE place <= 10 EMIT ON CLOSE"
        : plainSql();
  }

  private String plainSql() {
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
