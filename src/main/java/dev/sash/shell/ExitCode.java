package dev.sash.shell;

/** What the process tells its caller. */
final class ExitCode {
  /** Everything ran. */
  static final int OK = 0;

  /** A statement failed. */
  static final int SQL_ERROR = 1;

  /** The command line cannot be understood, or a script cannot be read. */
  static final int USAGE = 2;

  private ExitCode() {}
}
