package dev.sash.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class SqlScannerTest {
  @Test
  void cutsWordsSymbolsAndNumbers() {
    assertThat(texts("SELECT a.b, 1.5e-3 >= .5 FROM t"))
        .containsExactly("SELECT", "a", ".", "b", ",", "1.5e-3", ">=", ".5", "FROM", "t");
  }

  @Test
  void doubledQuotesBelongToTheString() {
    List<Token> tokens = SqlScanner.tokens("'it''s' \"a\"\"b\"");
    assertThat(tokens)
        .extracting(Token::kind)
        .containsExactly(Token.Kind.STRING, Token.Kind.QUOTED_NAME);
    assertThat(tokens.get(1).name()).isEqualTo("a\"b");
  }

  @Test
  void readsTheStringNotationsOfBothDialects() {
    assertThat(kinds("$$a;'b$$ E'it\\'s' X'00' N'x' U&'\\0041' U&\"x\""))
        .containsExactly(
            Token.Kind.STRING,
            Token.Kind.STRING,
            Token.Kind.STRING,
            Token.Kind.STRING,
            Token.Kind.STRING,
            Token.Kind.QUOTED_NAME);
  }

  @Test
  void commentsNestAndAreLeftOut() {
    assertThat(texts("a /* x /* y */ z */ b -- c\n d // e\n f"))
        .containsExactly("a", "b", "d", "f");
  }

  @Test
  void scanKeepsComments() {
    assertThat(SqlScanner.scan("a -- b\n"))
        .extracting(Token::kind)
        .containsExactly(Token.Kind.WORD, Token.Kind.COMMENT);
  }

  @Test
  void divisionIsNoComment() {
    assertThat(texts("a / b")).containsExactly("a", "/", "b");
  }

  @Test
  void whatDoesNotEndIsUnterminated() {
    for (String open : List.of("'a", "\"a", "/* a", "/* /* */", "$$a", "E'a\\'")) {
      assertThat(kinds("x " + open))
          .as(open)
          .containsExactly(Token.Kind.WORD, Token.Kind.UNTERMINATED);
    }
  }

  @Test
  void placesCountFromOneAndSurviveLinesInsideTokens() {
    List<Token> tokens = SqlScanner.tokens("a\r\n  'x\ny' b");
    assertThat(tokens).extracting(Token::line).containsExactly(1, 2, 3);
    assertThat(tokens).extracting(Token::column).containsExactly(1, 3, 4);
    assertThat(tokens).extracting(Token::offset).containsExactly(0, 5, 11);
  }

  @Test
  void parametersAndUnknownCharactersAreTokensToo() {
    assertThat(kinds("? @ #"))
        .containsExactly(Token.Kind.PARAMETER, Token.Kind.SYMBOL, Token.Kind.SYMBOL);
  }

  private static List<String> texts(String sql) {
    return SqlScanner.tokens(sql).stream().map(Token::text).toList();
  }

  private static List<Token.Kind> kinds(String sql) {
    return SqlScanner.tokens(sql).stream().map(Token::kind).toList();
  }
}
