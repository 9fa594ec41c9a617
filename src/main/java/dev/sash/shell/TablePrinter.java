package dev.sash.shell;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@link OutputFormat#TABLE}: numbers to the right, everything else to the left.
 *
 * <pre>
 *  channel       | edits
 * ---------------+-------
 *  #en.wikipedia |  1203
 * (1 row)
 * </pre>
 *
 * <p>Widths are those of the first {@value #SAMPLE_ROWS} rows; a wider value that comes later moves
 * its line. Live rows cannot be looked at before they are printed: their widths follow from the
 * types.
 */
final class TablePrinter implements ResultPrinter {
  /** How wide a cell may be on a terminal. */
  static final int TERMINAL_CELL_WIDTH = 60;

  private static final int SAMPLE_ROWS = 1000;

  private final Output output;
  private final int maxCellWidth;

  /** A printer that cuts cells at a width; 0 cuts none. */
  TablePrinter(Output output, int maxCellWidth) {
    this.output = output;
    this.maxCellWidth = maxCellWidth;
  }

  @Override
  public void print(ResultSet rows, boolean live) throws SQLException {
    List<ResultColumn> columns = ResultColumn.of(rows.getMetaData());
    List<String[]> sample = live ? List.of() : sample(columns, rows);
    int[] widths = widths(columns, sample, live);
    heading(columns, widths);
    for (String[] cells : sample) {
      line(columns, widths, cells);
    }
    long count = sample.size();
    while ((live || count >= SAMPLE_ROWS) && rows.next()) {
      line(columns, widths, cells(columns, rows));
      count++;
      if (live) {
        output.flush();
      }
    }
    output.line(count == 1 ? "(1 row)" : "(" + count + " rows)");
  }

  private List<String[]> sample(List<ResultColumn> columns, ResultSet rows) throws SQLException {
    List<String[]> sample = new ArrayList<>();
    while (sample.size() < SAMPLE_ROWS && rows.next()) {
      sample.add(cells(columns, rows));
    }
    return sample;
  }

  private String[] cells(List<ResultColumn> columns, ResultSet rows) throws SQLException {
    String[] cells = new String[columns.size()];
    for (int i = 0; i < cells.length; i++) {
      cells[i] = cell(columns.get(i).text(rows));
    }
    return cells;
  }

  private String cell(@Nullable String value) {
    String text = Cell.of(value);
    return maxCellWidth == 0 ? text : Cell.cut(text, maxCellWidth);
  }

  private static int[] widths(List<ResultColumn> columns, List<String[]> sample, boolean live) {
    int[] widths = new int[columns.size()];
    for (int i = 0; i < widths.length; i++) {
      ResultColumn column = columns.get(i);
      widths[i] = Math.max(Cell.width(Cell.of(column.label())), live ? usualWidth(column) : 1);
      for (String[] cells : sample) {
        widths[i] = Math.max(widths[i], Cell.width(cells[i]));
      }
    }
    return widths;
  }

  private static int usualWidth(ResultColumn column) {
    return switch (column.jdbcType()) {
      case Types.TIMESTAMP -> 23;
      case Types.TIMESTAMP_WITH_TIMEZONE -> 26;
      case Types.DATE -> 10;
      case Types.BOOLEAN -> 5;
      case Types.VARCHAR, Types.CHAR -> 20;
      default -> column.isNumber() ? 10 : 12;
    };
  }

  private void heading(List<ResultColumn> columns, int[] widths) {
    String[] labels = new String[widths.length];
    StringBuilder rule = new StringBuilder();
    for (int i = 0; i < widths.length; i++) {
      labels[i] = Cell.of(columns.get(i).label());
      rule.append(i == 0 ? "-" : "-+-").append("-".repeat(widths[i]));
    }
    line(columns, widths, labels);
    output.line(rule.append('-').toString());
  }

  private void line(List<ResultColumn> columns, int[] widths, String[] cells) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < cells.length; i++) {
      line.append(i == 0 ? " " : " | ");
      String padding = " ".repeat(Math.max(0, widths[i] - Cell.width(cells[i])));
      if (columns.get(i).isNumber()) {
        line.append(padding).append(cells[i]);
      } else {
        line.append(cells[i]).append(padding);
      }
    }
    output.line(line.toString().stripTrailing());
  }
}
