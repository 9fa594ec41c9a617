package dev.sash.sql;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.calcite.sql.parser.SqlAbstractParserImpl;

/**
 * What the grammar could have read at the place of a syntax error, cut down to what helps a person:
 * the hundred words an expression can start with are "an expression", operators are left out where
 * anything else is possible, and at most five remain, the likely ones first.
 */
final class Expected {
  private static final int SHOWN_MAX = 5;
  static final String EXPRESSION = "an expression";
  private static final String TYPE = "a type such as BIGINT, DOUBLE, VARCHAR or TIMESTAMP";
  private static final String UNIT = "a unit such as SECOND, MINUTE, HOUR or DAY";
  private static final String NAME = "a name";
  private static final String STRING = "a string";
  private static final String NUMBER = "a number";
  private static final String END = "the end of the statement";

  private static final List<String> LIKELY_FIRST =
      WordSet.listOf(
          """
          INTERVAL STREAMS VIEWS STREAM MATERIALIZED VIEW CREATE SELECT INSERT EVERY ON CLOSE CHANGE
          "," ")" "=" AS FROM WHERE GROUP HAVING ORDER LIMIT EMIT JOIN WITH
          """);

  /** What the grammar of Calcite could read, and nobody means. */
  private static final Set<String> UNLIKELY = Set.of("UPSERT", "MULTISET", "ARRAY", "/*+", ";");

  private static final Set<String> OPERATORS =
      WordSet.of(
          """
          AND OR IN IS LIKE BETWEEN NOT SIMILAR RLIKE ILIKE MEMBER SUBMULTISET
          MULTISET OVERLAPS CONTAINS EQUALS PRECEDES SUCCEEDS IMMEDIATELY FORMAT
          COLLATE OVER FILTER WITHIN RESPECT IGNORE TABLESAMPLE PIVOT UNPIVOT
          MATCH_RECOGNIZE EXTEND FOR
          """);

  private final Set<String> words = new TreeSet<>();
  private final Set<String> symbols = new TreeSet<>();
  private final Set<String> kinds = new TreeSet<>();

  /** Sorts the images of a parse error, such as {@code "FROM"} in quotes, {@code <IDENTIFIER>}. */
  Expected(int[][] sequences, String[] images, SqlAbstractParserImpl.Metadata metadata) {
    for (int[] sequence : sequences) {
      add(images[sequence[sequence.length - 1]]);
    }
    if (kinds.contains(NAME)) {
      words.removeIf(metadata::isNonReservedKeyword);
    }
  }

  private void add(String image) {
    if (image.startsWith("\"")) {
      String text = image.substring(1, image.length() - 1);
      (Character.isLetter(text.charAt(0)) ? words : symbols).add(text);
    } else if (image.equals("<EOF>")) {
      kinds.add(END);
    } else if (image.contains("IDENTIFIER")) {
      kinds.add(NAME);
    } else if (image.contains("STRING")) {
      kinds.add(STRING);
    } else if (image.contains("NUMERIC") || image.contains("INTEGER")) {
      kinds.add(NUMBER);
    }
  }

  /** Whether an expression could start here. */
  boolean isExpression() {
    // Choices behind a longer lookahead are not reported, so CASE and names may be missing here.
    boolean selectItem = symbols.contains("*") && !symbols.contains("+");
    return selectItem || (words.contains("CURSOR") && words.contains("EXISTS"));
  }

  /** Whether a name could stand here, alone or as the start of an expression. */
  boolean isName() {
    return kinds.contains(NAME) || isExpression();
  }

  /** Whether the value of an option or a setting stands here. */
  boolean isValue() {
    return kinds.contains(STRING) && words.contains("TRUE") && words.contains("FALSE");
  }

  /** The keywords that a misspelt word could be meant to be. */
  List<String> keywords() {
    return isExpression() ? List.of() : List.copyOf(words);
  }

  /** {@code EVERY, ON or CHANGES}. */
  String text() {
    List<String> shown = new ArrayList<>(candidates());
    shown.sort((a, b) -> Integer.compare(rank(a), rank(b)));
    List<String> first = shown.subList(0, Math.min(SHOWN_MAX, shown.size()));
    if (first.size() == 1) {
      return first.get(0);
    }
    String last = first.get(first.size() - 1);
    return String.join(", ", first.subList(0, first.size() - 1)) + " or " + last;
  }

  private Set<String> candidates() {
    Set<String> all = new LinkedHashSet<>();
    if (isExpression()) {
      all.add(EXPRESSION);
      if (symbols.contains(")")) {
        all.add("\")\"");
      }
      return all;
    }
    if (words.contains("BIGINT") && words.contains("VARCHAR")) {
      return Set.of(TYPE);
    }
    if (words.contains("DAY") && words.contains("HOUR")) {
      return Set.of(UNIT);
    }
    all.addAll(kinds);
    all.addAll(words);
    if (words.contains("INSERT")) {
      // A query could follow as well, but it is behind a longer lookahead.
      all.add("SELECT");
    }
    boolean afterOperand = symbols.contains("+") && symbols.contains("/");
    if (afterOperand) {
      all.removeAll(OPERATORS);
    }
    for (String symbol : symbols) {
      boolean sign = kinds.contains(NUMBER) && (symbol.equals("+") || symbol.equals("-"));
      boolean operator = afterOperand && !symbol.equals(",") && !symbol.equals(")");
      boolean tail = symbol.equals("(") && symbols.contains(",");
      if (!sign && !operator && !tail && !UNLIKELY.contains(symbol)) {
        all.add("\"" + symbol + "\"");
      }
    }
    all.removeAll(UNLIKELY);
    if (afterOperand) {
      all.remove(STRING);
    }
    return all;
  }

  private int rank(String candidate) {
    if (kinds.contains(candidate)) {
      return candidate.equals(END) ? LIKELY_FIRST.size() : -1;
    }
    int index = LIKELY_FIRST.indexOf(candidate);
    return index < 0 ? LIKELY_FIRST.size() : index;
  }
}
