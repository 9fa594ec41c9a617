package dev.sash.script;

import dev.sash.jdbc.SashStatement;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import net.hydromatic.quidem.AbstractCommand;
import net.hydromatic.quidem.Command;
import net.hydromatic.quidem.CommandHandler;

/**
 * Commands for what Quidem's own cannot show.
 *
 * <ul>
 *   <li>{@code !done} runs a statement without rows and shows what it says: its notices and its
 *       message, or how many rows it changed.
 *   <li>{@code !fails} runs a statement that must fail and shows SQLSTATE and the whole message.
 *   <li>{@code !notices} runs a statement with rows and shows its notices only.
 *   <li>{@code !rows} runs a query and shows its rows in their order; {@code !ok} sorts them.
 *   <li>{@code !first n} runs a query that may be endless and shows its first n rows in their
 *       order.
 * </ul>
 */
final class ScriptCommands implements CommandHandler {
  private static final int TIMEOUT_SECONDS = 60;
  private static final Set<String> COUNTED = Set.of("INSERT", "UPDATE", "DELETE", "MERGE");

  @Override
  public Command parseCommand(List<String> lines, List<String> content, String line) {
    List<String> echo = List.copyOf(lines.subList(lines.size() - 1, lines.size()));
    List<String> expected = List.copyOf(content);
    String[] words = line.split(" ");
    return switch (words[0]) {
      case "done" -> new Run(echo, expected, ScriptCommands::done);
      case "fails" -> new Run(echo, expected, ScriptCommands::fails);
      case "notices" -> new Run(echo, expected, ScriptCommands::notices);
      case "rows" ->
          new Run(echo, expected, (statement, sql) -> ScriptText.rows(statement.executeQuery(sql)));
      case "first" -> {
        int count = Integer.parseInt(words[1]);
        yield new Run(echo, expected, (statement, sql) -> first(statement, sql, count));
      }
      default -> null;
    };
  }

  private static List<String> done(Statement statement, String sql) throws SQLException {
    if (statement.execute(sql)) {
      return List.of("the statement gives rows: write !ok");
    }
    List<String> lines = notices(statement);
    String message = statement.unwrap(SashStatement.class).message();
    String word = sql.strip().split("\\W", 2)[0].toUpperCase(Locale.ROOT);
    if (!message.isEmpty()) {
      lines.add(message);
    } else if (COUNTED.contains(word)) {
      long count = statement.getLargeUpdateCount();
      lines.add(count + (count == 1 ? " row" : " rows"));
    }
    return lines;
  }

  private static List<String> fails(Statement statement, String sql) {
    try {
      if (statement.execute(sql)) {
        ScriptText.rows(statement.getResultSet());
      }
      return List.of("the statement does not fail");
    } catch (SQLException e) {
      return ScriptText.error(e);
    }
  }

  private static List<String> notices(Statement statement, String sql) throws SQLException {
    statement.execute(sql);
    return notices(statement);
  }

  private static List<String> notices(Statement statement) throws SQLException {
    List<String> lines = new ArrayList<>();
    for (SQLWarning warning = statement.getWarnings();
        warning != null;
        warning = warning.getNextWarning()) {
      lines.add("NOTICE: " + warning.getMessage());
    }
    return lines;
  }

  private static List<String> first(Statement statement, String sql, int count)
      throws SQLException {
    statement.setMaxRows(count);
    return ScriptText.rows(statement.executeQuery(sql));
  }

  /** What a command does with the SQL before it: gives the lines that belong into the script. */
  private interface Action {
    List<String> run(Statement statement, String sql) throws SQLException;
  }

  /** Runs the SQL before it on a statement of its own. */
  private static final class Run extends AbstractCommand {
    private final List<String> echo;
    private final List<String> expected;
    private final Action action;

    Run(List<String> echo, List<String> expected, Action action) {
      this.echo = echo;
      this.expected = expected;
      this.action = action;
    }

    @Override
    public void execute(Context context, boolean execute) throws Exception {
      if (execute) {
        String sql = context.previousSqlCommand().sql;
        try (Statement statement = context.connection().createStatement()) {
          statement.setQueryTimeout(TIMEOUT_SECONDS);
          context.echo(action.run(statement, sql));
        }
      } else {
        context.echo(expected);
      }
      context.echo(echo);
    }
  }
}
