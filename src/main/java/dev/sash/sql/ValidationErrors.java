package dev.sash.sql;

import dev.sash.aggregate.AggregateEntry;
import dev.sash.aggregate.AggregateFunctions;
import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import dev.sash.error.SourceSpan;
import dev.sash.error.Suggestion;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.calcite.runtime.CalciteContextException;
import org.jspecify.annotations.Nullable;

/** What Calcite's validator says about names, types and groups, in house words. */
final class ValidationErrors {
  private static final String CAST_HINT = "CAST one side to the type of the other";

  /** One kind of complaint. */
  private record Rule(Pattern pattern, Translation translation) {
    Rule(String pattern, Translation translation) {
      this(Pattern.compile(pattern, Pattern.DOTALL), translation);
    }
  }

  /** Makes the error of a complaint. */
  @FunctionalInterface
  private interface Translation {
    SashException error(ValidationErrors at, Matcher complaint);
  }

  private static final List<Rule> RULES =
      List.of(
          new Rule(
              "Column '(.*?)' not found in any table.*", (at, m) -> at.column(m.group(1), null)),
          new Rule(
              "Column '(.*?)' not found in table '(.*?)'.*",
              (at, m) -> at.column(m.group(1), m.group(2))),
          new Rule("Unknown field '(.*?)'.*", (at, m) -> at.column(m.group(1), null)),
          new Rule("Unknown identifier '(.*?)'.*", (at, m) -> at.column(m.group(1), null)),
          new Rule("(?:Table|Object) '(.*?)' not found.*", (at, m) -> at.qualifier(m.group(1))),
          new Rule("Column '(.*?)' is ambiguous", (at, m) -> at.ambiguous(m.group(1))),
          new Rule(
              "No match found for function signature (.*?)\\((.*)\\)",
              (at, m) -> at.function(m.group(1), m.group(2))),
          new Rule(
              "Invalid number of arguments to function '(.*?)'. Was expecting (.*) arguments",
              (at, m) ->
                  at.error(
                      ErrorCode.FUNCTION_NOT_FOUND,
                      "function "
                          + plain(m.group(1))
                          + " takes "
                          + (m.group(2).equals("1") ? "1 argument" : m.group(2) + " arguments"))),
          new Rule(
              "Cannot apply '(.*?)' to arguments of type '(.*?)'. Supported form\\(s\\): (.*)",
              (at, m) -> at.arguments(m.group(1), m.group(2), m.group(3))),
          new Rule("Expression '(.*?)' is not being grouped", (at, m) -> at.notGrouped(m.group(1))),
          new Rule(
              "Aggregate expression is illegal in (.*?) clause.*",
              (at, m) ->
                  at.error(ErrorCode.GROUPING, "an aggregate cannot stand in " + m.group(1))
                      .hint(
                          m.group(1).equals("WHERE")
                              ? "write HAVING, which filters groups"
                              : "compute it in a sub-query")),
          new Rule(
              "Aggregate expression '(.*?)' must( not)? contain a WITHIN GROUP clause",
              (at, m) -> at.withinGroup(plain(m.group(1)), m.group(2) == null)),
          new Rule(
              "Cannot specify IGNORE NULLS or RESPECT NULLS following '(.*?)'",
              (at, m) ->
                  at.error(
                          ErrorCode.NOT_SUPPORTED,
                          "function "
                              + plain(m.group(1))
                              + " takes no IGNORE NULLS or RESPECT NULLS")
                      .hint(
                          "leave it out; FILTER (WHERE x IS NOT NULL) leaves NULL out of any"
                              + " aggregate")),
          new Rule(
              "Data Type mismatch between ORDER BY and RANGE clause",
              (at, m) ->
                  at.error(
                          ErrorCode.TYPE_MISMATCH,
                          "RANGE needs a distance that can be added to what stands in ORDER BY")
                      .hint(
                          "write RANGE INTERVAL '5' SECOND PRECEDING with a time, or ROWS 5"
                              + " PRECEDING")),
          new Rule(
              "Aggregate expressions cannot be nested",
              (at, m) ->
                  at.error(ErrorCode.GROUPING, "an aggregate cannot stand inside an aggregate")),
          new Rule(
              "(WHERE|HAVING|FILTER|ON) clause must be a condition",
              (at, m) ->
                  at.error(ErrorCode.TYPE_MISMATCH, m.group(1) + " needs a condition")
                      .hint("write a comparison, such as n > 0")),
          new Rule(
              "(?:Illegal mixing of types in CASE or COALESCE|Values passed to .*? operator must"
                  + " have compatible|Cannot infer return type for).*",
              (at, m) ->
                  at.error(ErrorCode.TYPE_MISMATCH, "values of types that do not go together")
                      .hint(CAST_HINT)),
          new Rule(
              "Type mismatch in column (\\d+) of (.*)",
              (at, m) ->
                  at.error(
                          ErrorCode.TYPE_MISMATCH,
                          "column "
                              + m.group(1)
                              + " has types that do not go together in the branches of "
                              + m.group(2))
                      .hint(CAST_HINT)),
          new Rule(
              "Column count mismatch in (.*)",
              (at, m) ->
                  at.error(
                      ErrorCode.TYPE_MISMATCH,
                      "the branches of " + m.group(1) + " have different numbers of columns")),
          new Rule(
              "Cast function cannot convert value of type (.*?) to type (.*)",
              (at, m) ->
                  at.error(
                      ErrorCode.TYPE_MISMATCH,
                      "CAST cannot turn " + type(m.group(1)) + " into " + type(m.group(2)))),
          new Rule(
              "Illegal (\\w+) literal '?(.*?)'?: not in format '(.*?)'",
              (at, m) ->
                  at.error(ErrorCode.DATA_CONVERSION, "'" + m.group(2) + "' is no " + m.group(1))
                      .hint("write " + m.group(1) + " '" + example(m.group(1)) + "'")),
          new Rule(
              "Duplicate relation name '(.*?)' in FROM clause",
              (at, m) ->
                  at.error(
                          ErrorCode.DUPLICATE_NAME,
                          "name \"" + m.group(1) + "\" stands twice in FROM")
                      .hint("give one of them an alias")),
          new Rule(
              "Ordinal out of range",
              (at, m) ->
                  at.error(ErrorCode.COLUMN_NOT_FOUND, "there are fewer columns than this number")),
          new Rule(
              "OVER clause is necessary.*|.*must have an OVER clause.*",
              (at, m) ->
                  at.error(ErrorCode.NOT_SUPPORTED, "OVER is not supported yet")
                      .hint("aggregate with GROUP BY and HOP or TUMBLE")));

