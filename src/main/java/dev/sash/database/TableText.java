package dev.sash.database;

import dev.sash.view.Relation;
import dev.sash.view.RelationColumn;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Writes the statements that make the tables. Names are quoted, so labels keep their case. */
final class TableText {
  private TableText() {}

  /** {@code CREATE TABLE ... ENGINE ...}. */
  static String create(String schema, String table, Relation relation, String databaseName) {
    List<String> parts = new ArrayList<>();
    for (RelationColumn column : relation.columns()) {
      parts.add(column(column));
    }
    if (relation.hasPrimaryKey()) {
      parts.add("PRIMARY KEY (" + primaryKey(relation) + ")");
    }
    return create(schema, table, parts, databaseName);
  }

  /** A column's definition. */
  static String column(RelationColumn column) {
    return Identifier.quoted(column.name())
        + " "
        + H2Values.type(column.type()).getSQL(new StringBuilder(), 0)
        + (column.visible() ? "" : " INVISIBLE")
        + (column.type().nullable() ? "" : " NOT NULL");
  }

  /** The same for columns that are given as text. */
  static String create(String schema, String table, List<String> parts, String databaseName) {
    return "CREATE TABLE "
        + Identifier.quoted(schema)
        + "."
        + Identifier.quoted(table)
        + " ("
        + String.join(", ", parts)
        + ") ENGINE "
        + Identifier.quoted(SashTableEngine.class.getName())
        + " WITH "
        + Identifier.quoted(databaseName);
  }

  private static String primaryKey(Relation relation) {
    List<Integer> columns = new ArrayList<>(relation.keyColumns());
    if (relation.windowEnd() >= 0) {
      boolean endIsVisible = relation.columns().get(relation.windowEnd()).visible();
      columns.add(endIsVisible ? relation.windowEnd() : relation.windowStart());
    }
    return columns.stream()
        .map(i -> Identifier.quoted(relation.columns().get(i).name()))
        .collect(Collectors.joining(", "));
  }
}
