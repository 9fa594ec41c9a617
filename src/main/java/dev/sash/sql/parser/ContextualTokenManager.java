package dev.sash.sql.parser;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.avatica.util.Casing;
import org.apache.calcite.sql.parser.SqlAbstractParserImpl;
import org.apache.calcite.sql.validate.SqlConformance;
import org.apache.calcite.util.SourceStringReader;
import org.jspecify.annotations.Nullable;

/**
 * Reads all tokens of a statement before it deals out the first, so that {@link TokenContext} can
 * look at the neighbours of a word on both sides.
 */
public final class ContextualTokenManager extends SashParserImplTokenManager {
  private static final int IDENTIFIER_MAX_LENGTH = 128;

  private final List<Token> tokens = new ArrayList<>();
  private @Nullable TokenMgrError error;
  private int next = -1;

  private ContextualTokenManager(SimpleCharStream stream) {
    super(stream);
  }

  /**
   * A parser of one statement: double quotes around names, and names keep their case.
   *
   * @param sql not empty
   */
  public static SashParserImpl parserOf(String sql, SqlConformance conformance) {
    SashParserImpl parser =
        (SashParserImpl) SashParserImpl.FACTORY.getParser(new SourceStringReader(sql));
    parser.token_source = new ContextualTokenManager(parser.jj_input_stream);
    parser.setTabSize(1);
    parser.setQuotedCasing(Casing.UNCHANGED);
    parser.setUnquotedCasing(Casing.UNCHANGED);
    parser.setIdentifierMaxLength(IDENTIFIER_MAX_LENGTH);
    parser.setConformance(conformance);
    parser.switchTo(SqlAbstractParserImpl.LexicalState.DQID);
    return parser;
  }

  /** The next token; a lexical error is reported only when the tokens before it are used up. */
  @Override
  public Token getNextToken() {
    if (next < 0) {
      readAll();
      TokenContext.resolve(tokens);
      next = 0;
    }
    if (next < tokens.size()) {
      return tokens.get(next++);
    }
    if (error != null) {
      throw error;
    }
    return tokens.get(tokens.size() - 1);
  }

  private void readAll() {
    try {
      Token token;
      do {
        token = super.getNextToken();
        tokens.add(token);
      } while (token.kind != SashParserImplConstants.EOF);
    } catch (TokenMgrError e) {
      error = e;
    }
  }
}
