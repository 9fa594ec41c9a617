package dev.sash.script;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sash.aggregate.AggregateEntry;
import dev.sash.aggregate.AggregateFunctions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * {@code docs/functions.md} is made of the registered functions, each with an example that runs.
 * The page as it should be is left in {@code target/functions.md}.
 */
class FunctionsPageTest {
  private static final Path PAGE = Path.of("docs/functions.md");
  private static final Path MADE = Path.of("target/functions.md");
  private static final String WINDOW = "GROUP BY TUMBLE(sold, INTERVAL '1' HOUR)";
  private static final String ROWS =
      """
      CREATE STREAM sales (
        sold TIMESTAMP(3),
        product VARCHAR,
        price DECIMAL(10, 2),
        quantity INT,
        WATERMARK FOR sold AS sold
      );

      INSERT INTO sales VALUES
        (TIMESTAMP '2026-03-01 10:00:00', 'tea', 2.50, 4),
        (TIMESTAMP '2026-03-01 10:05:00', 'coffee', 3.00, 6),
        (TIMESTAMP '2026-03-01 10:10:00', 'tea', 2.00, 5),
        (TIMESTAMP '2026-03-01 10:15:00', 'cake', NULL, 12);
      """;
  private static final String INTRODUCTION =
      """
      # Aggregate functions

      Made from the list of functions in the engine; a test fails when the two differ. The functions over single
      rows are in [sql-reference.md](sql-reference.md#functions), windows in
      [semantics.md](semantics.md#windows).

      One rule for all of them:

      - **NULL** does not count: a row in which an argument is NULL is left out. Without any row that counts the
        result is NULL, of counts 0. `COUNT(*)` counts rows, `ARRAY_AGG` has NULL among its values.
      - **Order** does not matter, nor how rows come in batches, shards and panes: the result depends on the rows
        alone. Where functions look at the order of the input, it is that of the query's input.
      - **NaN** is the largest value and equal to itself, **-0.0** is 0.0. Sums and statistics with a NaN are NaN; those
        that choose a row (`MIN`, `MAX`, `ARG_MIN`, ...) choose one with NaN only when there is nothing else.
      - **Overflow** of integers and decimals is an error that names key and window, never a wrong number. Statistics are
        computed from exact sums: the result is the DOUBLE nearest to the true value.
      - `FILTER (WHERE ...)` stands behind any of them, `DISTINCT` before the arguments where equal values should count
        once. Of functions with several arguments only `COUNT`, `LISTAGG` and `ARRAY_AGG` take it.
      - All work in every kind of window, over rows that come late, and over results that are taken back.

      The examples aggregate these rows, of one hour:

      """;

  @Test
  void pageIsWhatTheFunctionsSay() throws SQLException, IOException {
    String page = page();
    Files.createDirectories(MADE.getParent());
    Files.writeString(MADE, page);
    assertThat(Files.exists(PAGE) ? Files.readString(PAGE) : "")
        .as("copy %s to %s", MADE, PAGE)
        .isEqualTo(page);
  }

  private static String page() throws SQLException {
    StringBuilder page = new StringBuilder(INTRODUCTION);
    page.append("```sql\n").append(ROWS).append("```\n");
    try (Connection connection = DriverManager.getConnection("jdbc:sash:");
        Statement statement = connection.createStatement()) {
      for (String sql : ROWS.split(";")) {
        if (!sql.isBlank()) {
          statement.execute(sql);
        }
      }
      for (AggregateEntry.Family family : AggregateEntry.Family.values()) {
        List<AggregateEntry> entries =
            AggregateFunctions.all().stream().filter(e -> e.family() == family).toList();
        if (!entries.isEmpty()) {
          page.append("\n## ").append(family.title()).append("\n\n");
          append(entries, statement, page);
        }
      }
    }
    return page.toString();
  }

  private static void append(List<AggregateEntry> entries, Statement statement, StringBuilder page)
      throws SQLException {
    page.append("| function | gives | example | result |\n|---|---|---|---|\n");
    for (AggregateEntry entry : entries) {
      String names =
          entry.aliases().isEmpty() ? "" : ", also `" + String.join("`, `", entry.aliases()) + "`";
      page.append("| `").append(signature(entry)).append('`').append(names);
      page.append(" | ").append(entry.help());
      page.append(" | `").append(entry.example()).append('`');
      page.append(" | ").append(result(entry.example(), statement)).append(" |\n");
    }
    String calls =
        entries.stream().map(AggregateEntry::example).collect(Collectors.joining(",\n  "));
    page.append("\n```sql\nSELECT\n  ").append(calls);
    page.append("\nFROM sales\n").append(WINDOW).append(";\n```\n");
  }

  private static String signature(AggregateEntry entry) {
    return entry.arguments().isEmpty() ? entry.name() + "(any values)" : entry.signature();
  }

  private static String result(String call, Statement statement) throws SQLException {
    try (ResultSet rows =
        statement.executeQuery("SELECT " + call + " AS result FROM sales " + WINDOW)) {
      assertThat(rows.next()).as(call).isTrue();
      String type = rows.getMetaData().getColumnTypeName(1);
      return rows.getString(1) + " (" + type.replace("CHARACTER VARYING", "VARCHAR") + ")";
    }
  }
}