  private final @Nullable SourceSpan place;
  private final QueryNames names;

  private ValidationErrors(@Nullable SourceSpan place, QueryNames names) {
    this.place = place;
    this.names = names;
  }

  /**
   * The error for a complaint.
   *
   * @param names what the query could have meant
   */
  static SashException translate(CalciteContextException complaint, QueryNames names) {
    SashException fallback = ErrorTranslator.complaint(complaint);
    Throwable cause = complaint.getCause();
    String message = String.valueOf((cause == null ? complaint : cause).getMessage());
    ValidationErrors errors = new ValidationErrors(fallback.span(), names);
    for (Rule rule : RULES) {
      Matcher matcher = rule.pattern.matcher(message);
      if (matcher.matches()) {
        return rule.translation.error(errors, matcher).causedBy(complaint);
      }
    }
    return fallback;
  }

  private SashException error(ErrorCode code, String message) {
    return SashException.at(place, code, message);
  }

  private SashException column(String column, @Nullable String relation) {
    String in = "";
    if (relation != null && !relation.startsWith("$")) {
      in = " in \"" + relation + "\"";
    } else if (names.onlyStream() != null) {
      in = " in stream \"" + names.onlyStream() + "\"";
    }
    return error(ErrorCode.COLUMN_NOT_FOUND, "column \"" + last(column) + "\" not found" + in)
        .hint(names.columnLike(last(column)));
  }

  private SashException qualifier(String name) {
    return error(ErrorCode.RELATION_NOT_FOUND, "name \"" + name + "\" does not stand in FROM")
        .hint(names.relationLike(name));
  }

  private SashException ambiguous(String column) {
    return error(
            ErrorCode.COLUMN_AMBIGUOUS,
            "more than one column in FROM is called \"" + last(column) + "\"")
        .hint("write relation." + last(column) + ", or give one of them another name");
  }

