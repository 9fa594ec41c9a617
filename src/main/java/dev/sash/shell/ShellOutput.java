package dev.sash.shell;

/**
 * Where the shell prints.
 *
 * @param out rows and what statements did
 * @param err errors and notices
 * @param printer prints rows to {@code out}
 * @param isForPrograms whether {@code out} may hold nothing but rows
 */
record ShellOutput(Output out, Output err, ResultPrinter printer, boolean isForPrograms) {

  /** Prints a line to {@code err}, after everything that was printed before it. */
  void error(String text) {
    out.flush();
    err.line(text);
    err.flush();
  }
}
