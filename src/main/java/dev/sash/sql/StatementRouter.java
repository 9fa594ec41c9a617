package dev.sash.sql;

import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Decides from the tokens of a statement, never from a failed parse, whether Sash or H2 gets it.
 *
 * <p>Sash gets its own statements by their leading words, also when those are misspelt or not
 * supported yet, because its complaint is the better one; and each SELECT, INSERT ... SELECT or
 * EXPLAIN that has EMIT, a window function in FROM or GROUP BY, or a stream in FROM. A materialized
 * view over nothing but ordinary tables stays with H2, as all the rest does.
 */
public final class StatementRouter {
  /** Schemas whose relations show a stream or view and are no ordinary tables. */
  private static final Set<String> VIEW_SCHEMAS = Set.of("latest", "changes", "late", "errors");

  private static final Set<String> QUERY_STARTS =
      Set.of("SELECT", "WITH", "(", "EXPLAIN", "INSERT");

  private static final Set<String> OBJECTS = Set.of("AGGREGATE", "FUNCTION", "SINK");

  private final NameResolver names;

  public StatementRouter(NameResolver names) {
    this.names = names;
  }

  /** Who answers this statement; text without a token goes to H2. */
  public Route route(String sql) {
    return route(SqlScanner.tokens(sql));
  }

  /**
   * Whether a statement is a query that ends and has no window function, or an EXPLAIN or INSERT of
   * one: the database could answer it as well, because it reads streams as tables.
   */
  public static boolean isPlainQuery(String sql) {
    List<Token> tokens = SqlScanner.tokens(sql);
    QueryOutline outline = QueryOutline.of(tokens);
    return QUERY_STARTS.contains(shape(tokens, 0)) && !outline.emits() && !outline.windowed();
  }

  private Route route(List<Token> tokens) {
    if (tokens.isEmpty()) {
      return Route.DATABASE;
    }
    String first = shape(tokens, 0);
    return switch (first) {
      case "ADVANCE", "ADVISE", "WAIT", "DRAIN", "REPROCESS", "DESCRIBE", "DESC" -> Route.SASH;
      case "SUBSCRIBE", "STOP", "PAUSE", "RESUME" -> Route.SASH;
      case "CREATE" -> create(tokens);
      case "DROP" -> drop(tokens);
      case "SHOW" -> LeadingWords.databaseShows(shape(tokens, 1)) ? Route.DATABASE : Route.SASH;
      case "SET" -> set(tokens);
      case "EXPLAIN" -> explain(tokens);
      case "INSERT" -> insert(tokens);
      case "SELECT", "WITH", "VALUES", "TABLE", "(" -> query(tokens);
      case "ALTER", "REFRESH" -> alter(tokens);
      default -> other(tokens);
    };
  }

  private Route create(List<Token> tokens) {
    int at = shape(tokens, 1).equals("OR") && shape(tokens, 2).equals("REPLACE") ? 3 : 1;
    if (shape(tokens, at).equals("MATERIALIZED") && shape(tokens, at + 1).equals("VIEW")) {
      return createView(tokens, at + 2);
    }
    return sashIf(
        OBJECTS.contains(shape(tokens, at))
            || LeadingWords.sashObject(shape(tokens, at)) != null
            || UnsupportedStatements.find(tokens) != null);
  }

  private Route createView(List<Token> tokens, int at) {
    int as = at;
    while (as < tokens.size() && !tokens.get(as).is("AS")) {
      if (tokens.get(as).is("RETAIN") && as > at) {
        return Route.SASH;
      }
      as++;
    }
    List<Token> query = tokens.subList(Math.min(as + 1, tokens.size()), tokens.size());
    QueryOutline outline = QueryOutline.of(query);
    return sashIf(
        query.isEmpty()
            || lacksFrom(query, outline)
            || outline.emits()
            || outline.windowed()
            || !outline.relations().stream().allMatch(this::isOrdinary));
  }

