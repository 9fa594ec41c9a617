package dev.sash.shell;

import dev.sash.error.Suggestion;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;

/**
 * The command line.
 *
 * <p>Read by hand: the class files of the usual library are of a version that Java's class archive
 * does not take, and loading them took a fifth of the whole start.
 *
 * @param action what to do
 * @param scripts names of files in order; a dash is standard input
 * @param statements the texts of {@code -e} in order
 * @param format how rows are printed
 * @param follow whether endless queries may run
 * @param echo whether statements are printed before they run
 */
record ShellOptions(
    Action action,
    List<String> scripts,
    List<String> statements,
    OutputFormat format,
    boolean follow,
    boolean echo) {

  /** What the command line asks for. */
  enum Action {
    RUN,
    HELP,
    VERSION,
    WARM_UP
  }

  static final String USAGE =
      """
      Usage: sash [OPTIONS] [script.sql ...]
      Runs streaming SQL. Without scripts and -e it prompts for statements.

        -e, --execute SQL   statements to run; may be repeated
        --format FORMAT     table (default), csv, json or vertical
        --follow            let endless queries run and print their rows as they
                            come, until Ctrl-C
        --echo              print each statement before it runs
        -h, --help          show this
        --version           show the version

      Scripts run first, in order, then each -e; all share one in-memory database.
      A dash as script is standard input, and so is none when that is no terminal.
      Exit code: 0 all ran, 1 a statement failed, 2 the command line or a file is
      wrong.
      """;

  private static final List<String> NAMES =
      List.of("--execute", "--format", "--follow", "--echo", "--help", "--version");

  ShellOptions {
    scripts = List.copyOf(scripts);
    statements = List.copyOf(statements);
  }

  /**
   * Reads the command line. An option's value follows it or an equals sign; {@code --} ends them.
   */
  static ShellOptions parse(String... arguments) throws UsageException {
    Reading reading = new Reading(Arrays.asList(arguments).iterator());
    while (reading.rest.hasNext()) {
      String argument = reading.rest.next();
      if (reading.onlyScripts || argument.equals("-") || !argument.startsWith("-")) {
        reading.scripts.add(argument);
      } else {
        reading.option(argument);
      }
    }
    return new ShellOptions(
        reading.action,
        reading.scripts,
        reading.statements,
        reading.format,
        reading.follow,
        reading.echo);
  }

  private static final class Reading {
    private final Iterator<String> rest;
    private final List<String> scripts = new ArrayList<>();
    private final List<String> statements = new ArrayList<>();
    private Action action = Action.RUN;
    private OutputFormat format = OutputFormat.TABLE;
    private boolean follow;
    private boolean echo;
    private boolean onlyScripts;

    Reading(Iterator<String> rest) {
      this.rest = rest;
    }

    void option(String argument) throws UsageException {
      int equals = argument.startsWith("--") ? argument.indexOf('=') : -1;
      String name = equals < 0 ? argument : argument.substring(0, equals);
      switch (name) {
        case "-e", "--execute" -> statements.add(value(argument, equals));
        case "--format" -> format = format(value(argument, equals));
        default -> {
          if (equals >= 0 && NAMES.contains(name)) {
            throw new UsageException("option \"" + name + "\" takes no value", null);
          }
          flag(argument);
        }
      }
    }

    private void flag(String name) throws UsageException {
      switch (name) {
        case "--follow" -> follow = true;
        case "--echo" -> echo = true;
        case "-h", "--help" -> action = Action.HELP;
        case "--version" -> action = Action.VERSION;
        case "--warmup" -> action = Action.WARM_UP;
        case "--" -> onlyScripts = true;
        default ->
            throw new UsageException(
                "option \"" + name + "\" does not exist", Suggestion.didYouMean(name, NAMES));
      }
    }

    private String value(String argument, int equals) throws UsageException {
      if (equals >= 0) {
        return argument.substring(equals + 1);
      }
      if (!rest.hasNext()) {
        throw new UsageException("option \"" + argument + "\" needs a value", null);
      }
      return rest.next();
    }

    private static OutputFormat format(String text) throws UsageException {
      for (OutputFormat format : OutputFormat.values()) {
        if (format.toString().equals(text.toLowerCase(Locale.ROOT))) {
          return format;
        }
      }
      throw new UsageException(
          "option \"--format\" must be table, csv, json or vertical, not '" + text + "'", null);
    }
  }
}
