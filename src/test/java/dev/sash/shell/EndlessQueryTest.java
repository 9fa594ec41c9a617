package dev.sash.shell;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sash.jdbc.SashConnection;
import dev.sash.jdbc.ScriptedSession;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Statements of Sash's own in scripts, and queries that do not end. */
class EndlessQueryTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private ScriptedSession session;
  private SashConnection connection;

  @BeforeEach
  void open() throws SQLException {
    session = new ScriptedSession();
    connection = session.connect();
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
    assertThat(session.openStreams).hasValue(0);
  }

  @Test
  void aScriptRefusesAnEndlessQueryWithAHint() {
    assertThat(runner(out, OutputFormat.TABLE, false).run(new Script("a.sql", "\nSTREAM ENDLESS;")))
        .isFalse();
    assertThat(text(out)).isEmpty();
    assertThat(text(err))
        .startsWith("a.sql:2: the query would never end, because its input is endless [55000]\n")
        .contains("Hint: start the shell with --follow");
  }

  @Test
  void rowsOfAnEndlessQueryAreThereAsTheyComeAndAnInterruptEndsIt() throws Exception {
    assertFollows(
        OutputFormat.TABLE,
        """
                  n | name
        ------------+----------------------
                  1 | row 1
                  2 | row 2
                  3 | row 3
        """);
  }

  @Test
  void everyFormatFollows() throws Exception {
    assertFollows(OutputFormat.CSV, "n,name\n1,row 1\n2,row 2\n3,row 3\n");
  }

  @Test
  void jsonFollows() throws Exception {
    assertFollows(
        OutputFormat.JSON,
        """
        {"n":1,"name":"row 1"}
        {"n":2,"name":"row 2"}
        {"n":3,"name":"row 3"}
        """);
  }

  @Test
  void verticalFollows() throws Exception {
    assertFollows(
        OutputFormat.VERTICAL,
        """
        -[ RECORD 1 ]-
        n    | 1
        name | row 1
        -[ RECORD 2 ]-
        n    | 2
        name | row 2
        -[ RECORD 3 ]-
        n    | 3
        name | row 3
        """);
  }

  /** The source gives three rows and then waits: all three must have been flushed by then. */
  private void assertFollows(OutputFormat format, String expected) throws Exception {
    byte[] bytes = expected.getBytes(StandardCharsets.UTF_8);
    CountDownLatch printed = new CountDownLatch(bytes.length);
    OutputStream watched =
        new OutputStream() {
          @Override
          public void write(int b) {
            out.write(b);
            printed.countDown();
          }
        };
    StatementRunner statements = statements(watched, format, true);
    CompletableFuture<Boolean> run =
        CompletableFuture.supplyAsync(
            () -> scripts(statements).run(new Script("a.sql", "STREAM ENDLESS; SELECT 1")));
    printed.await();
    assertThat(text(out)).isEqualTo(expected);
    statements.interrupt();
    assertThat(run.get()).isFalse();
    assertThat(text(err)).isEqualTo("a.sql:1: statement was canceled [57014]\n");
  }

  @Test
  void aStatementSaysWhatItDidAndNoticesGoToTheErrors() {
    Script script = new Script("a.sql", "STREAM DONE; STREAM ROWS 1");
    assertThat(runner(out, OutputFormat.TABLE, false).run(script)).isTrue();
    assertThat(text(out))
        .isEqualTo("-- delivered 7 rows\n n | name\n---+-------\n 1 | row 1\n(1 row)\n");
    assertThat(text(err)).isEqualTo("NOTICE: first\nNOTICE: second\nNOTICE: a notice\n");
  }

  @Test
  void formatsForProgramsHoldNothingButRows() {
    Script script = new Script("a.sql", "STREAM DONE; STREAM ROWS 1");
    assertThat(runner(out, OutputFormat.CSV, false).run(script)).isTrue();
    assertThat(text(out)).isEqualTo("n,name\n1,row 1\n");
  }

  @Test
  void anErrorOfSashIsShownAtItsPlaceInTheScript() {
    Script script = new Script("dir/a b.sql", "STREAM DONE;\n/* two\n lines */ STREAM rws;\n");
    assertThat(runner(out, OutputFormat.CSV, false).run(script)).isFalse();
    assertThat(text(err))
        .endsWith(
            """
            dir/a b.sql:3: line 3, column 18: column "rws" not found [42703]
               lines */ STREAM rws;
                               ^^^
            Hint: did you mean "rows"?
            """);
  }

  private ScriptRunner runner(OutputStream stream, OutputFormat format, boolean follow) {
    return scripts(statements(stream, format, follow));
  }

  private StatementRunner statements(OutputStream stream, OutputFormat format, boolean follow) {
    return new StatementRunner(connection, output(stream, format), follow);
  }

  private ScriptRunner scripts(StatementRunner statements) {
    return new ScriptRunner(statements, output(out, OutputFormat.TABLE), false);
  }

  private ShellOutput output(OutputStream stream, OutputFormat format) {
    Output rows = new Output(stream);
    return new ShellOutput(
        rows, new Output(err), format.printer(rows, false), format.isForPrograms());
  }

  private static String text(ByteArrayOutputStream stream) {
    return stream.toString(StandardCharsets.UTF_8);
  }
}
