package dev.sash.sql;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a glance at the tokens of a query tells: the relations it reads, whether it has an EMIT
 * clause, and whether a window function stands in a FROM or GROUP BY. No grammar is involved, so it
 * works on any dialect and on text with errors.
 *
 * @param relations names in FROM and JOIN, without those that WITH defines
 */
record QueryOutline(List<Relation> relations, boolean emits, boolean windowed) {

  /** A name in FROM: {@code schema} is what stands before the last dot, or null. */
  record Relation(@Nullable String schema, String name) {
    /** Whether streams and views can be meant: unqualified, or qualified with PUBLIC. */
    boolean inPublic() {
      return schema == null || schema.equalsIgnoreCase("public");
    }
  }

  private static final Set<String> WINDOW_FUNCTIONS = WindowKind.names();

  static QueryOutline of(List<Token> tokens) {
    return new Reader(tokens).read();
  }

  private enum Clause {
    NONE,
    WITH,
    FROM,
    GROUP,
    OTHER
  }

  /** One level of parentheses. */
  private static final class Level {
    Clause clause;
    final boolean arguments;
    boolean select;

    /**
     * @param arguments whether these are the parentheses of a call or a column list, where a comma
     *     separates no relations
     */
    Level(Clause clause, boolean arguments) {
      this.clause = clause;
      this.arguments = arguments;
    }
  }

  /** Walks the tokens once. */
  private static final class Reader {
    private final List<Token> tokens;
    private final List<String> shapes;
    private final Deque<Level> levels = new ArrayDeque<>();
    private final List<Relation> relations = new ArrayList<>();
    private final Set<String> defined = new HashSet<>();
    private Level level = new Level(Clause.NONE, false);
    private boolean nameExpected;
    private boolean emits;
    private boolean windowed;

    Reader(List<Token> tokens) {
      this.tokens = tokens;
      this.shapes = tokens.stream().map(Token::shape).toList();
    }

    QueryOutline read() {
      int index = 0;
      while (index < tokens.size()) {
        index += isName(index) && nameExpected ? name(index) : step(index);
      }
      relations.removeIf(
          relation ->
              relation.schema() == null
                  && defined.contains(relation.name().toLowerCase(Locale.ROOT)));
      return new QueryOutline(List.copyOf(relations), emits, windowed);
    }

    private boolean isName(int index) {
      Token.Kind kind = tokens.get(index).kind();
      if (kind == Token.Kind.QUOTED_NAME) {
        return true;
      }
      return kind == Token.Kind.WORD
          && !Set.of("LATERAL", "ONLY", "SELECT", "WITH", "RECURSIVE").contains(shape(index))
          && !(shape(index).equals("TABLE") && !shape(index + 1).equals("."));
    }

    /** Takes {@code a.b.c}; followed by a parenthesis it is a function and no relation. */
    private int name(int index) {
      nameExpected = false;
      int last = index;
      while (shape(last + 1).equals(".") && last + 2 < tokens.size()) {
        last += 2;
      }
      String schema = last > index ? tokens.get(last - 2).name() : null;
      String name = tokens.get(last).name();
      if (level.clause == Clause.WITH) {
        defined.add(name.toLowerCase(Locale.ROOT));
      } else if (shape(last + 1).equals("(")) {
        noteWindowFunction(last);
      } else {
        relations.add(new Relation(schema, name));
      }
      return last - index + 1;
    }

    private int step(int index) {
      switch (shape(index)) {
        case "(" -> open(index);
        case ")" -> close();
        case "," -> nameExpected = separatesNames();
        case "WITH" -> with();
        case "SELECT" -> select();
        case "FROM" -> from(index);
        case "JOIN" -> nameExpected = level.clause == Clause.FROM;
        case "TABLE" -> nameExpected = !shape(index + 1).equals("(");
        case "GROUP" -> group(index);
        case "WHERE",
            "HAVING",
            "ORDER",
            "LIMIT",
            "WINDOW",
            "QUALIFY",
            "UNION",
            "EXCEPT",
            "INTERSECT" ->
            clause(Clause.OTHER);
        case "EMIT" -> emits |= EmitWord.startsClause(shapes, index);
        default -> noteWindowFunction(index);
      }
      return 1;
    }

    private void open(int index) {
      String before = shape(index - 1);
      boolean opensRelation =
          Set.of("FROM", "JOIN", ",", "(", "LATERAL").contains(before) && nameExpected;
      levels.push(level);
      level = new Level(level.clause == Clause.WITH ? Clause.NONE : level.clause, !opensRelation);
    }

    private void close() {
      nameExpected = false;
      if (!levels.isEmpty()) {
        level = levels.pop();
      }
    }

    private boolean separatesNames() {
      return level.clause == Clause.WITH || (level.clause == Clause.FROM && !level.arguments);
    }

    private void with() {
      if (level.clause == Clause.NONE || nameExpected || (level.arguments && !level.select)) {
        clause(Clause.WITH);
        nameExpected = true;
      }
    }

    private void select() {
      clause(Clause.OTHER);
      level.select = true;
    }

    private void from(int index) {
      // EXTRACT(DAY FROM ts) and IS DISTINCT FROM are no FROM clauses.
      if (level.select && !shape(index - 1).equals("DISTINCT")) {
        Level query = new Level(Clause.FROM, false);
        query.select = true;
        level = query;
        nameExpected = true;
      }
    }

    private void group(int index) {
      if (shape(index + 1).equals("BY")) {
        clause(Clause.GROUP);
      }
    }

    private void clause(Clause clause) {
      level.clause = clause;
      nameExpected = false;
    }

    private void noteWindowFunction(int index) {
      windowed |=
          (level.clause == Clause.FROM || level.clause == Clause.GROUP)
              && shape(index + 1).equals("(")
              && WINDOW_FUNCTIONS.contains(shape(index));
    }

    private String shape(int index) {
      return index < 0 || index >= shapes.size() ? "" : shapes.get(index);
    }
  }
}
