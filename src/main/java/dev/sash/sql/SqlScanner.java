package dev.sash.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Cuts SQL text into tokens, for H2's dialect and Sash's alike, and never fails: what it cannot
 * place is a symbol, and what does not end is {@link Token.Kind#UNTERMINATED}.
 *
 * <p>It loads no class of Calcite, because the shell needs it before its first prompt.
 *
 * <p>Comments are {@code --} and {@code //} to the end of the line and {@code /* *}{@code /}, which
 * nest.
 */
public final class SqlScanner {
  private static final List<String> LONG_SYMBOLS =
      List.of("<=", ">=", "<>", "!=", "||", "=>", "->", "::", ":=", "..", "&&");

  private final String sql;
  private int position;
  private int line = 1;
  private int lineStart;

  private SqlScanner(String sql) {
    this.sql = sql;
  }

  /** The tokens that mean something. */
  public static List<Token> tokens(String sql) {
    return scan(sql).stream().filter(token -> token.kind() != Token.Kind.COMMENT).toList();
  }

  /** All tokens, comments included. */
  public static List<Token> scan(String sql) {
    return new SqlScanner(sql).run();
  }

  private List<Token> run() {
    List<Token> tokens = new ArrayList<>();
    while (true) {
      skipSpace();
      if (position >= sql.length()) {
        return tokens;
      }
      int start = position;
      int startLine = line;
      int startColumn = start - lineStart + 1;
      Token.Kind kind = next();
      countLines(start);
      tokens.add(new Token(kind, sql.substring(start, position), start, startLine, startColumn));
    }
  }

  private void skipSpace() {
    int start = position;
    while (position < sql.length() && Character.isWhitespace(sql.charAt(position))) {
      position++;
    }
    countLines(start);
  }

  private void countLines(int start) {
    for (int i = start; i < position; i++) {
      if (sql.charAt(i) == '\n') {
        line++;
        lineStart = i + 1;
      }
    }
  }

  /** Moves behind the token that starts here. */
  private Token.Kind next() {
    char c = sql.charAt(position);
    if (at("--") || at("//")) {
      int end = sql.indexOf('\n', position);
      position = end < 0 ? sql.length() : end;
      return Token.Kind.COMMENT;
    }
    if (at("/*")) {
      return blockComment();
    }
    if (at("$$")) {
      return upTo("$$", 2, Token.Kind.STRING);
    }
    if (c == '\'') {
      return quoted('\'', 1, Token.Kind.STRING);
    }
    if (c == '"' || c == '`') {
      return quoted(c, 1, Token.Kind.QUOTED_NAME);
    }
    if (isDigit(c) || (c == '.' && isDigit(charAt(position + 1)))) {
      return number();
    }
    if (Character.isJavaIdentifierStart(c)) {
      return wordOrPrefixedString();
    }
    return symbol(c);
  }

  private Token.Kind blockComment() {
    int depth = 0;
    while (position < sql.length()) {
      if (at("/*")) {
        depth++;
        position += 2;
      } else if (at("*/")) {
        depth--;
        position += 2;
        if (depth == 0) {
          return Token.Kind.COMMENT;
        }
      } else {
        position++;
      }
    }
    return Token.Kind.UNTERMINATED;
  }

  private Token.Kind upTo(String terminator, int from, Token.Kind kind) {
    int end = sql.indexOf(terminator, position + from);
    position = end < 0 ? sql.length() : end + terminator.length();
    return end < 0 ? Token.Kind.UNTERMINATED : kind;
  }

  /** Reads up to the closing quote; a doubled quote is part of the text. */
  private Token.Kind quoted(char quote, int from, Token.Kind kind) {
    position += from;
    while (true) {
      int end = sql.indexOf(quote, position);
      if (end < 0) {
        position = sql.length();
        return Token.Kind.UNTERMINATED;
      }
      position = end + 1;
      if (charAt(position) != quote) {
        return kind;
      }
      position++;
    }
  }

  /** {@code E'it\'s'}: here a backslash hides the next character. */
  private Token.Kind escapeString() {
    position += 2;
    while (position < sql.length()) {
      char c = sql.charAt(position++);
      if (c == '\\') {
        position++;
      } else if (c == '\'') {
        if (charAt(position) != '\'') {
          return Token.Kind.STRING;
        }
        position++;
      }
    }
    position = sql.length();
    return Token.Kind.UNTERMINATED;
  }

  private Token.Kind number() {
    digits();
    if (charAt(position) == '.' && charAt(position + 1) != '.') {
      position++;
      digits();
    }
    char c = charAt(position);
    if (c == 'e' || c == 'E') {
      char sign = charAt(position + 1);
      int skip = sign == '+' || sign == '-' ? 2 : 1;
      if (isDigit(charAt(position + skip))) {
        position += skip;
        digits();
      }
    }
    return Token.Kind.NUMBER;
  }

  private void digits() {
    while (isDigit(charAt(position))) {
      position++;
    }
  }

  private Token.Kind wordOrPrefixedString() {
    int start = position;
    while (position < sql.length() && Character.isJavaIdentifierPart(sql.charAt(position))) {
      position++;
    }
    String word = sql.substring(start, position).toUpperCase(Locale.ROOT);
    char after = charAt(position);
    if (after == '\'' && (word.equals("X") || word.equals("N"))) {
      return quoted('\'', 1, Token.Kind.STRING);
    }
    if (after == '\'' && word.equals("E")) {
      position = start;
      return escapeString();
    }
    if (after == '&' && word.equals("U")) {
      char quote = charAt(position + 1);
      if (quote == '\'' || quote == '"') {
        return quoted(quote, 2, quote == '"' ? Token.Kind.QUOTED_NAME : Token.Kind.STRING);
      }
    }
    return Token.Kind.WORD;
  }

  private Token.Kind symbol(char c) {
    for (String symbol : LONG_SYMBOLS) {
      if (at(symbol)) {
        position += symbol.length();
        return Token.Kind.SYMBOL;
      }
    }
    position++;
    return c == '?' ? Token.Kind.PARAMETER : Token.Kind.SYMBOL;
  }

  private boolean at(String text) {
    return sql.startsWith(text, position);
  }

  private char charAt(int index) {
    return index < sql.length() ? sql.charAt(index) : '\0';
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }
}
