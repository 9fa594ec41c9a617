package dev.sash.connector.sink;

import dev.sash.data.DataType;
import dev.sash.data.Field;
import dev.sash.data.Schema;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The statements with which rows get into a table, as the database spells them.
 *
 * @param product its name, in lower case
 * @param quote around names
 */
record TableDialect(String product, String quote) {

  static TableDialect of(DatabaseMetaData metaData) throws SQLException {
    String quote = metaData.getIdentifierQuoteString();
    return new TableDialect(
        metaData.getDatabaseProductName().toLowerCase(Locale.ROOT),
        quote == null || quote.isBlank() ? "" : quote);
  }

  /** Whether a row can replace the one with the same key. */
  boolean upserts() {
    return product.equals("h2") || product.equals("postgresql");
  }

  /** A name as it was written. */
  String name(String name) {
    return quote + name.replace(quote.isEmpty() ? "\"" : quote, quote + quote) + quote;
  }

  /** The name of a table, perhaps with its schema and a dot before it. */
  String table(String table) {
    return List.of(table.split("\\.", -1)).stream()
        .map(this::name)
        .collect(Collectors.joining("."));
  }

  String insert(String table, Schema schema) {
    return "INSERT INTO "
        + table(table)
        + list(schema, Field::name)
        + " VALUES "
        + parameters(schema.size());
  }

  String upsert(String table, Schema schema, List<Integer> keys) {
    if (product.equals("h2")) {
      return "MERGE INTO "
          + table(table)
          + list(schema, Field::name)
          + " KEY "
          + keys(schema, keys)
          + " VALUES "
          + parameters(schema.size());
    }
    String changes =
        IntStream.range(0, schema.size())
            .filter(column -> !keys.contains(column))
            .mapToObj(column -> name(schema.field(column).name()))
            .map(column -> column + " = EXCLUDED." + column)
            .collect(Collectors.joining(", "));
    return insert(table, schema)
        + " ON CONFLICT "
        + keys(schema, keys)
        + (changes.isEmpty() ? " DO NOTHING" : " DO UPDATE SET " + changes);
  }

  /** Deletes the row of a key whose parts may be NULL. */
  String delete(String table, Schema schema, List<Integer> keys) {
    return "DELETE FROM "
        + table(table)
        + " WHERE "
        + keys.stream()
            .map(
                key ->
                    name(schema.field(key).name()) + " IS NOT DISTINCT FROM " + cast(schema, key))
            .collect(Collectors.joining(" AND "));
  }

  /** A parameter whose type the database could not guess. */
  private String cast(Schema schema, int column) {
    return "CAST(? AS " + type(schema.type(column)) + ")";
  }

  String create(String table, Schema schema, List<Integer> keys) {
    String columns =
        schema.fields().stream()
            .map(
                field ->
                    name(field.name())
                        + " "
                        + type(field.type())
                        + (field.type().nullable() ? "" : " NOT NULL"))
            .collect(Collectors.joining(", "));
    String unique = keys.isEmpty() ? "" : ", UNIQUE " + keys(schema, keys);
    return "CREATE TABLE IF NOT EXISTS " + table(table) + " (" + columns + unique + ")";
  }

  private String type(DataType type) {
    return switch (type.kind()) {
      case DOUBLE -> "DOUBLE PRECISION";
      case TINYINT -> "SMALLINT";
      case TIMESTAMP_LTZ -> "TIMESTAMP WITH TIME ZONE";
      case DECIMAL -> "DECIMAL(" + type.precision() + ", " + type.scale() + ")";
      case BOOLEAN, SMALLINT, INTEGER, BIGINT, REAL, VARCHAR, CHAR, DATE, TIME, TIMESTAMP ->
          type.sql();
    };
  }

  private String keys(Schema schema, List<Integer> keys) {
    return keys.stream()
        .map(key -> name(schema.field(key).name()))
        .collect(Collectors.joining(", ", "(", ")"));
  }

  private String list(Schema schema, Function<Field, String> part) {
    return schema.fields().stream()
        .map(field -> name(part.apply(field)))
        .collect(Collectors.joining(", ", " (", ")"));
  }

  private static String parameters(int count) {
    return "(" + String.join(", ", Collections.nCopies(count, "?")) + ")";
  }
}
