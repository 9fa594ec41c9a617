package dev.sash.connector.format;

import dev.sash.data.Schema;
import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import dev.sash.error.Suggestion;
import dev.sash.runtime.ConnectorOptions;
import java.util.ArrayList;
import java.util.List;

/**
 * Where the value of each column stands: the option {@code json.<column> = 'a.b[0]'}, else a field
 * of the column's name, else, when the name is a path, what the path leads to.
 *
 * @param byColumn for each column the places to look at
 */
record JsonPaths(List<List<JsonPath>> byColumn) {
  static final String PREFIX = "json.";

  /** The paths of all columns. */
  static JsonPaths of(ConnectorOptions options, Schema schema) {
    List<List<JsonPath>> byColumn = new ArrayList<>();
    for (String column : schema.names()) {
      List<JsonPath> paths = new ArrayList<>();
      paths.add(JsonPath.ofName(column));
      JsonPath inside = JsonPath.parse(column);
      if (inside != null && inside.steps().size() > 1) {
        paths.add(inside);
      }
      byColumn.add(paths);
    }
    for (String option : options.asMap().keySet()) {
      if (option.startsWith(PREFIX)) {
        byColumn.set(column(options, option, schema), List.of(path(options, option)));
      }
    }
    return new JsonPaths(byColumn);
  }

  private static int column(ConnectorOptions options, String option, Schema schema) {
    String name = option.substring(PREFIX.length());
    int column = schema.indexOf(name);
    if (column < 0) {
      throw SashException.at(
              options.place(option),
              ErrorCode.OPTION,
              "option \"" + option + "\" is for a column \"" + name + "\" that is not declared")
          .hint(Suggestion.didYouMean(name, schema.names()));
    }
    return column;
  }

  private static JsonPath path(ConnectorOptions options, String option) {
    JsonPath path = JsonPath.parse(options.text(option, ""));
    if (path == null) {
      throw options.wrong(option, "a path like 'a.b[0].c'");
    }
    return path;
  }

  /** The paths of all columns as one tree. */
  JsonNode tree() {
    JsonNode root = new JsonNode();
    for (int column = 0; column < byColumn.size(); column++) {
      for (JsonPath path : byColumn.get(column)) {
        root.add(path, column);
      }
    }
    return root;
  }
}
