package dev.sash.cases;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/** Declares the tables of a case as streams: over a file with its rows, or for INSERT. */
final class CaseStreams {
  private final Connection connection;

  CaseStreams(Connection connection) {
    this.connection = connection;
  }

  void declareOverFiles(CaseFile test, Path folder) throws IOException, SQLException {
    for (JsonNode table : test.json().get("tables")) {
      execute("CREATE STREAM " + declaration(table) + " WITH (" + options(table, folder) + ")");
    }
  }

  void declareForInsert(CaseFile test) throws SQLException {
    for (JsonNode table : test.json().get("tables")) {
      execute("CREATE STREAM " + declaration(table));
    }
  }

  /** Inserts a row, as a transaction of its own. */
  void insert(JsonNode table, JsonNode row) throws SQLException {
    String marks = String.join(", ", Collections.nCopies(row.size(), "?"));
    try (PreparedStatement insert =
        connection.prepareStatement(
            "INSERT INTO " + table.get("name").asText() + " VALUES (" + marks + ")")) {
      for (int i = 0; i < row.size(); i++) {
        insert.setObject(i + 1, row.get(i).isNull() ? null : row.get(i).asText());
      }
      insert.executeUpdate();
    }
  }

  private static String declaration(JsonNode table) {
    List<String> parts = new ArrayList<>();
    for (JsonNode column : table.get("columns")) {
      parts.add(column.get("name").asText() + " " + column.get("type").asText());
    }
    String time = table.get("time_column").asText();
    parts.add("WATERMARK FOR " + time + " AS " + time + delay(table));
    return table.get("name").asText() + " (" + String.join(", ", parts) + ")";
  }

  private static String delay(JsonNode table) {
    String text = table.path("watermark_delay").asText("");
    String[] words = text.split(" ", -1);
    if (words.length != 2 || !words[0].matches("\\d+")) {
      return "";
    }
    String unit = words[1].toUpperCase(Locale.ROOT);
    String sqlUnit = unit.startsWith("MIN") ? "MINUTE" : unit.startsWith("H") ? "HOUR" : "SECOND";
    return " - INTERVAL '" + words[0] + "' " + sqlUnit;
  }

  private static String options(JsonNode table, Path folder) throws IOException {
    String file = table.path("rows_file").asText("");
    if (file.contains("cars.json.gz")) {
      return "connector = 'file', path = 'sql/data/cars.json.gz', format = 'json',"
          + " 'json.ts' = 'timestamp'";
    } else if (!file.isEmpty()) {
      String name = file.substring(file.lastIndexOf('/', file.indexOf(".csv")) + 1);
      String path = "sql/data/" + name.substring(0, name.indexOf(' '));
      return "connector = 'file', path = '" + path + "', format = 'csv'";
    }
    Path rows = folder.resolve(table.get("name").asText() + ".json");
    Files.write(rows, lines(table));
    return "connector = 'file', path = '" + rows + "', format = 'json'";
  }

  private static List<String> lines(JsonNode table) {
    List<String> lines = new ArrayList<>();
    for (JsonNode row : table.get("rows_in_arrival_order")) {
      List<String> fields = new ArrayList<>();
      for (int i = 0; i < row.size(); i++) {
        fields.add(table.get("columns").get(i).get("name") + ": " + row.get(i));
      }
      lines.add("{" + String.join(", ", fields) + "}");
    }
    return lines;
  }

  private void execute(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
