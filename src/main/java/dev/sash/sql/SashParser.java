package dev.sash.sql;

import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import dev.sash.error.SourceSpan;
import dev.sash.sql.parser.ContextualTokenManager;
import dev.sash.sql.parser.ParseException;
import dev.sash.sql.parser.SashParserImpl;
import dev.sash.sql.parser.TokenMgrError;
import java.util.List;
import org.apache.calcite.runtime.CalciteException;

/**
 * Reads one statement of Sash.
 *
 * <pre>
 * input:  SELECT user, COUNT(*) FROM clicks GROUP BY user, TUMBLE(ts, INTERVAL '1' MINUTE)
 *         EMIT ON CLOSE
 * output: Statement.Query(query = SELECT ..., emit = [OnClose])
 * </pre>
 *
 * <p>Unquoted names keep their case; they match in any case later. A parser has no state, so one
 * can serve many threads.
 */
public final class SashParser {

  /**
   * The statement in this text, which may end with a semicolon.
   *
   * @throws SashException with the place of the first thing that is wrong
   */
  public Statement parse(String sql) {
    List<Token> tokens = SqlScanner.scan(sql);
    checkTerminated(tokens);
    List<Token> words =
        tokens.stream().filter(token -> token.kind() != Token.Kind.COMMENT).toList();
    checkStart(words);
    SashParserImpl parser =
        ContextualTokenManager.parserOf(withoutComments(sql, tokens), Conformance.INSTANCE);
    ErrorTranslator translator = new ErrorTranslator(words);
    try {
      return parser.SashStatementEof();
    } catch (ParseException e) {
      throw translator.syntax(e, parser.getMetadata());
    } catch (TokenMgrError e) {
      throw translator.lexical(e);
    } catch (CalciteException e) {
      throw ErrorTranslator.complaint(e);
    }
  }

  private static void checkTerminated(List<Token> tokens) {
    Token last = tokens.isEmpty() ? null : tokens.get(tokens.size() - 1);
    if (last == null || last.kind() != Token.Kind.UNTERMINATED) {
      return;
    }
    char opener = last.text().charAt(0);
    String what =
        opener == '/' ? "comment" : opener == '"' || opener == '`' ? "quoted name" : "string";
    String missing = opener == '/' ? "*/" : opener == '$' ? "$$" : opener == '"' ? "\"" : "'";
    SourceSpan span = SourceSpan.at(last.line(), last.column());
    throw SashException.at(
        span, ErrorCode.SYNTAX, what + " is not closed, expected " + missing + " at its end");
  }

  /** Judges the first words before the grammar does, because it would see a name in each typo. */
  private static void checkStart(List<Token> words) {
    if (words.isEmpty() || words.get(0).is(";")) {
      throw SashException.at(SourceSpan.at(1, 1), ErrorCode.SYNTAX, "the statement is empty");
    }
    SashException unsupported = UnsupportedStatements.find(words);
    if (unsupported != null) {
      throw unsupported;
    }
    Token first = words.get(0);
    if (first.is("EXPLAIN") && words.size() > 1) {
      checkEmpty(words.get(1));
    }
    if (!first.is("(") && LeadingWords.SASH.stream().noneMatch(first::is)) {
      String meant = first.kind() == Token.Kind.WORD ? LeadingWords.corrected(first.text()) : null;
      throw SashException.at(
              first.span(),
              ErrorCode.SYNTAX,
              "found \""
                  + first.text()
                  + "\", expected CREATE, SELECT, INSERT or another "
                  + "statement of Sash")
          .hint(meant == null ? null : "did you mean " + meant + "?");
    }
  }

  /** EXPLAIN could be followed by a query, of which the grammar would rather speak. */
  private static void checkEmpty(Token word) {
    if (!word.is("EMPTY") && LeadingWords.isEmptyWord(word.shape())) {
      throw SashException.at(
              word.span(),
              ErrorCode.SYNTAX,
              "found \"" + word.text() + "\", expected EMPTY or a query")
          .hint("did you mean EMPTY?");
    }
  }

  /** Blanks comments: Calcite's lexer does not know that they nest. Places stay as they are. */
  private static String withoutComments(String sql, List<Token> tokens) {
    StringBuilder text = new StringBuilder(sql);
    for (Token token : tokens) {
      for (int i = token.offset(); token.kind() == Token.Kind.COMMENT && i < token.end(); i++) {
        if (text.charAt(i) != '\n' && text.charAt(i) != '\r') {
          text.setCharAt(i, ' ');
        }
      }
    }
    return text.toString();
  }
}
