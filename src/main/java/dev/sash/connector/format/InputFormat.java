package dev.sash.connector.format;

import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import dev.sash.runtime.ConnectorOptions;
import dev.sash.runtime.SourceSpec;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How bytes become rows: the options that every connector over bytes shares. {@code format} is
 * {@code csv} or {@code json}; where it is not given, the end of the file's name says it.
 */
public final class InputFormat {
  private static final String FORMAT = "format";
  private static final String CSV = "csv";
  private static final String JSON = "json";
  private static final List<String> FORMATS = List.of(CSV, JSON);
  private static final Set<String> CSV_OPTIONS =
      Set.of("header", "delimiter", "quote", "null_text");
  private static final Set<String> SHARED_OPTIONS =
      Set.of(
          FORMAT,
          TimeFormats.TIMESTAMP_OPTION,
          TimeFormats.DATE_OPTION,
          TimeFormats.TIME_OPTION,
          ConnectorOptions.TIME_ZONE,
          "charset");

  private final SourceSpec spec;
  private final TimeFormats times;
  private final @Nullable CsvDialect csv;
  private final @Nullable JsonPaths json;

  private InputFormat(
      SourceSpec spec, TimeFormats times, @Nullable CsvDialect csv, @Nullable JsonPaths json) {
    this.spec = spec;
    this.times = times;
    this.csv = csv;
    this.json = json;
  }

  /**
   * The format that the options of a stream ask for.
   *
   * @param fileName whose end says the format where no option does
   * @param connectorOptions the names of the connector's own options
   * @throws SashException when an option or its value does not exist
   */
  public static InputFormat of(SourceSpec spec, String fileName, Set<String> connectorOptions) {
    ConnectorOptions options = spec.options();
    String ending = ending(fileName);
    String format = options.oneOf(FORMAT, FORMATS, ofEnding(ending));
    if (format.isEmpty()) {
      String message = "option \"format\" is missing and the name \"" + fileName;
      throw SashException.at(
              options.place("path"), ErrorCode.OPTION, message + "\" does not say it")
          .hint("write format = 'csv' or format = 'json'");
    }
    rejectUnknown(options, format, connectorOptions);
    options.oneOf("charset", List.of("utf-8", "utf8"), "utf-8");
    TimeFormats times = TimeFormats.of(options);
    return format.equals(CSV)
        ? new InputFormat(
            spec, times, CsvDialect.of(options, ending.equals("tsv") ? '\t' : ','), null)
        : new InputFormat(spec, times, null, JsonPaths.of(options, spec.schema()));
  }

  /** Whether two files have one format as far as their names say, or an option says it for all. */
  public static boolean sameByName(String one, String other, ConnectorOptions options) {
    return options.text(FORMAT) != null || ending(one).equals(ending(other));
  }

  private static String ending(String fileName) {
    String lower = fileName.toLowerCase(Locale.ROOT);
    String name = lower.endsWith(".gz") ? lower.substring(0, lower.length() - 3) : lower;
    return name.substring(name.lastIndexOf('.') + 1);
  }

  private static String ofEnding(String ending) {
    return switch (ending) {
      case CSV, "tsv" -> CSV;
      case JSON, "jsonl", "ndjson" -> JSON;
      default -> "";
    };
  }

  private static void rejectUnknown(
      ConnectorOptions options, String format, Set<String> connectorOptions) {
    Set<String> known = StreamOptions.with(connectorOptions);
    known.addAll(SHARED_OPTIONS);
    boolean isCsv = format.equals(CSV);
    for (String name : options.asMap().keySet()) {
      boolean ofCsv = CSV_OPTIONS.contains(name);
      boolean ofJson = name.startsWith(JsonPaths.PREFIX);
      if (isCsv ? ofJson : ofCsv) {
        String other = isCsv ? JSON : CSV;
        String message = "option \"" + name + "\" is for format '" + other + "', not '" + format;
        throw SashException.at(options.place(name), ErrorCode.OPTION, message + "'");
      }
      if (ofJson) {
        known.add(name);
      }
    }
    if (isCsv) {
      known.addAll(CSV_OPTIONS);
    }
    options.rejectUnknown(known);
  }

  /**
   * Checks that the beginning of an input fits the columns: that a header names them all.
   *
   * @throws SashException naming the first column that it lacks
   */
  public void check(String origin, ByteInput input) throws IOException {
    if (csv != null) {
      new CsvReader(input, csv, origin, spec).checkHeader();
    }
  }

  RecordReader reader(String origin, ByteInput input) throws IOException {
    if (csv != null) {
      return new CsvReader(input, csv, origin, spec);
    }
    if (json != null) {
      return new JsonReader(input, json);
    }
    throw new AssertionError(spec);
  }

  SourceSpec spec() {
    return spec;
  }

  TimeFormats times() {
    return times;
  }
}
