package dev.sash.shell;

import dev.sash.error.SashException;
import dev.sash.jdbc.SashConnection;
import dev.sash.jdbc.SashDriver;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * One run of the shell: reads the command line, then runs scripts or prompts. Gives an {@link
 * ExitCode} and never ends the process itself.
 */
final class Shell {
  private static final String URL = "jdbc:sash:";

  private final ShellStreams streams;
  private final Output out;
  private final Output err;

  Shell(ShellStreams streams) {
    this.streams = streams;
    this.out = new Output(streams.out());
    this.err = new Output(streams.err());
  }

  /** Does what the command line says. */
  int run(String... arguments) {
    try {
      int code = dispatch(arguments);
      out.flush();
      return code;
    } catch (OutputClosedException e) {
      if (e.isClosedPipe()) {
        return ExitCode.OK;
      }
      return fail(ExitCode.SQL_ERROR, "the output cannot be written: " + e.getMessage());
    }
  }

  private int dispatch(String... arguments) {
    try {
      ShellOptions options = ShellOptions.parse(arguments);
      return switch (options.action()) {
        case HELP -> {
          out.print(ShellOptions.USAGE);
          yield ExitCode.OK;
        }
        case VERSION -> {
          out.line("sash " + SashDriver.version());
          yield ExitCode.OK;
        }
        case WARM_UP -> WarmUp.run(URL) ? ExitCode.OK : ExitCode.SQL_ERROR;
        case RUN -> promptOrRun(options);
      };
    } catch (UsageException e) {
      return fail(ExitCode.USAGE, e.getMessage() + "\nTry sash --help");
    } catch (UnreadableScriptException e) {
      return fail(ExitCode.USAGE, e.getMessage());
    } catch (SQLException e) {
      return fail(ExitCode.SQL_ERROR, e.getMessage());
    }
  }

  private int promptOrRun(ShellOptions options) throws UnreadableScriptException, SQLException {
    boolean given = !options.scripts().isEmpty() || !options.statements().isEmpty();
    return !given && streams.terminal()
        ? prompt(options)
        : runScripts(options, readScripts(options));
  }

  private int fail(int code, @Nullable String message) {
    err.line("sash: " + message);
    err.flush();
    return code;
  }

  private List<Script> readScripts(ShellOptions options) throws UnreadableScriptException {
    List<Script> scripts = new ArrayList<>();
    for (String name : options.scripts()) {
      scripts.add(read(name));
    }
    for (String statement : options.statements()) {
      scripts.add(new Script("-e", statement));
    }
    if (scripts.isEmpty()) {
      scripts.add(read("-"));
    }
    return scripts;
  }

  /** Reads a file, or standard input for a dash. */
  private Script read(String name) throws UnreadableScriptException {
    boolean standardInput = name.equals("-");
    try {
      byte[] bytes =
          standardInput ? streams.in().readAllBytes() : Files.readAllBytes(Path.of(name));
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      String withoutMark = text.startsWith("\uFEFF") ? text.substring(1) : text;
      return new Script(standardInput ? "stdin" : name, withoutMark);
    } catch (CharacterCodingException e) {
      throw new UnreadableScriptException("script \"" + name + "\" is not UTF-8 text", e);
    } catch (IOException | InvalidPathException e) {
      throw new UnreadableScriptException(
          "script \"" + name + "\" cannot be read: " + UnreadableScriptException.reason(e), e);
    }
  }

  private int runScripts(ShellOptions options, List<Script> scripts) throws SQLException {
    ShellOutput output =
        new ShellOutput(
            out,
            err,
            options.format().printer(out, streams.terminal()),
            options.format().isForPrograms());
    try (SashConnection connection = connect()) {
      StatementRunner statements = new StatementRunner(connection, output, options.follow());
      ScriptRunner runner = new ScriptRunner(statements, output, options.echo());
      for (Script script : scripts) {
        if (!runner.run(script)) {
          return ExitCode.SQL_ERROR;
        }
      }
      return ExitCode.OK;
    }
  }

  private int prompt(ShellOptions options) throws SQLException {
    try (SashConnection connection = connect()) {
      Prompt prompt = Prompt.open(connection, options.format(), streams);
      WarmUp.start(URL);
      return prompt.run();
    }
  }

  private static SashConnection connect() throws SQLException {
    try {
      Connection connection = new SashDriver().connect(URL, new Properties());
      if (connection == null) {
        throw new AssertionError(URL);
      }
      return connection.unwrap(SashConnection.class);
    } catch (SashException e) {
      throw new SQLException(e.render(null), e.code().sqlState(), e);
    }
  }
}
