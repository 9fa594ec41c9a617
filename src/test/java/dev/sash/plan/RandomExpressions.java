package dev.sash.plan;

import dev.sash.data.DataType;
import dev.sash.data.DataType.Kind;
import dev.sash.data.Field;
import dev.sash.data.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Random queries over {@code numbers}, a stream with two columns of each type. */
final class RandomExpressions {
  /** Columns without NULLs first, then the same with: {@code l} and {@code l_n}. */
  static final Schema SCHEMA = schema();

  private final Random random;

  RandomExpressions(Random random) {
    this.random = random;
  }

  private static Schema schema() {
    List<Field> fields = new ArrayList<>();
    for (boolean nullable : new boolean[] {false, true}) {
      String suffix = nullable ? "_n" : "";
      for (Kind kind : Kind.values()) {
        DataType type =
            switch (kind) {
              case DECIMAL -> DataType.decimal(10, 2);
              case CHAR -> new DataType(kind, 3, 0, true);
              default -> DataType.of(kind);
            };
        fields.add(new Field("c_" + kind.name().toLowerCase() + suffix, type.nullable(nullable)));
      }
      fields.add(new Field("c_long" + suffix, DataType.decimal(18, 4).nullable(nullable)));
      fields.add(new Field("c_wide" + suffix, DataType.decimal(30, 3).nullable(nullable)));
    }
    return Schema.of(fields.toArray(new Field[0]));
  }

  /** A query with one to four values, with or without a condition. */
  String query() {
    String values =
        IntStream.rangeClosed(0, random.nextInt(4))
            .mapToObj(i -> value(1 + random.nextInt(3)))
            .collect(Collectors.joining(", "));
    String where = random.nextInt(3) == 0 ? "" : " WHERE " + truth(1 + random.nextInt(3));
    return "SELECT " + values + " FROM numbers" + where;
  }

  /** A query with a single value of a single operator, which fails in one way only. */
  String simpleQuery() {
    return "SELECT " + value(1) + " FROM numbers";
  }

  private String value(int depth) {
    return switch (random.nextInt(8)) {
      case 0 -> truth(depth);
      case 1, 2 -> whole(depth);
      case 3 -> floating(depth);
      case 4, 5 -> decimal(depth);
      case 6 -> text(depth);
      default -> time(depth);
    };
  }

  private String column(String... names) {
    return "c_" + pick(names) + (random.nextInt(2) == 0 ? "" : "_n");
  }

  private String pick(String... choices) {
    return choices[random.nextInt(choices.length)];
  }

  private String number(int depth) {
    return switch (random.nextInt(3)) {
      case 0 -> whole(depth);
      case 1 -> floating(depth);
      default -> decimal(depth);
    };
  }

  private String whole(int depth) {
    if (depth == 0) {
      return random.nextInt(4) == 0
          ? pick("0", "1", "-1", "2", "7", "100", "2147483647", "9223372036854775807")
          : column("tinyint", "smallint", "integer", "bigint");
    }
    int next = depth - 1;
    return switch (random.nextInt(10)) {
      case 0, 1, 2 -> "(" + whole(next) + pick(" + ", " - ", " * ") + whole(next) + ")";
      case 3 -> "(" + whole(next) + pick(" / ", " % ") + whole(next) + ")";
      case 4 -> "(-" + whole(next) + ")";
      case 5 -> "ABS(" + whole(next) + ")";
      case 6 ->
          "CAST(" + number(next) + " AS " + pick("TINYINT", "SMALLINT", "INTEGER", "BIGINT") + ")";
      case 7 -> choice(whole(next), whole(next), next);
      case 8 -> "CHAR_LENGTH(" + text(next) + ")";
      default -> "EXTRACT(" + pick("HOUR", "DAY", "SECOND") + " FROM " + time(next) + ")";
    };
  }

  private String floating(int depth) {
    if (depth == 0) {
      return random.nextInt(4) == 0 ? pick("0e0", "1.5e0", "-2.25e3") : column("real", "double");
    }
    int next = depth - 1;
    return switch (random.nextInt(7)) {
      case 0, 1, 2 -> "(" + floating(next) + pick(" + ", " - ", " * ") + number(next) + ")";
      case 3 -> "(" + floating(next) + " / " + number(next) + ")";
      case 4 -> pick("-", "ABS") + "(" + floating(next) + ")";
      case 5 -> "CAST(" + number(next) + " AS " + pick("REAL", "DOUBLE") + ")";
      default -> choice(floating(next), floating(next), next);
    };
  }

