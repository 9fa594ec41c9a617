package dev.sash.bugs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sash.TestDatabase;
import dev.sash.sql.StatementSplitter;
import dev.sash.sql.StatementText;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Scenarios behind public bug reports: where a statement ends. */
class ShellReportsTest {
  private static List<String> results(String script) {
    try (TestDatabase db = TestDatabase.open()) {
      return StatementSplitter.split(script).stream()
          .map(StatementText::sql)
          .map(sql -> db.rows(sql).get(0))
          .toList();
    }
  }

  @Test
  @DisplayName("bug-302: a semicolon in an open quote at the end of a line ends nothing")
  void aSemicolonInAnOpenQuote() {
    assertThat(StatementSplitter.isComplete("SELECT ';\n")).isFalse();
    assertThat(StatementSplitter.isComplete("SELECT ';\n';")).isTrue();
    assertThat(results("SELECT ';\n';")).containsExactly(";\n");
  }

  @Test
  @DisplayName("bug-305: two statements on one line are two results, whatever comments say")
  void twoStatementsOnOneLine() {
    assertThat(results("SELECT 1; SELECT 2;")).containsExactly("1", "2");
    assertThat(results("SELECT 1 /* ; */ AS a; -- SELECT 9;\nSELECT 2 AS b -- ;\n"))
        .containsExactly("1", "2");
  }
}
