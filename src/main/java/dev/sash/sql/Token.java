package dev.sash.sql;

import dev.sash.error.SourceSpan;
import java.util.Locale;

/**
 * A token of SQL text, H2's or Sash's.
 *
 * @param text as written, quotes included
 * @param offset of its first character in the scanned text
 * @param line counted from 1
 * @param column counted from 1, in characters
 */
public record Token(Kind kind, String text, int offset, int line, int column) {

  /** What a token is. */
  public enum Kind {
    /** A keyword or an unquoted name. */
    WORD,
    /** A name in double quotes or backticks. */
    QUOTED_NAME,
    /** A string in any of its notations, {@code $$..$$} and {@code E'..'} included. */
    STRING,
    /** A number without its sign. */
    NUMBER,
    /** A question mark. */
    PARAMETER,
    /** An operator or a separator. */
    SYMBOL,
    /** A comment; {@link SqlScanner#tokens} leaves them out. */
    COMMENT,
    /** A string, name or comment that the text ends inside of. */
    UNTERMINATED
  }

  /** The offset after its last character. */
  public int end() {
    return offset + text.length();
  }

  /** Whether it is this symbol, or this word in any case. */
  public boolean is(String wordOrSymbol) {
    return (kind == Kind.WORD || kind == Kind.SYMBOL) && text.equalsIgnoreCase(wordOrSymbol);
  }

  /** The name it stands for: unquoted as written, quoted without its quotes. */
  public String name() {
    if (kind != Kind.QUOTED_NAME) {
      return text;
    }
    String quote = text.substring(0, 1);
    return text.substring(1, text.length() - 1).replace(quote + quote, quote);
  }

  /**
   * What rules about neighbours look at: words in upper case, symbols as they are, and one stand-in
   * each for quoted names, strings and numbers.
   */
  String shape() {
    switch (kind) {
      case WORD:
        return text.toUpperCase(Locale.ROOT);
      case QUOTED_NAME:
        return "\"";
      case STRING:
        return "'";
      case NUMBER:
        return "0";
      case PARAMETER, SYMBOL, COMMENT, UNTERMINATED:
        return text;
    }
    throw new AssertionError(kind);
  }

  /** Its place, within one line. */
  public SourceSpan span() {
    int newline = text.indexOf('\n');
    int width = newline < 0 ? text.length() : newline;
    return new SourceSpan(line, column, line, column + Math.max(1, width) - 1);
  }
}
