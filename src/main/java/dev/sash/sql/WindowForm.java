package dev.sash.sql;

/** Where a window function was written. */
public enum WindowForm {
  /** {@code GROUP BY SESSION(...)}: per key of the group, of the rows that WHERE leaves. */
  GROUP,

  /** {@code FROM s, LATERAL TABLE(SESSION(...))}: per key of the group. */
  LATERAL,

  /** {@code FROM TABLE(SESSION(TABLE s PARTITION BY k, ...))}: per key of PARTITION BY. */
  TABLE
}
