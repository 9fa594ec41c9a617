package dev.sash.sql;

import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import dev.sash.error.SourceSpan;
import dev.sash.error.Suggestion;
import dev.sash.sql.parser.ParseException;
import dev.sash.sql.parser.SashParserImplConstants;
import dev.sash.sql.parser.TokenMgrError;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.calcite.runtime.CalciteContextException;
import org.apache.calcite.sql.parser.SqlAbstractParserImpl;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/**
 * Says in the words of this house what Calcite complains about: what was found, what was expected,
 * and what was probably meant.
 */
public final class ErrorTranslator {
  /** Words that nobody wants to use as a name when they turn up too early. */
  private static final Set<String> STRUCTURE =
      WordSet.of(
          """
          FROM WHERE SELECT HAVING AS ON JOIN AND OR EMIT UNION LIMIT INTO VALUES
          GROUP BY WITH NOT INTERVAL
          """);

  /** Words that end up as an alias when they are misspelt. */
  private static final List<String> CLAUSES =
      WordSet.listOf(
          """
          FROM WHERE GROUP HAVING ORDER LIMIT EMIT JOIN UNION BETWEEN INTERVAL
          DISTINCT RETAIN SELECT INSERT LATERAL
          """);

  private static final Set<String> BEFORE_EMIT =
      WordSet.of(
          """
          WHERE GROUP HAVING ORDER LIMIT UNION EXCEPT INTERSECT FETCH
          """);

  /** After these an operand is missing, whatever the parser's lookahead has noted. */
  private static final Set<String> OPERATORS =
      WordSet.of("= < > <= >= <> != + - / || AND OR WHERE HAVING WHEN THEN ELSE");

  /** Operators between two operands that cannot start one. */
  private static final Set<String> INFIX = WordSet.of("= < > <= >= <> != / || AND OR LIKE");

  private static final Set<String> STRUCTURE_AFTER_OPERATOR =
      WordSet.of("FROM WHERE GROUP HAVING ORDER LIMIT EMIT UNION");

  private static final Map<String, String> PLAIN_WORDS =
      Map.of(
          "Non-query expression encountered in illegal context",
          "expected a query here: SELECT, WITH or VALUES",
          "Query expression encountered in illegal context",
          "a subquery stands in parentheses");

  private static final Pattern LEXICAL = Pattern.compile("line (\\d+), column (\\d+)");

  private final List<Token> tokens;
  private final List<String> shapes;

  /**
   * For errors in one statement.
   *
   * @param tokens of the statement, without comments
   */
  ErrorTranslator(List<Token> tokens) {
    this.tokens = tokens;
    this.shapes = tokens.stream().map(Token::shape).toList();
  }

  /** A token that the grammar has no place for. */
  SashException syntax(ParseException error, SqlAbstractParserImpl.Metadata metadata) {
    dev.sash.sql.parser.Token found = error.currentToken.next;
    int index = indexOf(found);
    if (INFIX.contains(shape(index)) && !startsOperand(index + 1)) {
      return missingOperand(index + 1);
    }
    SashException misplaced = misplacedEmit(found, index);
    if (misplaced != null) {
      return misplaced;
    }
    Expected expected = new Expected(error.expectedTokenSequences, error.tokenImage, metadata);
    boolean operand = OPERATORS.contains(shape(index - 1)) && !expected.isValue();
    String wanted = operand ? Expected.EXPRESSION : expected.text();
    return SashException.at(span(index), ErrorCode.SYNTAX, found(index) + ", expected " + wanted)
        .hint(hint(found, index, expected));
  }

  /** Lookahead stops before an operator that has nothing behind it, but that is what is missing. */
  private SashException missingOperand(int index) {
    return SashException.at(
        span(index), ErrorCode.SYNTAX, found(index) + ", expected " + Expected.EXPRESSION);
  }

  private boolean startsOperand(int index) {
    String shape = shape(index);
    return !(shape.isEmpty()
        || STRUCTURE_AFTER_OPERATOR.contains(shape)
        || INFIX.contains(shape)
        || shape.equals(")")
        || shape.equals(","));
  }

  private String found(int index) {
    return index == tokens.size()
        ? "the statement ends too early"
        : "found \"" + tokens.get(index).text() + "\"";
  }

  /** The place of the token in this statement; its size for the end of the text. */
  private int indexOf(dev.sash.sql.parser.Token found) {
    if (found.kind == SashParserImplConstants.EOF) {
      return tokens.size();
    }
    for (int i = 0; i < tokens.size(); i++) {
      Token token = tokens.get(i);
      boolean before =
          token.line() < found.beginLine
              || (token.line() == found.beginLine && token.column() < found.beginColumn);
      if (!before) {
        return i;
      }
    }
    return tokens.size();
  }

  private SourceSpan span(int index) {
    if (index < tokens.size()) {
      return tokens.get(index).span();
    }
    SourceSpan last = tokens.get(tokens.size() - 1).span();
    return SourceSpan.at(last.endLine(), last.endColumn() + 1);
  }

