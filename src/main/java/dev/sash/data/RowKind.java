package dev.sash.data;

/** How much a result row of a window can still change. */
public enum RowKind {
  /** The window is open: more rows may come. */
  EARLY,
  /** The window has closed: the row as promised by the watermark. */
  FINAL,
  /** A correction after FINAL, within the allowed lateness. */
  LATE
}
