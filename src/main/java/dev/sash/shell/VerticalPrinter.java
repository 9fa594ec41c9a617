package dev.sash.shell;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;

/**
 * {@link OutputFormat#VERTICAL}: for rows that are wider than the screen.
 *
 * <pre>
 * -[ RECORD 1 ]-
 * channel | #en.wikipedia
 * edits   | 1203
 * </pre>
 */
final class VerticalPrinter implements ResultPrinter {
  private final Output output;

  VerticalPrinter(Output output) {
    this.output = output;
  }

  @Override
  public void print(ResultSet rows, boolean live) throws SQLException {
    List<ResultColumn> columns = ResultColumn.of(rows.getMetaData());
    int width = 0;
    for (ResultColumn column : columns) {
      width = Math.max(width, Cell.width(Cell.of(column.label())));
    }
    long count = 0;
    while (rows.next()) {
      count++;
      output.line("-[ RECORD " + count + " ]-");
      for (ResultColumn column : columns) {
        String label = Cell.of(column.label());
        String padding = " ".repeat(width - Cell.width(label));
        output.line(label + padding + " | " + Cell.of(column.text(rows)));
      }
      if (live) {
        output.flush();
      }
    }
    if (count == 0) {
      output.line("(0 rows)");
    }
  }
}