  private @Nullable SashException misplacedEmit(dev.sash.sql.parser.Token found, int index) {
    if (found.kind == SashParserImplConstants.EMIT && depth(index) > 0) {
      return SashException.at(
              span(index), ErrorCode.EMIT, "EMIT belongs to the outermost query, not to a subquery")
          .hint("move it to the end of the statement");
    }
    if (BEFORE_EMIT.contains(shape(index)) && emitsBefore(index)) {
      return SashException.at(
              span(index), ErrorCode.EMIT, shapes.get(index) + " cannot follow EMIT")
          .hint("EMIT ends the statement: move it behind everything else");
    }
    return null;
  }

  private boolean emitsBefore(int index) {
    for (int i = 0; i < index; i++) {
      if (shapes.get(i).equals("EMIT") && EmitWord.startsClause(shapes, i)) {
        return true;
      }
    }
    return false;
  }

  private String shape(int index) {
    return index < 0 || index >= shapes.size() ? "" : shapes.get(index);
  }

  private int depth(int index) {
    int depth = 0;
    for (String shape : shapes.subList(0, index)) {
      depth += shape.equals("(") ? 1 : shape.equals(")") ? -1 : 0;
    }
    return depth;
  }

  private @Nullable String hint(dev.sash.sql.parser.Token found, int index, Expected expected) {
    String word = shape(index);
    if (expected.keywords().equals(List.of("INTERVAL")) && !word.isEmpty()) {
      return "for example INTERVAL '30' SECOND";
    }
    if (isWord(index) && expected.isValue() && !expected.isName()) {
      return "text stands in single quotes: '" + tokens.get(index).text() + "'";
    }
    if (word.equals("AND") && emitsBefore(index)) {
      return "a comma stands between triggers";
    }
    if (word.equals("*") && shape(index - 1).equals("STREAM")) {
      return "leave out STREAM: a query with EMIT is continuous";
    }
    String meant = misspelt(index, expected);
    if (meant != null) {
      return meant;
    }
    boolean keyword = isWord(index) && found.kind != SashParserImplConstants.IDENTIFIER;
    if (keyword && expected.isName() && !STRUCTURE.contains(word)) {
      return word + " is a keyword; in double quotes it is a name";
    }
    return null;
  }

  private @Nullable String misspelt(int index, Expected expected) {
    String word = shape(index);
    if (isWord(index)) {
      String meant = Suggestion.nearest(word, expected.keywords());
      if (meant != null && !meant.equals(word)) {
        return "did you mean " + meant + "?";
      }
    }
    if (isWord(index - 1) && index > 1) {
      String before = shapes.get(index - 1);
      String meant = before.equals("EMPTY") ? null : Suggestion.nearest(before, CLAUSES);
      if (meant != null && !meant.equals(before)) {
        return "did you mean " + meant + " instead of \"" + tokens.get(index - 1).text() + "\"?";
      }
    }
    return null;
  }

  private boolean isWord(int index) {
    return index >= 0 && index < tokens.size() && tokens.get(index).kind() == Token.Kind.WORD;
  }

  /** A character that starts no token. */
  SashException lexical(TokenMgrError error) {
    Matcher place = LEXICAL.matcher(String.valueOf(error.getMessage()));
    SourceSpan span =
        place.find()
            ? SourceSpan.at(Integer.parseInt(place.group(1)), Integer.parseInt(place.group(2)))
            : SourceSpan.at(1, 1);
    for (Token token : tokens) {
      if (token.line() == span.line() && token.column() == span.column()) {
        return SashException.at(
                token.span(), ErrorCode.SYNTAX, "found \"" + token.text() + "\", which is no SQL")
            .hint("strings stand in single quotes, names in double quotes");
      }
    }
    return SashException.at(span, ErrorCode.SYNTAX, "found a character that is no SQL");
  }

  /** What Calcite says about something it has read, with its place and without its frame. */
  public static SashException complaint(Exception error) {
    Throwable cause = error.getCause() == null ? error : error.getCause();
    SourceSpan span = null;
    if (error instanceof CalciteContextException context && context.getPosLine() > 0) {
      span =
          Positions.span(
              new SqlParserPos(
                  context.getPosLine(),
                  context.getPosColumn(),
                  context.getEndPosLine(),
                  context.getEndPosColumn()));
    }
    String message = String.valueOf(cause.getMessage());
    String plain = PLAIN_WORDS.getOrDefault(message, sentence(message));
    return SashException.at(span, ErrorCode.SYNTAX, plain).causedBy(error);
  }

  /** The sentence without a capital and a full stop; words in capitals stay as they are. */
  private static String sentence(String message) {
    String text = message.strip();
    if (text.endsWith(".")) {
      text = text.substring(0, text.length() - 1);
    }
    boolean capital =
        text.length() > 1
            && Character.isUpperCase(text.charAt(0))
            && Character.isLowerCase(text.charAt(1));
    return capital ? text.substring(0, 1).toLowerCase(Locale.ROOT) + text.substring(1) : text;
  }
}
