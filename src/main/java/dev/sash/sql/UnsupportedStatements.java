package dev.sash.sql;

import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import dev.sash.error.SourceSpan;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Statements that belong to Sash but do not exist yet. They are recognised by their first words, so
 * that the answer says what works today instead of complaining about the grammar of H2.
 */
final class UnsupportedStatements {
  private static final String NO_ALERT =
      "keep the condition in a materialized view and poll changes.<view>";
  private static final String NO_SOURCE =
      "CREATE STREAM s (...) WITH (connector = 'file', path = '...') reads from outside";
  private static final String NO_ALTER = "DROP it and CREATE it again, or CREATE OR REPLACE";

  private static final Map<String, String> OBJECTS =
      Map.of(
          "ALERT", NO_ALERT,
          "ALERTS", NO_ALERT,
          "CHANNEL", NO_ALERT,
          "SOURCE", NO_SOURCE,
          "SOURCES", NO_SOURCE,
          "CONNECTOR", NO_SOURCE,
          "CONNECTORS", NO_SOURCE);

  private static final Map<String, String> VERBS =
      Map.of(
          "UNSUBSCRIBE", "SUBSCRIBE TO v ends when it is cancelled or closed", "SILENCE", NO_ALERT);

  private static final Set<String> OBJECT_VERBS = Set.of("CREATE", "DROP", "SHOW", "ALTER");

  private UnsupportedStatements() {}

  /** The answer, or null when the statement is none of these. */
  static @Nullable SashException find(List<Token> tokens) {
    String first = word(tokens, 0);
    String hint = VERBS.get(first);
    if (hint != null) {
      return refuse(tokens, 0, first, hint);
    }
    if (first.equals("REFRESH")) {
      return refuse(tokens, 0, first, "a materialized view of Sash keeps itself up to date");
    }
    if (!OBJECT_VERBS.contains(first)) {
      return null;
    }
    int object = word(tokens, 1).equals("OR") && word(tokens, 2).equals("REPLACE") ? 3 : 1;
    hint = OBJECTS.get(word(tokens, object));
    if (hint != null) {
      return refuse(tokens, object, first + " " + word(tokens, object), hint);
    }
    if (first.equals("ALTER") && Set.of("STREAM", "MATERIALIZED").contains(word(tokens, 1))) {
      boolean stream = word(tokens, 1).equals("STREAM");
      return refuse(
          tokens, stream ? 1 : 2, stream ? "ALTER STREAM" : "ALTER MATERIALIZED VIEW", NO_ALTER);
    }
    if (first.equals("ALTER") && word(tokens, 1).equals("SINK")) {
      return refuse(tokens, 1, "ALTER SINK", "DROP it and CREATE it again");
    }
    if (first.equals("ALTER") && word(tokens, 1).equals("VIEW")) {
      return refuse(tokens, 1, "ALTER of a materialized view", NO_ALTER);
    }
    return null;
  }

  private static SashException refuse(List<Token> tokens, int last, String what, String hint) {
    SourceSpan start = tokens.get(0).span();
    SourceSpan end = tokens.get(last).span();
    SourceSpan span = new SourceSpan(start.line(), start.column(), end.endLine(), end.endColumn());
    return SashException.at(span, ErrorCode.NOT_SUPPORTED, what + " is not supported yet")
        .hint(hint);
  }

  private static String word(List<Token> tokens, int index) {
    return index < tokens.size() ? tokens.get(index).shape() : "";
  }
}
