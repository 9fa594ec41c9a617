package dev.sash.connector;

import dev.sash.data.ColumnBatch;
import dev.sash.data.DataType;
import dev.sash.data.DataType.Kind;
import dev.sash.data.Field;
import dev.sash.data.Schema;
import dev.sash.runtime.BadRows;
import dev.sash.runtime.ConnectorOptions;
import dev.sash.runtime.Source;
import dev.sash.runtime.SourceFactory;
import dev.sash.runtime.SourceSpec;
import dev.sash.time.TimestampText;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads a whole source the way a pipeline does, into values a test can compare. */
public final class Reading implements BadRows {
  private static final Pattern COLUMN =
      Pattern.compile("(\\S+) ([A-Z]+)(?:\\((\\d+)(?:, *(\\d+))?\\))?( NOT NULL)?");

  /** Rows as text, fields separated by {@code |}, NULL as {@code null}. */
  public final List<String> rows = new ArrayList<>();

  /** Bad rows as {@code origin:line: reason}. */
  public final List<String> bad = Collections.synchronizedList(new ArrayList<>());

  /** The texts of the bad rows. */
  public final List<String> raw = Collections.synchronizedList(new ArrayList<>());

  /** All batches. */
  public final List<ColumnBatch> batches = new ArrayList<>();

  /** Checks the options, opens the source and reads it to its end. */
  public static Reading of(SourceFactory factory, SourceSpec spec) throws InterruptedException {
    factory.check(spec);
    Reading reading = new Reading();
    try (Source source = factory.open(spec, reading)) {
      reading.readAll(source);
    }
    return reading;
  }

  /** Reads to the end. */
  public void readAll(Source source) throws InterruptedException {
    while (!source.isAtEnd()) {
      ColumnBatch batch = source.poll(100);
      if (batch != null) {
        add(batch);
      }
    }
  }

  /** Adds the rows of a batch. */
  public void add(ColumnBatch batch) {
    batches.add(batch);
    for (int row = 0; row < batch.rowCount(); row++) {
      StringBuilder text = new StringBuilder();
      for (int column = 0; column < batch.schema().size(); column++) {
        text.append(column == 0 ? "" : "|").append(shown(batch, row, column));
      }
      rows.add(text.toString());
    }
  }

  private static String shown(ColumnBatch batch, int row, int column) {
    Object value = batch.value(row, column);
    Kind kind = batch.schema().type(column).kind();
    if (value instanceof Long millis && kind == Kind.TIMESTAMP) {
      return TimestampText.format(millis, 3);
    }
    return value instanceof Long day && kind == Kind.DATE
        ? TimestampText.formatDate(day)
        : String.valueOf(value);
  }

  @Override
  public void report(String origin, long line, String reason, String text) {
    bad.add(origin.substring(origin.lastIndexOf('/') + 1) + ":" + line + ": " + reason);
    raw.add(text);
  }

  /**
   * What a stream declares: columns as in SQL, separated by semicolons; the first column named
   * {@code ts} is the event time. Options as name, value, name, value.
   */
  public static SourceSpec spec(String columns, String... options) {
    List<Field> fields = new ArrayList<>();
    for (String column : columns.split("; *")) {
      Matcher matcher = COLUMN.matcher(column);
      if (!matcher.matches()) {
        throw new IllegalArgumentException("column: text=" + column);
      }
      fields.add(new Field(matcher.group(1), type(matcher)));
    }
    Schema schema = new Schema(fields);
    Map<String, String> values = new TreeMap<>();
    for (int i = 0; i < options.length; i += 2) {
      values.put(options[i].toLowerCase(Locale.ROOT), options[i + 1]);
    }
    ConnectorOptions parsed = new ConnectorOptions(values, Map.of());
    return new SourceSpec("s", schema, schema.indexOf("ts"), parsed);
  }

  private static DataType type(Matcher matcher) {
    String word = matcher.group(2);
    Kind kind = Kind.valueOf(word.equals("INT") ? "INTEGER" : word);
    DataType plain = DataType.of(kind);
    int precision =
        matcher.group(3) == null ? plain.precision() : Integer.parseInt(matcher.group(3));
    int scale = matcher.group(4) == null ? plain.scale() : Integer.parseInt(matcher.group(4));
    return new DataType(kind, precision, scale, matcher.group(5) == null);
  }
}
