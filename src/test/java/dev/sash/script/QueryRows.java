package dev.sash.script;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** The rows of a query as lines, to compare two queries. */
final class QueryRows {
  private QueryRows() {}

  /** The rows in the order in which they come. */
  static List<String> of(Statement statement, String query) throws SQLException {
    List<String> rows = new ArrayList<>();
    try (ResultSet result = statement.executeQuery(query)) {
      int columns = result.getMetaData().getColumnCount();
      while (result.next()) {
        List<String> row = new ArrayList<>();
        for (int column = 1; column <= columns; column++) {
          row.add(result.getString(column));
        }
        rows.add(String.join(" | ", row.stream().map(String::valueOf).toList()));
      }
    }
    return rows;
  }
}
