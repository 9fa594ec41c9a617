package dev.sash.shell;

import java.io.Console;
import java.io.FileDescriptor;
import java.io.FileOutputStream;

/** Starts the shell on the process's own streams. */
public final class Main {
  private Main() {}

  /** Runs the shell and ends the process with its exit code. */
  public static void main(String[] arguments) {
    ShellStreams streams =
        new ShellStreams(
            System.in,
            new FileOutputStream(FileDescriptor.out),
            new FileOutputStream(FileDescriptor.err),
            isOnTerminal());
    int code = new Shell(streams).run(arguments);
    // Ends threads of libraries too; whatever had to be closed is closed by now.
    System.exit(code);
  }

  /** Up to Java 21 there is a console only on a terminal; from 22 on it has to be asked. */
  @SuppressWarnings("SystemConsoleNull")
  private static boolean isOnTerminal() {
    Console console = System.console();
    if (console == null) {
      return false;
    }
    try {
      return (boolean) Console.class.getMethod("isTerminal").invoke(console);
    } catch (ReflectiveOperationException e) {
      return true;
    }
  }
}
