package dev.sash.script;

import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.util.List;
import java.util.stream.Stream;
import net.hydromatic.quidem.Quidem;

/**
 * A golden script: SQL, what it gives, and a command that says how to run it. A script succeeds
 * when its output is its own text.
 *
 * @param path the file
 */
record SqlScript(Path path) {
  private static final Path FOLDER = Path.of("src/test/resources/iq");
  private static final String PREAMBLE = "!use sash\n!set outputformat psql\n";

  /** All scripts, by path. */
  static List<SqlScript> all() {
    try (Stream<Path> files = Files.walk(FOLDER)) {
      return files
          .filter(file -> file.toString().endsWith(".iq"))
          .sorted()
          .map(SqlScript::new)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The script as it is on disk. */
  String text() {
    try {
      return Files.readString(path);
    } catch (IOException e) {
      throw new UncheckedIOException(path.toString(), e);
    }
  }

  /** Runs the script in an engine of its own and gives the text with what really came of it. */
  String run() {
    StringWriter output = new StringWriter();
    Quidem.ConfigBuilder builder =
        Quidem.configBuilder()
            .withReader(new StringReader(PREAMBLE + text()))
            .withWriter(output)
            .withConnectionFactory(
                (name, reference) -> reference ? null : DriverManager.getConnection("jdbc:sash:"))
            .withCommandHandler(new ScriptCommands());
    new Quidem(builder.build()).execute();
    return output.toString().substring(PREAMBLE.length());
  }

  /** The path below the folder of scripts. */
  @Override
  public String toString() {
    return FOLDER.relativize(path).toString();
  }
}
