package dev.sash.connector.sink;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonGenerator;
import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import de.siegmar.fastcsv.writer.QuoteStrategies;
import dev.sash.data.ColumnBatch;
import dev.sash.data.DataType;
import dev.sash.data.Schema;
import dev.sash.runtime.ConnectorOptions;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Rows as lines of UTF-8, which the {@code file} and {@code socket} connectors read as the same
 * rows. CSV: NULL is nothing, an empty text is {@code ""}. JSON: an object a line, numbers with all
 * their digits, NaN and the infinities as texts.
 */
final class LineFormat {
  /** The names of the options that every connector over lines has. */
  static final Set<String> OPTIONS = Set.of("format", "header", "delimiter");

  private static final JsonFactory JSON =
      new JsonFactoryBuilder().rootValueSeparator((String) null).build();

  private final boolean json;
  private final boolean header;
  private final char delimiter;

  private LineFormat(boolean json, boolean header, char delimiter) {
    this.json = json;
    this.header = header;
    this.delimiter = delimiter;
  }

  /**
   * What the options say, or the end of a file's name.
   *
   * @throws dev.sash.error.SashException for an option that does not fit
   */
  static LineFormat of(ConnectorOptions options, String fileName) {
    String lower = fileName.toLowerCase(Locale.ROOT);
    boolean isJson =
        lower.endsWith(".json") || lower.endsWith(".jsonl") || lower.endsWith(".ndjson");
    String format = options.oneOf("format", List.of("csv", "json"), isJson ? "json" : "csv");
    String delimiter = options.text("delimiter", lower.endsWith(".tsv") ? "\t" : ",");
    if (delimiter.equalsIgnoreCase("tab")) {
      delimiter = "\t";
    }
    if (delimiter.length() != 1 || delimiter.charAt(0) == '"' || delimiter.charAt(0) < '\t') {
      throw options.wrong("delimiter", "one character, or tab");
    }
    boolean header = options.truth("header", true);
    return new LineFormat(format.equals("json"), header, delimiter.charAt(0));
  }

  /** The names of the columns as a first line, or nothing. */
  byte[] header(Schema schema) {
    if (json || !header) {
      return new byte[0];
    }
    StringWriter text = new StringWriter();
    csv(text).writeRecord(schema.names());
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }

  /** The lines of some rows. */
  byte[] lines(ColumnBatch rows) {
    StringWriter text = new StringWriter();
    if (json) {
      writeJson(rows, text);
    } else {
      writeCsv(rows, text);
    }
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }

  private CsvWriter csv(StringWriter text) {
    return CsvWriter.builder()
        .fieldSeparator(delimiter)
        .lineDelimiter(LineDelimiter.LF)
        .quoteStrategy(QuoteStrategies.EMPTY)
        .bufferSize(0)
        .build(text);
  }

  private void writeCsv(ColumnBatch rows, StringWriter text) {
    CsvWriter csv = csv(text);
    List<@Nullable String> line = new ArrayList<>();
    for (int row = 0; row < rows.rowCount(); row++) {
      line.clear();
      for (int column = 0; column < rows.schema().size(); column++) {
        line.add(ValueText.of(rows, row, column));
      }
      csv.writeRecord(line);
    }
  }

  private static void writeJson(ColumnBatch rows, StringWriter text) {
    try (JsonGenerator generator = JSON.createGenerator(text)) {
      for (int row = 0; row < rows.rowCount(); row++) {
        generator.writeStartObject();
        for (int column = 0; column < rows.schema().size(); column++) {
          generator.writeFieldName(rows.schema().field(column).name());
          write(generator, ValueText.of(rows, row, column), rows.schema().type(column));
        }
        generator.writeEndObject();
        generator.writeRaw('\n');
      }
    } catch (IOException e) {
      throw new IllegalStateException("a text in memory takes everything", e);
    }
  }

  private static void write(JsonGenerator generator, @Nullable String value, DataType type)
      throws IOException {
    if (value == null) {
      generator.writeNull();
      return;
    }
    switch (type.kind()) {
      case BOOLEAN -> generator.writeBoolean(Boolean.parseBoolean(value));
      case TINYINT, SMALLINT, INTEGER, BIGINT, DECIMAL -> generator.writeNumber(value);
      case REAL, DOUBLE -> {
        if (value.endsWith("NaN") || value.endsWith("Infinity")) {
          generator.writeString(value);
        } else {
          generator.writeNumber(value);
        }
      }
      case VARCHAR, CHAR, DATE, TIME, TIMESTAMP, TIMESTAMP_LTZ -> generator.writeString(value);
    }
  }
}
