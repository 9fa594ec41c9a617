package dev.sash.shell;

import org.jspecify.annotations.Nullable;

/** A command line that cannot be understood. */
final class UsageException extends Exception {
  private static final long serialVersionUID = 1;

  /** The sentence and what was probably meant, or null. */
  UsageException(String message, @Nullable String hint) {
    super(hint == null ? message : message + "\nHint: " + hint);
  }
}
