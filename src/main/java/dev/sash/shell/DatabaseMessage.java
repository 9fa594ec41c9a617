package dev.sash.shell;

import dev.sash.error.SourceSpan;
import dev.sash.sql.SqlScanner;
import dev.sash.sql.Token;
import java.sql.SQLException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A message of H2's without the statement it repeats, and the place it speaks of. H2 marks the
 * place of a syntax error inside the repeated statement; a name that was not found is looked up in
 * the statement.
 *
 * @param text one line
 * @param span the place in the statement, or null
 * @param missing the name that was not found, or null
 */
record DatabaseMessage(String text, @Nullable SourceSpan span, @Nullable String missing) {
  private static final String SYNTAX_START = "Syntax error in SQL statement \"";
  private static final String MARK = "[*]";
  private static final Pattern EXPECTED = Pattern.compile("\"; expected \"(.*)\"$", Pattern.DOTALL);
  private static final Pattern NOT_FOUND = Pattern.compile("^\\w+ \"([^\"]+)\" not found");
  private static final Pattern CODE = Pattern.compile(" \\[\\d+-\\d+]$");
  private static final Pattern ESCAPE = Pattern.compile("\\\\([0-9a-f]{4})|\\\\\\\\|\"\"");

  /** Takes a message apart. */
  static DatabaseMessage of(SQLException error, String sql) {
    String text = String.valueOf(error.getMessage());
    text = CODE.matcher(text).replaceFirst("");
    int repeated = text.indexOf("; SQL statement:\n");
    text = repeated < 0 ? text : text.substring(0, repeated);
    if (text.startsWith(SYNTAX_START)) {
      return syntaxError(text, sql);
    }
    Matcher notFound = NOT_FOUND.matcher(text);
    String missing = notFound.find() ? notFound.group(1) : null;
    SourceSpan span = missing == null ? null : spanOfName(missing, sql);
    return new DatabaseMessage(text.replace('\n', ' '), span, missing);
  }

  private static DatabaseMessage syntaxError(String text, String sql) {
    Matcher expected = EXPECTED.matcher(text);
    String sentence =
        expected.find() ? "syntax error, expected one of " + expected.group(1) : "syntax error";
    if (sentence.indexOf(',', "syntax error, ".length()) < 0) {
      sentence = sentence.replace("expected one of", "expected");
    }
    int mark = text.indexOf(MARK);
    if (mark < 0) {
      return new DatabaseMessage(sentence, null, null);
    }
    String before = ESCAPE.matcher(text.substring(SYNTAX_START.length(), mark)).replaceAll("x");
    return new DatabaseMessage(sentence, spanAt(before.length(), sql), null);
  }

  /** The token at or after an offset; just behind the last one at the end of the statement. */
  private static @Nullable SourceSpan spanAt(int offset, String sql) {
    List<Token> tokens = SqlScanner.tokens(sql);
    for (Token token : tokens) {
      if (token.end() > offset) {
        return token.span();
      }
    }
    if (tokens.isEmpty()) {
      return null;
    }
    SourceSpan last = tokens.get(tokens.size() - 1).span();
    return SourceSpan.at(last.line(), last.endColumn() + 1);
  }

  private static @Nullable SourceSpan spanOfName(String qualified, String sql) {
    String name = qualified.substring(qualified.lastIndexOf('.') + 1);
    for (Token token : SqlScanner.tokens(sql)) {
      boolean isName = token.kind() == Token.Kind.WORD || token.kind() == Token.Kind.QUOTED_NAME;
      if (isName && token.name().equalsIgnoreCase(name)) {
        return token.span();
      }
    }
    return null;
  }
}
