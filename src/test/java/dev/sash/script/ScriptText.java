package dev.sash.script;

import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Rows and errors as lines of a script. */
final class ScriptText {
  /** H2 repeats the statement and adds numbers of its own. */
  private static final Pattern REPEATED_STATEMENT =
      Pattern.compile("; SQL statement:\n.*", Pattern.DOTALL);

  private ScriptText() {}

  /** A header line, then the rows in the order in which they come. */
  static List<String> rows(ResultSet rows) throws SQLException {
    ResultSetMetaData columns = rows.getMetaData();
    List<String> lines = new ArrayList<>();
    List<String> cells = new ArrayList<>();
    for (int i = 1; i <= columns.getColumnCount(); i++) {
      cells.add(columns.getColumnLabel(i));
    }
    lines.add(String.join(" | ", cells));
    while (rows.next()) {
      cells.clear();
      for (int i = 1; i <= columns.getColumnCount(); i++) {
        String cell = rows.getString(i);
        cells.add(cell == null ? "" : cell);
      }
      lines.add(String.join(" | ", cells).stripTrailing());
    }
    return lines;
  }

  /** The message; those of the database get their SQLSTATE as Sash's own have it. */
  static List<String> error(SQLException error) {
    String message = String.valueOf(error.getMessage());
    String text = REPEATED_STATEMENT.matcher(message).replaceFirst("");
    String state = "[" + error.getSQLState() + "]";
    return (text.contains(state) ? text : text + " " + state).lines().toList();
  }
}
