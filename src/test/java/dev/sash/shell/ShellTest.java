package dev.sash.shell;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command line: what runs, what is printed where, and the exit code. */
class ShellTest {
  @TempDir Path directory;

  @Test
  void statementsOfAScriptRunInOrderOnOneDatabase() throws IOException {
    String script =
        script(
            """
            CREATE TABLE channels (name VARCHAR, edits BIGINT, share DOUBLE);
            INSERT INTO channels VALUES ('#en', 1203, 0.25), (NULL, 7, NULL);
            SELECT * FROM channels;
            """);
    assertThat(ShellRun.of("", script))
        .isEqualTo(
            new ShellRun(
                0,
                """
                -- done
                -- 2 rows
                 name | edits | share
                ------+-------+-------
                 #en  |  1203 |  0.25
                 NULL |     7 |  NULL
                (2 rows)
                """,
                ""));
  }

  @Test
  void scriptsAndStatementsShareTheDatabaseAndScriptsGoFirst() throws IOException {
    String script = script("CREATE TABLE t (a INT); INSERT INTO t VALUES (1);");
    ShellRun run =
        ShellRun.of("", "--format", "csv", "-e", "SELECT a FROM t", script, "-e", "SELECT 2 AS b");
    assertThat(run).isEqualTo(new ShellRun(0, "a\n1\nb\n2\n", ""));
  }

  @Test
  void standardInputIsTheScriptWhenThereIsNoOther() {
    assertThat(ShellRun.of("SELECT 1 AS a; SELECT 2 AS b;", "--format", "csv"))
        .isEqualTo(new ShellRun(0, "a\n1\nb\n2\n", ""));
    assertThat(ShellRun.of("SELECT 1 AS a", "--format", "csv", "-").out()).isEqualTo("a\n1\n");
  }

  @Test
  void standardInputIsLeftAloneWhenThereIsAScript() {
    assertThat(ShellRun.of("nonsense;", "-e", "SELECT 1 AS a", "--format=csv").code()).isZero();
  }

  @Test
  void aSemicolonInAStringIsNoEnd() {
    ShellRun run =
        ShellRun.of("SELECT ';\n';\nSELECT '--' -- comment; here\n AS b;", "--format=json");
    assertThat(run.out()).contains(":\";\\n\"}\n{\"b\":\"--\"}\n");
    assertThat(run.code()).isZero();
  }

  @Test
  void aTableThatIsNotThereIsAnsweredWithTheNearestName() {
    ShellRun run =
        ShellRun.of("", "-e", "CREATE TABLE trades (a INT)", "-e", "SELECT * FROM tradse");
    assertThat(run.code()).isEqualTo(1);
    assertThat(run.err()).endsWith("^^^^^^\nHint: did you mean \"trades\"?\n");
  }

  @Test
  void theFirstErrorStopsTheScriptAndShowsItsPlaceInTheFile() throws IOException {
    String script =
        script("SELECT 1 AS a;\n\n-- comment\n  SELECT 1,\n  nme FROM dual; SELECT 3;\n");
    ShellRun run = ShellRun.of("", "--format", "csv", script, "-e", "SELECT 4");
    assertThat(run.code()).isEqualTo(1);
    assertThat(run.out()).isEqualTo("a\n1\n");
    assertThat(run.err())
        .isEqualTo(
            script
                + ":5: line 5, column 3: Column \"nme\" not found [42S22]\n"
                + "    nme FROM dual; SELECT 3;\n"
                + "    ^^^\n");
  }

  @Test
  void aSyntaxErrorOfTheDatabaseHasItsCaretToo() {
    assertThat(ShellRun.of("SELECT 1;\nSELECT \"a\n b\",\n COUNT(* FROM t;").err())
        .isEqualTo(
            """
            stdin:4: line 4, column 10: syntax error, expected ) [42001]
               COUNT(* FROM t;
                       ^^^^
            """);
    assertThat(ShellRun.of("", "-e", "SELECT 1 FROM").err())
        .startsWith("-e:1: line 1, column 14: syntax error")
        .endsWith("\n  SELECT 1 FROM\n               ^\n");
  }

  @Test
  void anErrorWithoutAPlaceNamesTheLineOfItsStatement() {
    assertThat(ShellRun.of("\n\nSELECT\n 1/0;").err())
        .isEqualTo("stdin:3: Division by zero: \"1\" [22012]\n");
  }

  @Test
  void theUsageIsTheCodeTwo() {
    assertThat(ShellRun.of("", "--format", "xml").code()).isEqualTo(2);
    assertThat(ShellRun.of("", "--format", "xml").err())
        .contains("must be table, csv, json or vertical, not 'xml'")
        .contains("Try sash --help");
    assertThat(ShellRun.of("", "--fromat", "csv").err())
        .startsWith("sash: option \"--fromat\" does not exist\nHint: did you mean \"--format\"?");
    assertThat(ShellRun.of("", "--format").err()).contains("\"--format\" needs a value");
    assertThat(ShellRun.of("", "--echo=yes").err()).contains("\"--echo\" takes no value");
    ShellRun missing = ShellRun.of("", "no-such-file.sql");
    assertThat(missing)
        .isEqualTo(
            new ShellRun(
                2,
                "",
                "sash: script \"no-such-file.sql\" cannot be read: there is no such file\n"));
  }

  @Test
  void aScriptThatIsNotTextIsRefusedBeforeAnythingRuns() throws IOException {
    Path file = directory.resolve("latin.sql");
    Files.write(file, new byte[] {'S', (byte) 0xe9, ';'});
    ShellRun run = ShellRun.of("", "-e", "SELECT 1", file.toString());
    assertThat(run.code()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).contains("is not UTF-8 text");
  }

  @Test
  void optionsEndAtTwoDashes() {
    assertThat(ShellRun.of("", "--", "--echo").err()).contains("script \"--echo\" cannot be read");
  }

  @Test
  void helpAndVersionGoToStandardOutput() {
    assertThat(ShellRun.of("", "--help").out())
        .contains("--follow", "--format", "Exit code")
        .doesNotContain("--warmup");
    assertThat(ShellRun.of("", "--version").out()).startsWith("sash ");
  }

  @Test
  void echoPrintsEachStatementBeforeItsResult() {
    assertThat(ShellRun.of("SELECT 1 AS a;", "--echo").out())
        .isEqualTo("SELECT 1 AS a;\n a\n---\n 1\n(1 row)\n");
  }

  @Test
  void aReaderThatHasSeenEnoughEndsTheShellQuietly() {
    OutputStream head =
        new OutputStream() {
          private int left = 100_000;

          @Override
          public void write(int b) throws IOException {
            if (left-- == 0) {
              throw new IOException("Broken pipe");
            }
          }
        };
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    ShellStreams streams =
        new ShellStreams(new ByteArrayInputStream(new byte[0]), head, err, false);
    int code =
        new Shell(streams).run("-e", "SELECT * FROM SYSTEM_RANGE(1, 1000000)", "--format", "csv");
    assertThat(code).isZero();
    assertThat(err.size()).isZero();
  }

  @Test
  void anOutputThatIsFullIsAnError() {
    OutputStream full =
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            throw new IOException("No space left on device");
          }
        };
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    ShellStreams streams =
        new ShellStreams(new ByteArrayInputStream(new byte[0]), full, err, false);
    assertThat(new Shell(streams).run("-e", "SELECT 1")).isEqualTo(1);
    assertThat(err.toString(StandardCharsets.UTF_8)).contains("No space left on device");
  }

  private String script(String text) throws IOException {
    return Files.writeString(directory.resolve("test.sql"), text).toString();
  }
}
