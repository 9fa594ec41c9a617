package dev.sash.shell;

import dev.sash.jdbc.SashConnection;
import dev.sash.jdbc.SashDriver;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.UserInterruptException;
import org.jline.terminal.Terminal;
import org.jline.terminal.Terminal.Signal;
import org.jline.terminal.Terminal.SignalHandler;
import org.jline.terminal.TerminalBuilder;
import org.jspecify.annotations.Nullable;

/**
 * The interactive shell. A statement may take several lines and ends with its semicolon. Ctrl-C
 * drops what is being typed or ends the statement that runs; Ctrl-D leaves.
 */
final class Prompt {
  private static final String PROMPT = "sash> ";
  private static final String CONTINUATION = "   -> ";
  private static final String HELP =
      """
      A statement ends with a semicolon and may take several lines.
        SHOW STREAMS; SHOW VIEWS;    what there is
        DESCRIBE name;               its columns
        EXPLAIN query;               how a query runs
        Ctrl-C                       ends the statement that runs
        quit or Ctrl-D               leaves""";

  private final Terminal terminal;
  private final LineReader reader;
  private final ShellOutput output;
  private final StatementRunner statements;
  private final ScriptRunner scripts;

  /**
   * A prompt on the given terminal; {@code history} is where input is kept, or null for nowhere.
   */
  Prompt(
      SashConnection connection, Terminal terminal, OutputFormat format, @Nullable Path history) {
    this.terminal = terminal;
    Output out = new Output(terminal.writer());
    this.output = new ShellOutput(out, out, format.printer(out, true), format.isForPrograms());
    this.statements = new StatementRunner(connection, output, true);
    this.scripts = new ScriptRunner(statements, output, false);
    LineReaderBuilder builder =
        LineReaderBuilder.builder()
            .terminal(terminal)
            .appName("sash")
            .parser(new StatementParser())
            .completer(new SqlCompleter(connection))
            .highlighter(new SqlHighlighter())
            .option(LineReader.Option.DISABLE_EVENT_EXPANSION, true)
            .variable(LineReader.SECONDARY_PROMPT_PATTERN, CONTINUATION);
    if (history != null) {
      builder.variable(LineReader.HISTORY_FILE, history);
    }
    this.reader = builder.build();
  }

  /** A prompt on the process's own terminal. */
  static Prompt open(SashConnection connection, OutputFormat format, ShellStreams streams)
      throws SQLException {
    try {
      Terminal terminal = TerminalBuilder.builder().system(true).dumb(true).build();
      Path history = Path.of(System.getProperty("user.home"), ".sash_history");
      return new Prompt(connection, terminal, format, history);
    } catch (IOException e) {
      throw new SQLException("the terminal cannot be opened: " + e.getMessage(), e);
    }
  }

  /** Reads and runs until the user leaves. */
  int run() {
    output.out().line("Sash " + SashDriver.version() + ". Type help or a statement; quit leaves.");
    output.out().flush();
    while (true) {
      try {
        if (!submit(reader.readLine(PROMPT))) {
          return ExitCode.OK;
        }
      } catch (UserInterruptException e) {
        // what was typed is dropped, and the next prompt follows
      } catch (EndOfFileException e) {
        return ExitCode.OK;
      }
    }
  }

  /** Runs what was typed; false when it was the wish to leave. */
  private boolean submit(String input) {
    if (StatementParser.isCommand(input)) {
      String command = StatementParser.command(input);
      if (command.equals("help") || command.equals("?")) {
        output.out().line(HELP);
        output.out().flush();
      }
      return command.isEmpty() || command.equals("help") || command.equals("?");
    }
    SignalHandler before = terminal.handle(Signal.INT, signal -> statements.interrupt());
    try {
      scripts.run(new Script(null, input));
    } finally {
      terminal.handle(Signal.INT, before);
    }
    return true;
  }
}
