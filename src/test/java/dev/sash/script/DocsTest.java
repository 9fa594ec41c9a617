package dev.sash.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sash.error.ErrorCode;
import dev.sash.sql.StatementSplitter;
import dev.sash.sql.StatementText;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What the documentation says is true: its SQL runs, its errors happen, its links lead somewhere.
 */
class DocsTest {
  private static final MarkdownPage ERRORS = new MarkdownPage(Path.of("docs/errors.md"));
  private static final Path REFERENCE = Path.of("docs/sql-reference.md");
  private static final Pattern LINK = Pattern.compile("]\\(([^)#:]+)(#[^)]*)?\\)");

  static List<MarkdownPage> pages() {
    return MarkdownPage.all();
  }

  @ParameterizedTest
  @MethodSource("pages")
  void sqlRunsFromTopToBottomInOneEngine(MarkdownPage page) throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:sash:")) {
      for (MarkdownPage.Block block : page.blocks()) {
        String place = page + ":" + block.line();
        if (block.errorState().isEmpty()) {
          run(connection, block, place);
        } else {
          assertThatThrownBy(() -> run(connection, block, place))
              .as(place)
              .isInstanceOfSatisfying(
                  SQLException.class,
                  e -> assertThat(e.getSQLState()).as(place).isEqualTo(block.errorState()));
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("pages")
  void linksLeadToFiles(MarkdownPage page) {
    Path folder = page.path().toAbsolutePath().getParent();
    for (String line : page.lines()) {
      Matcher link = LINK.matcher(line);
      while (link.find()) {
        assertThat(folder.resolve(link.group(1))).as("link in %s: %s", page, line).exists();
      }
    }
  }

  @Test
  void errorsPageHasExactlyTheCodesOfTheCatalogue() {
    List<String> headings = ERRORS.lines().stream().filter(line -> line.startsWith("## ")).toList();
    List<String> codes =
        Arrays.stream(ErrorCode.values())
            .map(code -> "## " + code + " [" + code.sqlState() + "]")
            .toList();
    assertThat(headings).containsExactlyElementsOf(codes);
  }

  /** A section shows wrong SQL of its own code; the page above proves that it fails so. */
  @Test
  void wrongSqlStandsUnderItsOwnCode() {
    String state = "";
    for (String line : ERRORS.lines()) {
      if (line.startsWith("## ")) {
        state = line.substring(line.indexOf('[') + 1, line.indexOf(']'));
      } else if (line.startsWith("```sql error ")) {
        assertThat(line).isEqualTo("```sql error " + state);
      }
    }
  }

  @Test
  void referenceNamesEverySettingWithItsDefault() throws Exception {
    String page = Files.readString(REFERENCE);
    try (Connection connection = DriverManager.getConnection("jdbc:sash:");
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT * FROM sash.settings")) {
      while (rows.next()) {
        assertThat(page).contains("| `" + rows.getString(1) + "` | " + rows.getString(2) + " |");
      }
    }
  }

  private static void run(Connection connection, MarkdownPage.Block block, String place)
      throws SQLException {
    for (StatementText text : StatementSplitter.split(block.sql())) {
      try (Statement statement = connection.createStatement()) {
        if (statement.execute(text.sql())) {
          ScriptText.rows(statement.getResultSet());
        }
      } catch (SQLException e) {
        throw new SQLException(place + ": " + e.getMessage(), e.getSQLState(), e);
      }
    }
  }
}
