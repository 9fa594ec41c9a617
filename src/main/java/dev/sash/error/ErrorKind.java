package dev.sash.error;

/** Whose mistake an error is, which decides how it is shown. */
public enum ErrorKind {
  /** The text of a statement, an option or a value: shown with its place and what to write. */
  USER,
  /** The world outside: a missing file, a full disk, a closed socket. */
  ENVIRONMENT,
  /** A bound was reached: names the setting that moves it. */
  LIMIT,
  /** A bug in Sash: says so and keeps its stack trace. */
  INTERNAL
}
