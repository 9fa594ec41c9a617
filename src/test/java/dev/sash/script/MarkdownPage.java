package dev.sash.script;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A page of the documentation and the SQL in it: fenced blocks that begin with {@code ```sql}, and
 * comments {@code <!-- sql ... -->} that prepare what the page takes for granted.
 *
 * @param path the file
 */
record MarkdownPage(Path path) {
  /**
   * A piece of SQL.
   *
   * @param line where it begins, for messages
   * @param errorState the SQLSTATE with which it must fail, or empty
   */
  record Block(int line, String errorState, String sql) {}

  /** README.md and all pages under docs. */
  static List<MarkdownPage> all() {
    try (Stream<Path> files = Files.walk(Path.of("docs"))) {
      return Stream.concat(Stream.of(Path.of("README.md")), files)
          .filter(file -> file.toString().endsWith(".md"))
          .sorted()
          .map(MarkdownPage::new)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  List<String> lines() {
    try {
      return Files.readAllLines(path);
    } catch (IOException e) {
      throw new UncheckedIOException(path.toString(), e);
    }
  }

  /** The blocks in their order. */
  List<Block> blocks() {
    List<Block> blocks = new ArrayList<>();
    List<String> lines = lines();
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i);
      boolean fenced = line.startsWith("```sql");
      if (!fenced && !line.equals("<!-- sql")) {
        continue;
      }
      int start = i + 1;
      String end = fenced ? "```" : "-->";
      while (!lines.get(i + 1).equals(end)) {
        i++;
      }
      String state =
          line.startsWith("```sql error ") ? line.substring("```sql error ".length()) : "";
      blocks.add(new Block(start + 1, state, String.join("\n", lines.subList(start, i + 1))));
    }
    return blocks;
  }

  @Override
  public String toString() {
    return path.toString();
  }
}
