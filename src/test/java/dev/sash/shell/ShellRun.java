package dev.sash.shell;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** What a run of the shell printed and returned. */
record ShellRun(int code, String out, String err) {

  /** Runs the shell without a terminal; {@code input} is its standard input. */
  static ShellRun of(String input, String... arguments) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    ByteArrayInputStream in = new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8));
    int code = new Shell(new ShellStreams(in, out, err, false)).run(arguments);
    return new ShellRun(
        code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }
}
