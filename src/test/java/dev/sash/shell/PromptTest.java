package dev.sash.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sash.jdbc.SashConnection;
import dev.sash.jdbc.ScriptedSession;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jline.reader.Candidate;
import org.jline.reader.EOFError;
import org.jline.reader.Parser.ParseContext;
import org.jline.terminal.Size;
import org.jline.terminal.Terminal;
import org.jline.terminal.Terminal.Signal;
import org.jline.terminal.impl.DumbTerminal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The prompt on a dumb terminal: lines in, text out. */
class PromptTest {
  private final ByteArrayOutputStream screen = new ByteArrayOutputStream();

  @Test
  void everyStatementOfALineRuns() throws Exception {
    assertThat(type("SELECT 1 AS a; SELECT 2 AS b;\n"))
        .contains(" a\n---\n 1\n(1 row)\n b\n---\n 2\n(1 row)\n");
  }

  @Test
  void aStatementMayTakeSeveralLines() throws Exception {
    String output = type("SELECT 1\n AS a\n;\n");
    assertThat(output).contains("   -> ").contains(" a\n---\n 1\n(1 row)\n");
  }

  @Test
  void aSemicolonInAnOpenQuoteSubmitsNothing() throws Exception {
    assertThat(type("SELECT ';\n' AS a;\n")).contains(" a\n-----\n ;\\n\n(1 row)\n");
  }

  @Test
  void anErrorShowsItsCaretAndThePromptGoesOn() throws Exception {
    String output = type("SELECT 1,\n nme FROM dual; SELECT 2;\nSELECT 3 AS c;\n");
    assertThat(output)
        .contains(
            """
            line 2, column 2: Column "nme" not found [42S22]
               nme FROM dual; SELECT 2;
               ^^^
            """)
        .doesNotContain(" 2\n---")
        .contains(" c\n---\n 3\n(1 row)\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"quit", "exit;", "\\q", " QUIT ; "})
  void leavingNeedsNoSemicolon(String command) throws Exception {
    assertThat(type(command + "\nSELECT 1 AS unreachable;\n")).doesNotContain("(1 row)");
  }

  @Test
  void helpSaysHowToLeave() throws Exception {
    assertThat(type("help\n")).contains("quit or Ctrl-D");
  }

  @Test
  void anInterruptEndsTheStatementAndNotTheShell() throws Exception {
    ScriptedSession session = new ScriptedSession();
    try (SashConnection connection = session.connect();
        Terminal terminal = terminal("STREAM HANG;\nSELECT 1 AS alive;\n")) {
      Prompt prompt = new Prompt(connection, terminal, OutputFormat.TABLE, null);
      CompletableFuture<Integer> run = CompletableFuture.supplyAsync(prompt::run);
      session.hanging.await();
      terminal.raise(Signal.INT);
      assertThat(run.get()).isZero();
    }
    assertThat(text()).contains("statement was canceled").contains(" alive\n-------\n     1\n");
  }

  @Test
  void keywordsAndNamesAreOfferedInTheCaseOfWhatWasTyped() throws Exception {
    try (SashConnection connection = new ScriptedSession().connect()) {
      connection.createStatement().execute("CREATE TABLE \"Trades\" (a INT)");
      assertThat(candidates(connection, "SELECT * FROM tra")).containsExactly("Trades");
      assertThat(candidates(connection, "mat")).containsExactly("materialized");
      assertThat(candidates(connection, "MAT")).containsExactly("MATERIALIZED");
      assertThat(candidates(connection, "SELECT ")).isEmpty();
    }
  }

  @Test
  void theParserAsksForMoreOnlyWhenTheStatementIsSubmitted() {
    StatementParser parser = new StatementParser();
    assertThat(parser.parse("SELECT a", 8, ParseContext.COMPLETE).word()).isEqualTo("a");
    assertThatThrownBy(() -> parser.parse("SELECT a", 8, ParseContext.ACCEPT_LINE))
        .isInstanceOf(EOFError.class);
    assertThat(parser.parse("", 0, ParseContext.ACCEPT_LINE).word()).isEmpty();
  }

  @Test
  void highlightingChangesNoText() {
    String sql = "SELECT 'a', \"b\", 1.5 -- why\n FROM t /* open";
    assertThat(new SqlHighlighter().highlight(null, sql).toString()).isEqualTo(sql);
  }

  private static List<String> candidates(SashConnection connection, String line) {
    List<Candidate> candidates = new ArrayList<>();
    var parsed = new StatementParser().parse(line, line.length(), ParseContext.COMPLETE);
    new SqlCompleter(connection).complete(null, parsed, candidates);
    return candidates.stream().map(Candidate::value).toList();
  }

  private String type(String input) throws IOException, SQLException {
    try (SashConnection connection = new ScriptedSession().connect();
        Terminal terminal = terminal(input)) {
      new Prompt(connection, terminal, OutputFormat.TABLE, null).run();
    }
    return text();
  }

  private Terminal terminal(String input) throws IOException {
    Terminal terminal =
        new DumbTerminal(
            "test",
            Terminal.TYPE_DUMB,
            new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)),
            screen,
            StandardCharsets.UTF_8);
    terminal.setSize(Size.of(200, 50));
    return terminal;
  }

  private String text() {
    return screen.toString(StandardCharsets.UTF_8).replace("\r", "");
  }
}
