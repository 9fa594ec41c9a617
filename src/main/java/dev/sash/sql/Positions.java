package dev.sash.sql;

import dev.sash.error.SourceSpan;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/** Calcite's positions as spans. Both count from 1 and include both ends. */
public final class Positions {
  private Positions() {}

  /** The place of a position, or null for a node that no text stands behind. */
  public static @Nullable SourceSpan span(@Nullable SqlParserPos position) {
    if (position == null || position.getLineNum() < 1 || position.getColumnNum() < 1) {
      return null;
    }
    return new SourceSpan(
        position.getLineNum(),
        position.getColumnNum(),
        position.getEndLineNum(),
        position.getEndColumnNum());
  }

  /** The place of a node, or null when it was not written but made. */
  public static @Nullable SourceSpan span(SqlNode node) {
    return span(node.getParserPosition());
  }

  /** The place of something that was certainly written. */
  static SourceSpan written(SqlParserPos position) {
    SourceSpan span = span(position);
    if (span == null) {
      throw new IllegalArgumentException("a parsed node has a place: position=" + position);
    }
    return span;
  }
}
