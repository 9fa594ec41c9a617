package dev.sash.error;

/**
 * A place in the text of a statement. Lines and columns count from 1, both ends included; columns
 * count characters.
 */
public record SourceSpan(int line, int column, int endLine, int endColumn) {

  public SourceSpan {
    if (line < 1 || column < 1) {
      throw new IllegalArgumentException(
          "a span starts at 1, 1 or later: line=" + line + ", column=" + column);
    }
  }

  /** A single character. */
  public static SourceSpan at(int line, int column) {
    return new SourceSpan(line, column, line, column);
  }

  /** The same place when this statement starts at the given line and column of a script. */
  public SourceSpan shifted(int startLine, int startColumn) {
    return new SourceSpan(
        line + startLine - 1,
        line == 1 ? column + startColumn - 1 : column,
        endLine + startLine - 1,
        endLine == 1 ? endColumn + startColumn - 1 : endColumn);
  }

  /**
   * The first line of the place in its text and carets under it, each after a line break and two
   * spaces; empty when the text has no such line.
   */
  public String excerpt(String text) {
    String[] lines = text.split("\n", -1);
    if (line > lines.length) {
      return "";
    }
    String source = lines[line - 1].replace("\r", "");
    int start = Math.min(column - 1, source.length());
    int end = endLine > line ? source.length() : Math.min(endColumn, source.length());
    int width = Math.max(1, end - start);
    return "\n  " + source.replace('\t', ' ') + "\n  " + " ".repeat(start) + "^".repeat(width);
  }
}