  /** Where a stream is named and nothing stands in FROM, a word before it is misspelt. */
  private boolean lacksFrom(List<Token> query, QueryOutline outline) {
    return outline.relations().isEmpty()
        && query.stream()
            .anyMatch(token -> token.kind() == Token.Kind.WORD && names.isStream(token.text()));
  }

  private boolean isOrdinary(QueryOutline.Relation relation) {
    String schema = relation.schema();
    if (!relation.inPublic() && schema != null) {
      return !VIEW_SCHEMAS.contains(schema.toLowerCase(Locale.ROOT));
    }
    String name = relation.name();
    return names.isTable(name) && !names.isStream(name) && !names.isView(name);
  }

  private Route drop(List<Token> tokens) {
    boolean materialized = shape(tokens, 1).equals("MATERIALIZED");
    if (materialized || shape(tokens, 1).equals("VIEW")) {
      String name = dropped(tokens);
      // A stream is told to whoever drops it as a view.
      return sashIf(
          names.isView(name) || names.isStream(name) || (materialized && !names.isTable(name)));
    }
    return sashIf(
        OBJECTS.contains(shape(tokens, 1))
            || LeadingWords.sashObject(shape(tokens, 1)) != null
            || UnsupportedStatements.find(tokens) != null);
  }

  private static String dropped(List<Token> tokens) {
    int at = 1;
    while (Set.of("MATERIALIZED", "VIEW", "IF", "EXISTS").contains(shape(tokens, at))
        && at + 1 < tokens.size()) {
      at++;
    }
    while (shape(tokens, at + 1).equals(".") && at + 2 < tokens.size()) {
      at += 2;
    }
    return tokens.get(at).name();
  }

  private Route set(List<Token> tokens) {
    StringBuilder name = new StringBuilder();
    for (Token token : tokens.subList(1, tokens.size())) {
      if (token.is("=") || token.is("TO")) {
        break;
      }
      name.append(token.name());
    }
    return sashIf(shape(tokens, 1).equals("CLOCK") || names.isSetting(name.toString()));
  }

  private Route explain(List<Token> tokens) {
    if (LeadingWords.isEmptyWord(shape(tokens, 1))) {
      return Route.SASH;
    }
    boolean plan = shape(tokens, 1).equals("PLAN") && shape(tokens, 2).equals("FOR");
    return route(tokens.subList(plan ? 3 : 1, tokens.size()));
  }

  private Route insert(List<Token> tokens) {
    for (Token token : tokens) {
      if (token.is("VALUES")) {
        return Route.DATABASE;
      }
      if (token.is("SELECT") || token.is("WITH") || token.is("TABLE")) {
        return query(tokens.subList(tokens.indexOf(token), tokens.size()));
      }
    }
    return Route.DATABASE;
  }

  private Route query(List<Token> tokens) {
    QueryOutline outline = QueryOutline.of(tokens);
    return sashIf(
        outline.emits()
            || outline.windowed()
            || lacksFrom(tokens, outline)
            || outline.relations().stream()
                .anyMatch(relation -> relation.inPublic() && names.isStream(relation.name())));
  }

  /** ALTER and REFRESH are H2's, except for what Sash keeps. */
  private Route alter(List<Token> tokens) {
    String object = shape(tokens, 1);
    boolean view = object.equals("MATERIALIZED") || object.equals("VIEW");
    return view
        ? sashIf(names.isView(dropped(tokens)))
        : sashIf(UnsupportedStatements.find(tokens) != null && !shape(tokens, 0).equals("REFRESH"));
  }

  private Route other(List<Token> tokens) {
    Token first = tokens.get(0);
    if (UnsupportedStatements.find(tokens) != null) {
      return Route.SASH;
    }
    return sashIf(first.kind() == Token.Kind.WORD && LeadingWords.corrected(first.text()) != null);
  }

  private static Route sashIf(boolean condition) {
    return condition ? Route.SASH : Route.DATABASE;
  }

  private static String shape(List<Token> tokens, int index) {
    return index < tokens.size() ? tokens.get(index).shape() : "";
  }
}
