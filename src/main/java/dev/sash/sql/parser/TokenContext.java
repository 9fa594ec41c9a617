package dev.sash.sql.parser;

import dev.sash.sql.EmitWord;
import dev.sash.sql.WordSet;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Decides from its neighbours whether a word that the lexer took for a keyword is one here, and
 * makes it an identifier where it is not.
 *
 * <p>Standard SQL reserves words that data is full of: value, day, timestamp, count. A grammar with
 * one token of lookahead cannot tell {@code SELECT day FROM s} from {@code EXTRACT(DAY FROM s)},
 * but somebody who sees the whole statement can. So all tokens are read first, and then judged from
 * left to right:
 *
 * <ul>
 *   <li>behind a dot, and before {@code =>}, each word is a name
 *   <li>so is the first word of a column in CREATE STREAM, a key in WITH, a name in SET
 *   <li>EMIT is a keyword where {@link EmitWord} says so; what follows it belongs to it
 *   <li>STREAM, EVERY, VALUE and time units are keywords only where the grammar has a use for them
 *   <li>the {@link #SOFT_WORDS} are names where an operand or a name must stand
 *   <li>each word is a name after AS at the end of an item
 * </ul>
 */
final class TokenContext {
  /** Reserved words that are often columns, and that no expression starts with. */
  private static final Set<String> SOFT_WORDS =
      WordSet.of(
          """
          ABS AVG CALL CEIL CHECK CLOSE COLUMN CONDITION CONNECT CONTAINS COUNT CYCLE
          DATE DATETIME EACH ELEMENT EMPTY END EQUALS EXP EXTEND EXTERNAL FILTER
          FLOOR FREE FUNCTION GET GLOBAL GROUPS HOLD IDENTITY IMPORT INDICATOR
          INITIAL INTERVAL LAG LANGUAGE LARGE LEAD LEFT LIMIT LOCAL LOWER MATCH
          MATCHES MAX MEASURE MEASURES MEMBER METHOD MIN MOD MODULE NO NONE OFFSET
          OLD ONE OPEN ORDINAL OUT PARAMETER PARTITION PATTERN PER PERCENT PERIOD
          PORTION POSITION POWER PRECISION PREPARE PREV PRIMARY PROCEDURE RANGE RANK
          REF RELEASE RESET RESULT RETURN RIGHT ROLLBACK ROW ROWS RUNNING SCOPE
          SCROLL SEARCH SEEK SENSITIVE SET SHOW SIMILAR SKIP SQL START STATIC SUBSET
          SUM SYMMETRIC SYSTEM TIME TIMESTAMP TRIGGER UPPER USER USING UUID VARYING VERSIONING
          WINDOW
          """);

  /** After these an operand or a name stands. */
  private static final Set<String> BEFORE_OPERAND =
      WordSet.of(
          """
          SELECT DISTINCT WHERE AND OR NOT BY ON HAVING WHEN THEN ELSE CASE BETWEEN LIKE FOR FROM
          JOIN INTO TABLE ( , = < > <= >= <> != + - * / % || [ =>
          """);

  private static final Set<String> AFTER_ALIAS =
      WordSet.of(
          "; , ) FROM WHERE GROUP HAVING ORDER LIMIT ON JOIN INNER LEFT RIGHT FULL CROSS UNION EMIT");

  /** What follows a name in BETWEEN and cannot start an operand. */
  private static final Set<String> AFTER_NAME = WordSet.of("AND . * / % ||");

  /** What stands after the AS of a view. */
  private static final Set<String> QUERY_WORDS = Set.of("SELECT", "VALUES", "TABLE", "WITH");

  private static final Set<String> CASTS = Set.of("CAST", "TRY_CAST", "SAFE_CAST");

  private final StatementTokens tokens;
  private final BitSet names;
  private final TimeUnitRule timeUnits;
  private boolean inEmit;

  private TokenContext(StatementTokens tokens) {
    this.tokens = tokens;
    this.names = NamePositions.of(tokens);
    this.timeUnits = new TimeUnitRule(tokens);
  }

  /** Changes the kind of those tokens of a statement that are no keywords where they stand. */
  static void resolve(List<Token> tokens) {
    TokenContext context = new TokenContext(new StatementTokens(tokens));
    if (context.shape(0).equals("DESC")) {
      tokens.get(0).kind = SashParserImplConstants.DESCRIBE;
    }
    for (int i = 0; i < tokens.size(); i++) {
      Token token = tokens.get(i);
      if (StatementTokens.isKeyword(token) && !context.isKeywordAt(i)) {
        makeName(token);
      }
    }
    dropTableBeforeQuery(tokens);
  }

  /** {@code TUMBLE(TABLE (SELECT ...), ...)}: TABLE says no more than the brackets. */
  private static void dropTableBeforeQuery(List<Token> tokens) {
    for (int i = tokens.size() - 3; i >= 0; i--) {
      if (tokens.get(i).kind == SashParserImplConstants.TABLE
          && tokens.get(i + 1).kind == SashParserImplConstants.LPAREN
          && QUERY_WORDS.contains(tokens.get(i + 2).image.toUpperCase(Locale.ROOT))) {
        tokens.remove(i);
      }
    }
  }

  private static void makeName(Token token) {
    token.kind = SashParserImplConstants.IDENTIFIER;
    if (token.image.equalsIgnoreCase("USER")) {
      // The validator takes an unquoted USER for the function, so here the name gets its quotes.
      token.kind = SashParserImplConstants.QUOTED_IDENTIFIER;
      token.image = '"' + token.image + '"';
    }
  }

  private boolean isKeywordAt(int index) {
    if (names.get(index) || shape(index - 1).equals(".") || shape(index + 1).equals("=>")) {
      return false;
    }
    String word = shape(index);
    if (TimeUnitRule.isUnit(word)) {
      return timeUnits.isKeyword(index);
    }
    switch (word) {
      case "EMIT":
        boolean clause = EmitWord.startsClause(tokens.shapes(), index);
        inEmit |= clause && tokens.opener(index) < 0;
        return clause;
      case "ADVANCE",
      "ADVISE",
      "WAIT",
      "DRAIN",
      "REPROCESS",
      "SUBSCRIBE",
      "STOP",
      "PAUSE",
      "RESUME":
        return index == 0;
      case "STREAM":
        return isStreamKeyword(index);
      case "EVERY":
        return inEmit || shape(index - 1).equals("EMIT") || isEveryCall(index);
      case "VALUE":
        return isValueKeyword(index);
      default:
        return inEmit || !(isSoftName(index) || isAlias(index));
    }
  }

  private boolean isEveryCall(int index) {
    boolean named = Set.of("STREAM", "INTO", "EXISTS").contains(shape(index - 1));
    return shape(index + 1).equals("(") && !named;
  }

  private boolean isStreamKeyword(int index) {
    switch (shape(index - 1)) {
      case "CREATE", "DROP":
        return index == 1 || shape(0).equals("EXPLAIN");
      case "REPLACE":
        return shape(index - 2).equals("OR");
      case "DESCRIBE", "DESC":
        return index == 1 && tokens.isName(index + 1);
      default:
        return false;
    }
  }

  /** NEXT VALUE FOR, IS JSON VALUE, and the VALUE between the operands of JSON_OBJECT. */
  private boolean isValueKeyword(int index) {
    String before = shape(index - 1);
    boolean sequence = before.equals("NEXT") || before.equals("CURRENT");
    if (before.equals("JSON") || (sequence && shape(index + 1).equals("FOR"))) {
      return true;
    }
    String function = tokens.function(index);
    return function.startsWith("JSON_OBJECT")
        && !before.equals("VALUE")
        && !BEFORE_OPERAND.contains(before);
  }

  private boolean isSoftName(int index) {
    if (!SOFT_WORDS.contains(shape(index))) {
      return false;
    }
    String before = shape(index - 1);
    String after = shape(index + 1);
    boolean expected =
        BEFORE_OPERAND.contains(before) || (before.equals("AS") && !isCastType(index));
    boolean call = after.equals("(") || after.equals("'") || isZonedLiteral(index);
    return expected
        && !call
        && !isIntervalLiteral(index)
        && !isWindowFrame(index)
        && !isKeywordPair(index)
        && !isJoin(index);
  }

  /** {@code TIMESTAMP WITH TIME ZONE '...'} */
  private boolean isZonedLiteral(int index) {
    return shape(index).equals("TIMESTAMP")
        && shape(index + 1).equals("WITH")
        && Set.of("LOCAL", "TIME").contains(shape(index + 2));
  }

  /** {@code INTERVAL -'5' DAY} and {@code INTERVAL n DAY}; but {@code interval - 5} is a name. */
  private boolean isIntervalLiteral(int index) {
    String sign = shape(index + 1);
    boolean signed = sign.equals("-") || sign.equals("+");
    return shape(index).equals("INTERVAL")
        && (isIntervalValue(index + 1) || (signed && shape(index + 2).equals("'")));
  }

  /** {@code OVER (ROWS BETWEEN ...)}, where a name could also stand. */
  private boolean isWindowFrame(int index) {
    String before = tokens.function(index);
    return (before.equals("OVER") || before.equals("AS")) && tokens.opener(index) == index - 1;
  }

  private boolean isKeywordPair(int index) {
    String pair = shape(index) + " " + shape(index + 1);
    boolean symmetric = shape(index - 1).equals("BETWEEN") && shape(index).equals("SYMMETRIC");
    return pair.equals("PARTITION BY")
        || pair.equals("PRIMARY KEY")
        || (symmetric && !AFTER_NAME.contains(shape(index + 1)));
  }

  /** {@code RIGHT JOIN} and {@code LEFT OUTER JOIN} directly behind a comma are mistakes. */
  private boolean isJoin(int index) {
    return Set.of("JOIN", "OUTER").contains(shape(index + 1))
        && !Set.of("FROM", "JOIN").contains(shape(index - 1));
  }

  private boolean isAlias(int index) {
    return shape(index - 1).equals("AS")
        && !QUERY_WORDS.contains(shape(index))
        && !isCastType(index)
        && endsItem(index + 1);
  }

  private boolean endsItem(int index) {
    return shape(index).isEmpty() || AFTER_ALIAS.contains(shape(index));
  }

  private boolean isCastType(int index) {
    return CASTS.contains(tokens.function(index));
  }

  /** A number, or a name with a time unit behind it. */
  private boolean isIntervalValue(int index) {
    int last = index;
    while (shape(last + 1).equals(".")) {
      last += 2;
    }
    return shape(index).equals("0")
        || (tokens.isName(index) && TimeUnitRule.startsQualifier(shape(last + 1)));
  }

  private String shape(int index) {
    return tokens.shape(index);
  }
}
