package dev.sash.shell;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import de.siegmar.fastcsv.writer.QuoteStrategies;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@link OutputFormat#CSV}. */
final class CsvPrinter implements ResultPrinter {
  private final Output output;
  private final CsvWriter csv;

  CsvPrinter(Output output) {
    this.output = output;
    this.csv =
        CsvWriter.builder()
            .lineDelimiter(LineDelimiter.LF)
            .quoteStrategy(QuoteStrategies.EMPTY)
            .bufferSize(0)
            .build(output.writer());
  }

  @Override
  public void print(ResultSet rows, boolean live) throws SQLException {
    List<ResultColumn> columns = ResultColumn.of(rows.getMetaData());
    csv.writeRecord(columns.stream().map(ResultColumn::label).toList());
    List<@Nullable String> record = new ArrayList<>();
    while (rows.next()) {
      record.clear();
      for (ResultColumn column : columns) {
        record.add(column.text(rows));
      }
      csv.writeRecord(record);
      if (live) {
        output.flush();
      }
    }
  }
}
