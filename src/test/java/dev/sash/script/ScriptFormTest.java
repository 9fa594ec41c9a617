package dev.sash.script;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a tool cannot see in a golden script. */
class ScriptFormTest {
  private static final int LINES_MAX = 300;
  private static final int COLUMNS_MAX = 200;

  static List<SqlScript> scripts() {
    return SqlScript.all();
  }

  @ParameterizedTest
  @MethodSource("scripts")
  void startsWithNameAndDescriptionAndEndsWithFooter(SqlScript script) {
    String file = script.path().getFileName().toString();
    List<String> lines = script.text().lines().toList();
    assertThat(lines.get(0)).isEqualTo("# " + file.substring(0, file.length() - ".iq".length()));
    assertThat(lines.get(1)).startsWith("# ").endsWith(".");
    assertThat(script.text()).endsWith("\n\n# End " + file + "\n");
  }

  @ParameterizedTest
  @MethodSource("scripts")
  void isShortEnoughToRead(SqlScript script) {
    List<String> lines = script.text().lines().toList();
    assertThat(lines).hasSizeLessThanOrEqualTo(LINES_MAX);
    assertThat(lines)
        .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(COLUMNS_MAX));
  }

  @ParameterizedTest
  @MethodSource("scripts")
  void everyStatementHasACommandThatRunsIt(SqlScript script) {
    boolean waiting = false;
    for (String line : script.text().lines().toList()) {
      if (line.startsWith("!")) {
        waiting = false;
      } else if (line.endsWith(";")) {
        assertThat(waiting).as("a statement before \"%s\" has no command", line).isFalse();
        waiting = true;
      }
    }
    assertThat(waiting).as("the last statement has no command").isFalse();
  }
}
