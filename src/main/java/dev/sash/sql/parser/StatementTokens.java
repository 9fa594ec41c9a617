package dev.sash.sql.parser;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;

/** The tokens of a statement with what rules about neighbours ask: shapes and parentheses. */
final class StatementTokens {
  private final List<String> shapes = new ArrayList<>();
  private final int[] opener;
  private final int[] argument;

  StatementTokens(List<Token> tokens) {
    for (Token token : tokens) {
      shapes.add(shapeOf(token));
    }
    this.opener = new int[tokens.size()];
    this.argument = new int[tokens.size()];
    matchParentheses();
  }

  private void matchParentheses() {
    Deque<Integer> open = new ArrayDeque<>();
    Deque<Integer> commas = new ArrayDeque<>();
    commas.push(0);
    for (int i = 0; i < shapes.size(); i++) {
      opener[i] = open.isEmpty() ? -1 : open.peek();
      argument[i] = commas.peek();
      switch (shape(i)) {
        case "(" -> {
          open.push(i);
          commas.push(0);
        }
        case ")" -> {
          if (!open.isEmpty()) {
            open.pop();
            commas.pop();
          }
        }
        case "," -> commas.push(commas.pop() + 1);
        default -> {}
      }
    }
  }

  /** The word in upper case, the symbol, or a stand-in; empty outside the statement. */
  String shape(int index) {
    return index < 0 || index >= shapes.size() ? "" : shapes.get(index);
  }

  /** The index of the parenthesis around the token, or -1. */
  int opener(int index) {
    return opener[index];
  }

  /** How many commas stand before the token within its parentheses. */
  int argument(int index) {
    return argument[index];
  }

  /** Whether a word or a quoted name stands there. */
  boolean isName(int index) {
    String shape = shape(index);
    return shape.equals("\"") || (!shape.isEmpty() && isWordStart(shape.charAt(0)));
  }

  /** All shapes, in order. */
  List<String> shapes() {
    return shapes;
  }

  /** How many tokens there are, the end of the text included. */
  int size() {
    return shapes.size();
  }

  /** Where the statement starts that an EXPLAIN explains; 0 without one. */
  int start() {
    if (!shape(0).equals("EXPLAIN")) {
      return 0;
    }
    return shape(1).equals("PLAN") && shape(2).equals("FOR") ? 3 : 1;
  }

  /** The word before the parenthesis around the token; empty outside of parentheses. */
  String function(int index) {
    return opener[index] < 0 ? "" : shape(opener[index] - 1);
  }

  /** Whether the lexer took the token for a keyword. */
  static boolean isKeyword(Token token) {
    return token.kind != SashParserImplConstants.IDENTIFIER
        && token.kind != SashParserImplConstants.COLLATION_ID
        && !token.image.isEmpty()
        && token.image.chars().allMatch(c -> isWordStart((char) c) || Character.isDigit(c))
        && isWordStart(token.image.charAt(0));
  }

  private static boolean isWordStart(char c) {
    return Character.isLetter(c) || c == '_' || c == '$';
  }

  private static String shapeOf(Token token) {
    String image = token.image;
    if (token.kind == SashParserImplConstants.EOF || image.isEmpty()) {
      return "";
    }
    if (image.endsWith("'")) {
      return "'";
    }
    if (image.endsWith("\"") || image.endsWith("`")) {
      return "\"";
    }
    char first = image.charAt(0);
    boolean number =
        Character.isDigit(first) || (first == '.' && image.length() > 1 && !image.equals(".."));
    return number ? "0" : image.toUpperCase(Locale.ROOT);
  }
}
