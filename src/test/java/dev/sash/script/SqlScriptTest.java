package dev.sash.script;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every golden script gives its own text. What a script gave instead is left under {@code
 * target/iq} for a look with diff.
 */
class SqlScriptTest {
  static List<SqlScript> scripts() {
    return SqlScript.all();
  }

  @ParameterizedTest
  @MethodSource("scripts")
  void outputIsTheScriptItself(SqlScript script) throws IOException {
    String output = script.run();
    Path copy = Path.of("target/iq").resolve(script.toString());
    Files.createDirectories(copy.getParent());
    Files.writeString(copy, output);
    assertThat(output).as(script.toString()).isEqualTo(script.text());
  }
}