  private String decimal(int depth) {
    if (depth == 0) {
      return random.nextInt(3) == 0
          ? pick("0.0", "0.908", "-12.5", "1.00", "99999999.99")
          : random.nextInt(6) == 0 ? column("wide") : column("decimal", "decimal", "long");
    }
    int next = depth - 1;
    return switch (random.nextInt(9)) {
      case 0, 1, 2 -> "(" + decimal(next) + pick(" + ", " - ", " * ") + decimal(next) + ")";
      case 3 -> "(" + decimal(next) + pick(" + ", " - ", " * ") + whole(next) + ")";
      case 4 -> "(" + decimal(next) + " / " + decimal(next) + ")";
      case 5 -> pick("-", "ABS") + "(" + decimal(next) + ")";
      case 6, 7 ->
          "CAST("
              + number(next)
              + " AS DECIMAL"
              + pick("(10, 2)", "(8, 1)", "(18, 6)", "(38, 10)", "(5, 0)")
              + ")";
      default -> choice(decimal(next), decimal(next), next);
    };
  }

  private String text(int depth) {
    if (depth == 0) {
      return random.nextInt(4) == 0
          ? pick("'a'", "''", "'\"\\\\u\n'", "'b '", "'é'", "'12'")
          : column("varchar", "char");
    }
    int next = depth - 1;
    return switch (random.nextInt(4)) {
      case 0 -> "UPPER(" + text(next) + ")";
      case 1 -> "(" + text(next) + " || " + text(next) + ")";
      case 2 -> choice(text(next), text(next), next);
      default -> "SUBSTRING(" + text(next) + " FROM 1 FOR 2)";
    };
  }

  private String time(int depth) {
    if (depth == 0) {
      return random.nextInt(4) == 0
          ? "TIMESTAMP '2024-02-29 12:00:00'"
          : column("timestamp", "timestamp", "timestamp_ltz");
    }
    int next = depth - 1;
    return switch (random.nextInt(5)) {
      case 0 -> "(" + time(next) + pick(" + ", " - ") + "INTERVAL '90' MINUTE)";
      case 1 -> "(" + time(next) + " + INTERVAL '1' MONTH)";
      case 2 -> "FLOOR(" + time(next) + " TO " + pick("HOUR", "DAY", "MONTH", "MINUTE") + ")";
      case 3 -> "CAST(" + column("date") + " AS TIMESTAMP(3))";
      default -> choice(time(next), time(next), next);
    };
  }

  private String choice(String one, String other, int depth) {
    return switch (random.nextInt(4)) {
      case 0 -> "COALESCE(" + one + ", " + other + ")";
      case 1 -> "NULLIF(" + one + ", " + other + ")";
      case 2 -> "CASE WHEN " + truth(depth) + " THEN " + one + " END";
      default -> "CASE WHEN " + truth(depth) + " THEN " + one + " ELSE " + other + " END";
    };
  }

  private String truth(int depth) {
    if (depth == 0) {
      return random.nextInt(3) == 0
          ? column("boolean")
          : pair(pick("0", "1", "2", "3"), pick(" = ", " <> ", " < ", " <= ", " > ", " >= "), 0);
    }
    int next = depth - 1;
    return switch (random.nextInt(11)) {
      case 0, 1 -> "(" + truth(next) + pick(" AND ", " OR ") + truth(next) + ")";
      case 2 -> "(NOT " + truth(next) + ")";
      case 3 ->
          "(" + truth(next) + pick(" IS TRUE", " IS NOT TRUE", " IS FALSE", " IS NOT FALSE") + ")";
      case 4 -> "(" + value(next) + pick(" IS NULL", " IS NOT NULL") + ")";
      case 5 -> "(" + text(next) + pick(" LIKE 'a%'", " NOT LIKE '%b'", " LIKE '_'") + ")";
      case 6 -> "(" + text(next) + pick("", " NOT") + " IN ('a', 'b', 'é'))";
      case 7 -> "(" + number(next) + pick("", " NOT") + " IN (0, 1, 7))";
      case 8 -> "(" + number(next) + " BETWEEN " + number(next) + " AND " + number(0) + ")";
      default ->
          pair(pick("0", "1", "2", "3"), pick(" = ", " <> ", " < ", " <= ", " > ", " >= "), next);
    };
  }

  private String pair(String family, String operator, int depth) {
    return switch (family) {
      case "0" -> "(" + text(depth) + operator + text(0) + ")";
      case "1" -> "(" + time(depth) + operator + time(0) + ")";
      default -> "(" + number(depth) + operator + number(depth) + ")";
    };
  }
}
