package dev.sash.shell;

import dev.sash.jdbc.SashConnection;
import dev.sash.sql.StatementSplitter;
import dev.sash.sql.StatementText;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.jline.terminal.Terminal;
import org.jline.terminal.impl.DumbTerminal;

/**
 * Loads and compiles what a first statement needs, by running a small script on an engine of its
 * own: before the class archive is made, and behind the prompt while a person still types.
 */
final class WarmUp {
  private static final System.Logger LOG = System.getLogger(WarmUp.class.getName());

  private static final String ROWS =
      """
      ts,name,amount
      2015-09-12 00:00:01,a,1.5
      2015-09-12 00:00:31,b,2.5
      2015-09-12 00:01:01,a,
      """;

  private static final String SCRIPT =
      """
      CREATE STREAM warm (ts TIMESTAMP(3), name VARCHAR, amount DOUBLE, WATERMARK FOR ts AS ts)
        WITH (connector = 'file', path = '%s', format = 'csv');
      CREATE MATERIALIZED VIEW warm_view AS
        SELECT window_start, window_end, name, COUNT(*) AS n, AVG(amount) AS mean
        FROM TABLE(HOP(TABLE warm, DESCRIPTOR(ts), INTERVAL '10' SECOND, INTERVAL '1' MINUTE))
        WHERE amount > 1 OR name LIKE 'a%%'
        GROUP BY window_start, window_end, name;
      CREATE TABLE names (name VARCHAR PRIMARY KEY, title VARCHAR);
      INSERT INTO names VALUES ('a', 'first');
      SELECT v.window_end, n.title, v.n, v.mean
        FROM warm_view v LEFT JOIN names n ON n.name = v.name ORDER BY v.window_end DESC LIMIT 5;
      SELECT name, SUM(CASE WHEN amount > 1 THEN 1 ELSE 0 END)
        FROM warm GROUP BY name, TUMBLE(ts, INTERVAL '1' MINUTE);
      SELECT window_end, name, COUNT(*) AS n, SUM(amount) AS total
        FROM warm GROUP BY name, window_end, HOP(ts, INTERVAL '10' SECOND, INTERVAL '1' MINUTE)
        EMIT ON CLOSE;
      SHOW VIEWS;
      """;

  private WarmUp() {}

  /** Warms up in the background; a failure changes nothing for the user. */
  static void start(String url) {
    Thread thread = new Thread(() -> runScript(url, OutputFormat.TABLE), "sash-warm-up");
    thread.setDaemon(true);
    thread.start();
  }

  /** Loads what any use of the shell may need; tells whether all of it ran. */
  static boolean run(String url) {
    boolean complete = true;
    for (OutputFormat format : OutputFormat.values()) {
      complete &= runScript(url, format);
    }
    complete &= prompt(url);
    return complete;
  }

  private static boolean runScript(String url, OutputFormat format) {
    try {
      Path file = Files.createTempFile("sash", ".csv");
      // The prompt may be left before the warm-up behind it ends.
      file.toFile().deleteOnExit();
      try (SashConnection connection = connect(url)) {
        Files.writeString(file, ROWS);
        String path = file.toString().replace("'", "''");
        return runScript(connection, SCRIPT.formatted(path), format);
      } finally {
        Files.deleteIfExists(file);
      }
    } catch (IOException | SQLException | RuntimeException e) {
      LOG.log(System.Logger.Level.DEBUG, "warm-up ended early", e);
      return false;
    }
  }

  /** Runs every statement, also after one that failed: each loads something. */
  private static boolean runScript(SashConnection connection, String script, OutputFormat format) {
    Output out = new Output(OutputStream.nullOutputStream());
    Output err = new Output(OutputStream.nullOutputStream());
    ShellOutput output = new ShellOutput(out, err, format.printer(out, true), false);
    ScriptRunner runner =
        new ScriptRunner(new StatementRunner(connection, output, false), output, false);
    boolean complete = true;
    for (StatementText statement : StatementSplitter.split(script)) {
      complete &= runner.run(new Script(null, statement.sql()));
    }
    return complete;
  }

  private static boolean prompt(String url) {
    byte[] typed = "SELECT 1;\nquit\n".getBytes(StandardCharsets.UTF_8);
    try (SashConnection connection = connect(url);
        Terminal terminal =
            new DumbTerminal(
                "warm-up",
                Terminal.TYPE_DUMB,
                new ByteArrayInputStream(typed),
                OutputStream.nullOutputStream(),
                StandardCharsets.UTF_8)) {
      return new Prompt(connection, terminal, OutputFormat.TABLE, null).run() == ExitCode.OK;
    } catch (IOException | SQLException e) {
      LOG.log(System.Logger.Level.DEBUG, "warm-up of the prompt ended early", e);
      return false;
    }
  }

  private static SashConnection connect(String url) throws SQLException {
    return DriverManager.getConnection(url).unwrap(SashConnection.class);
  }
}
