package dev.sash.sql;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Cuts a script into statements at its semicolons, those in strings, names and comments aside.
 *
 * <pre>
 * input:  SELECT ';'; -- one;
 *         SELECT 2
 * output: SELECT ';'   (line 1, terminated)
 *         SELECT 2     (line 2)
 * </pre>
 */
public final class StatementSplitter {
  private StatementSplitter() {}

  /** The statements in order; comments and empty statements are none. */
  public static List<StatementText> split(String script) {
    List<StatementText> statements = new ArrayList<>();
    Token first = null;
    Token last = null;
    for (Token token : SqlScanner.tokens(script)) {
      if (token.is(";")) {
        add(statements, script, first, last, true);
        first = null;
      } else {
        first = first == null ? token : first;
        last = token;
      }
    }
    add(statements, script, first, last, false);
    return statements;
  }

  private static void add(
      List<StatementText> statements,
      String script,
      @Nullable Token first,
      @Nullable Token last,
      boolean terminated) {
    if (first != null && last != null) {
      statements.add(
          new StatementText(
              script.substring(first.offset(), last.end()),
              first.offset(),
              first.line(),
              first.column(),
              terminated));
    }
  }

  /**
   * Whether a prompt can take the input as it is: nothing is left open and the last statement has
   * its semicolon. Blank input is complete.
   */
  public static boolean isComplete(String input) {
    List<Token> tokens = SqlScanner.scan(input);
    Token last = null;
    for (Token token : tokens) {
      if (token.kind() == Token.Kind.UNTERMINATED) {
        return false;
      }
      last = token.kind() == Token.Kind.COMMENT ? last : token;
    }
    return last == null || last.is(";");
  }
}