  private SashException function(String name, String arguments) {
    String plain = plain(name);
    if (plain.equalsIgnoreCase("PROCTIME")) {
      return error(ErrorCode.WINDOW_ARGUMENT, "PROCTIME() can only be the time of a window")
          .hint("write CURRENT_TIMESTAMP for the clock");
    }
    if (OperatorTables.names().contains(plain.toUpperCase(Locale.ROOT))) {
      return error(
              ErrorCode.FUNCTION_NOT_FOUND,
              "function " + plain + " does not take (" + types(arguments) + ")")
          .hint(taken(plain));
    }
    return error(ErrorCode.FUNCTION_NOT_FOUND, "function \"" + plain + "\" not found")
        .hint(Suggestion.didYouMean(plain.toUpperCase(Locale.ROOT), OperatorTables.names()));
  }

  private SashException arguments(String operator, String arguments, String forms) {
    boolean function = arguments.startsWith(operator + "(");
    String given =
        function
            ? arguments.substring(operator.length() + 1, arguments.length() - 1)
            : arguments
                .replace(" " + operator + " ", ", ")
                .replaceFirst("^" + Pattern.quote(operator), "");
    String example =
        types(forms.split("\n", 2)[0].replaceAll("^'|'$", "").replace("<", " <"))
            .replace("( ", "(");
    String own = taken(operator);
    String takes = // names with an underscore are Calcite's own words
        own != null ? own : example.contains("_") ? null : "it takes " + example;
    return error(
            ErrorCode.TYPE_MISMATCH,
            (function ? "function " : "operator ")
                + operator
                + " does not take ("
                + types(given)
                + ")")
        .hint(
            operator.equals("-") && given.matches(".*TIME.*, .*TIME.*")
                ? "write TIMESTAMPDIFF(SECOND, a, b) for the distance of two "
                    + (given.contains("TIMESTAMP") ? "timestamps" : "times")
                : takes);
  }

  /** What an aggregate function of ours takes, or null. */
  private static @Nullable String taken(String function) {
    AggregateEntry entry = AggregateFunctions.find(function);
    return entry == null || entry.arguments().isEmpty() ? null : "it takes " + entry.signature();
  }

  private SashException withinGroup(String function, boolean missing) {
    AggregateEntry entry = AggregateFunctions.find(function);
    return error(
            ErrorCode.GROUPING,
            "function "
                + function
                + (missing ? " needs" : " has no")
                + " WITHIN GROUP (ORDER BY ...)")
        .hint(
            missing
                ? entry == null ? null : "write " + entry.example()
                : entry != null && entry.form() == AggregateEntry.Form.BY_TIME
                    ? "it goes by event time: write ARG_MIN(x, y) or ARG_MAX(x, y) for another"
                        + " order"
                    : "leave it out: the order of rows does not matter");
  }

  private SashException notGrouped(String expression) {
    boolean column = expression.matches("[\\w$.\"` ]+");
    String what =
        column ? "column \"" + last(expression) + "\"" : "expression " + unqualified(expression);
    return error(ErrorCode.GROUPING, what + " must appear in GROUP BY or inside an aggregate")
        .hint(column ? "write MIN(" + last(expression) + ") or add it to GROUP BY" : null);
  }

  private static String last(String name) {
    return name.substring(name.lastIndexOf('.') + 1).replace("`", "").replace("\"", "");
  }

  private static String unqualified(String expression) {
    return expression.replaceAll("`?\\$[dw]\\d+`?\\.", "").replace("`", "").replaceAll("\\s+", " ");
  }

  private static String plain(String name) {
    return name.replace("`", "").replace("\"", "").replace("$", "");
  }

  private static String types(String text) {
    return text.replaceAll("[<>](?=[A-Z_ ]|$|[,)\\s])|(?<=[A-Z_0-9)])>", "")
        .replaceAll(
            "TIMESTAMP_(?:WITH_LOCAL_TIME_ZONE|TZ)\\((\\d)\\)",
            "TIMESTAMP($1) WITH LOCAL TIME ZONE")
        .replaceAll("\\s+", " ")
        .trim();
  }

  private static String type(String text) {
    return text.replaceAll("\\(\\d+.*?\\)$|\\s+NOT NULL", "").trim();
  }

  private static String example(String type) {
    return switch (type) {
      case "DATE" -> "2024-01-31";
      case "TIME" -> "12:30:00";
      default -> "2024-01-31 12:30:00";
    };
  }
}
