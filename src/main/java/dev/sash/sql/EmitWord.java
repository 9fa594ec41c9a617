package dev.sash.sql;

import dev.sash.error.Suggestion;
import java.util.List;
import java.util.Set;

/**
 * Tells the EMIT that ends a query from a column, table or alias called emit, by its neighbours.
 *
 * <p>EMIT starts a clause where a query can end and a trigger follows, so {@code FROM s EMIT ON
 * CLOSE} does, and {@code SELECT emit}, {@code JOIN emit ON close.x = y} and {@code emit.x} do not.
 * A misspelt trigger ({@code EMIT EVRY}) counts too, or the complaint would be about an alias.
 *
 * <p>The router and the parser both ask here, so they cannot disagree.
 */
public final class EmitWord {
  /** After these a query cannot have ended: an operand or a name must follow. */
  private static final Set<String> OPEN_WORDS =
      WordSet.of(
          """
          SELECT FROM JOIN WHERE BY ON AND OR NOT HAVING AS INTO TABLE DISTINCT CASE WHEN THEN ELSE
          LIKE IN BETWEEN USING UPDATE SET DESCRIBE FOR EXISTS UNION EXCEPT INTERSECT EXPLAIN
          LATERAL IS TO INTERVAL
          """);

  /** A word after an alias called emit. */
  private static final Set<String> CLAUSE_WORDS =
      WordSet.of(
          """
          JOIN INNER LEFT RIGHT FULL CROSS NATURAL ASOF OUTER WHERE GROUP HAVING
          WINDOW QUALIFY ORDER LIMIT OFFSET FETCH UNION INTERSECT EXCEPT MINUS FROM
          AS USING EMIT TABLESAMPLE PIVOT UNPIVOT MATCH_RECOGNIZE FOR ASC DESC AND OR
          IN IS LIKE BETWEEN NOT THEN ELSE END WHEN NULLS EXTEND PARTITION SELECT
          VALUES SET MATCH_CONDITION
          """);

  private static final Set<String> TRIGGER_WORDS = Set.of("EVERY", "CHANGES", "AFTER", "FINAL");

  private EmitWord() {}

  /**
   * Whether the EMIT at this index starts the clause.
   *
   * @param shapes upper-case words and symbols of the statement, as {@link Token#shape} gives them
   */
  public static boolean startsClause(List<String> shapes, int index) {
    if (!canEndQuery(shapes, index - 1)) {
      return false;
    }
    String next = at(shapes, index + 1);
    if (next.equals("ON")) {
      return startsOnTrigger(at(shapes, index + 2), at(shapes, index + 3));
    }
    return next.isEmpty()
        || next.equals(";")
        || next.equals("0")
        || TRIGGER_WORDS.contains(next)
        || (isWord(next) && !CLAUSE_WORDS.contains(next));
  }

  private static boolean startsOnTrigger(String word, String after) {
    if (word.isEmpty() || word.equals("WINDOW")) {
      return true;
    }
    boolean operandContinues =
        !after.isEmpty()
            && !isWord(after)
            && !after.equals(";")
            && !after.equals(",")
            && !after.equals(")");
    return !operandContinues
        && isWord(word)
        && Suggestion.nearest(word, List.of("CLOSE", "CHANGE", "WINDOW")) != null;
  }

  private static boolean canEndQuery(List<String> shapes, int index) {
    String word = at(shapes, index);
    String before = at(shapes, index - 1);
    switch (word) {
      case "STREAM":
        return !Set.of("CREATE", "REPLACE", "DROP", "DESCRIBE").contains(before);
      case "VIEW":
        return !Set.of("CREATE", "REPLACE", "DROP", "MATERIALIZED").contains(before);
      case "DRAIN", "DESC", "STOP", "PAUSE", "RESUME":
        return !before.isEmpty();
      case "ALL":
        return before.equals("LIMIT");
      case ")", "*", "]", "?", "\"", "'", "0":
        return true;
      default:
        return isWord(word) && !OPEN_WORDS.contains(word);
    }
  }

  private static boolean isWord(String shape) {
    return !shape.isEmpty() && Character.isJavaIdentifierStart(shape.charAt(0));
  }

  private static String at(List<String> shapes, int index) {
    return index < 0 || index >= shapes.size() ? "" : shapes.get(index);
  }
}
