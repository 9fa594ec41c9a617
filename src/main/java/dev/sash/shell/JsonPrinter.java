package dev.sash.shell;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * {@link OutputFormat#JSON}: numbers as JSON numbers with all their digits, NaN and the infinities
 * as strings. A repeated label gets a number, because a repeated name would lose a value.
 */
final class JsonPrinter implements ResultPrinter {
  private static final JsonFactory JSON =
      new JsonFactoryBuilder().rootValueSeparator((String) null).build();

  private final Output output;

  JsonPrinter(Output output) {
    this.output = output;
  }

  @Override
  public void print(ResultSet rows, boolean live) throws SQLException {
    List<ResultColumn> columns = ResultColumn.of(rows.getMetaData());
    List<String> names = distinct(columns);
    try (JsonGenerator json = JSON.createGenerator(output.writer())) {
      json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
      json.disable(JsonGenerator.Feature.FLUSH_PASSED_TO_STREAM);
      while (rows.next()) {
        json.writeStartObject();
        for (ResultColumn column : columns) {
          json.writeFieldName(names.get(column.ordinal() - 1));
          write(json, column, column.text(rows));
        }
        json.writeEndObject();
        json.writeRaw('\n');
        if (live) {
          json.flush();
          output.flush();
        }
      }
    } catch (IOException e) {
      throw new OutputClosedException(e);
    }
  }

  private static void write(JsonGenerator json, ResultColumn column, @Nullable String text)
      throws IOException {
    if (text == null) {
      json.writeNull();
    } else if (column.isNumber() && isFinite(text)) {
      json.writeNumber(text);
    } else if (column.isBoolean()) {
      json.writeBoolean(Boolean.parseBoolean(text));
    } else {
      json.writeString(text);
    }
  }

  private static boolean isFinite(String number) {
    return !number.endsWith("NaN") && !number.endsWith("Infinity");
  }

  private static List<String> distinct(List<ResultColumn> columns) {
    List<String> names = new ArrayList<>();
    Set<String> taken = new HashSet<>();
    for (ResultColumn column : columns) {
      String name = column.label();
      for (int i = 2; !taken.add(name); i++) {
        name = column.label() + "_" + i;
      }
      names.add(name);
    }
    return names;
  }
}
