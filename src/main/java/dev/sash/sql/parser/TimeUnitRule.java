package dev.sash.sql.parser;

import java.util.Map;
import java.util.Set;

/**
 * Tells the DAY of {@code INTERVAL '1' DAY}, {@code EXTRACT(DAY FROM ts)}, {@code FLOOR(ts TO DAY)}
 * and {@code TIMESTAMPADD(DAY, 1, ts)} from a column called day.
 */
final class TimeUnitRule {
  private static final Set<String> UNITS =
      Set.of("DAY", "HOUR", "MINUTE", "MONTH", "SECOND", "YEAR");

  /** Functions of the grammar that take a unit, and which argument it is, counted from 0. */
  private static final Map<String, Integer> UNIT_ARGUMENTS =
      Map.of(
          "TIMESTAMPADD", 0,
          "TIMESTAMPDIFF", 0,
          "DATE_TRUNC", 1,
          "DATETIME_TRUNC", 1,
          "TIME_TRUNC", 1,
          "TIMESTAMP_TRUNC", 1,
          "DATE_DIFF", 2,
          "DATETIME_DIFF", 2,
          "TIME_DIFF", 2,
          "TIMESTAMP_DIFF", 2);

  private final StatementTokens tokens;

  TimeUnitRule(StatementTokens tokens) {
    this.tokens = tokens;
  }

  static boolean isUnit(String word) {
    return UNITS.contains(word);
  }

  /** Whether the word can follow the value of an interval, plurals included. */
  static boolean startsQualifier(String word) {
    String singular = word.endsWith("S") ? word.substring(0, word.length() - 1) : word;
    return UNITS.contains(singular) || singular.equals("WEEK") || singular.equals("QUARTER");
  }

  boolean isKeyword(int index) {
    String before = tokens.shape(index - 1);
    return before.equals("TO")
        || endsInterval(index - 1)
        || isFunctionName(index)
        || (before.equals("(") && tokens.shape(index - 2).equals("EXTRACT"))
        || isUnitArgument(index);
  }

  /** {@code YEAR(ts)}; the grammar has no function DAY, so DAY stays a name there. */
  private boolean isFunctionName(int index) {
    return tokens.shape(index + 1).equals("(") && !tokens.shape(index).equals("DAY");
  }

  private boolean isUnitArgument(int index) {
    int opener = tokens.opener(index);
    Integer argument = opener < 0 ? null : UNIT_ARGUMENTS.get(tokens.shape(opener - 1));
    String before = tokens.shape(index - 1);
    String after = tokens.shape(index + 1);
    return argument != null
        && argument == tokens.argument(index)
        && (before.equals("(") || before.equals(","))
        && (after.equals(")") || after.equals(","));
  }

  /**
   * Whether {@code INTERVAL value} ends at this index: a string, a number, a name with dots or
   * something in parentheses, with or without a sign. In a CAST the value is missing.
   */
  private boolean endsInterval(int index) {
    String shape = tokens.shape(index);
    if (shape.equals("INTERVAL")) {
      return tokens.shape(index - 1).equals("AS");
    }
    int start = index;
    if (shape.equals(")")) {
      start = tokens.opener(index);
    } else if (tokens.isName(index)) {
      while (tokens.shape(start - 1).equals(".")) {
        start -= 2;
      }
    } else if (!shape.equals("'") && !shape.equals("0")) {
      return false;
    }
    String sign = tokens.shape(start - 1);
    int interval = sign.equals("+") || sign.equals("-") ? start - 2 : start - 1;
    return tokens.shape(interval).equals("INTERVAL");
  }
}
