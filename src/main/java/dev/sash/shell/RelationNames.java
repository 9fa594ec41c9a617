package dev.sash.shell;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** The names of tables, streams and views, as a statement would write them. */
final class RelationNames {
  private static final String NAMES =
      """
      SELECT CASE WHEN LOWER(table_schema) = 'public' THEN table_name
                  ELSE table_schema || '.' || table_name END
      FROM information_schema.tables
      WHERE LOWER(table_schema) <> 'information_schema'
      """;

  private RelationNames() {}

  /** All names; none when the database does not answer, because they are a courtesy only. */
  static List<String> of(Connection connection) {
    List<String> names = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(NAMES)) {
      while (rows.next()) {
        names.add(rows.getString(1));
      }
    } catch (SQLException e) {
      return names;
    }
    return names;
  }
}
