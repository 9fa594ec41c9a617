package dev.sash.shell;

import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;

/** A script that the command line names cannot be read. */
final class UnreadableScriptException extends Exception {
  private static final long serialVersionUID = 1;

  UnreadableScriptException(String message, Exception cause) {
    super(message, cause);
  }

  /** The reason in words, where the exception has only the file's name. */
  static String reason(Exception e) {
    if (e instanceof NoSuchFileException) {
      return "there is no such file";
    }
    if (e instanceof AccessDeniedException) {
      return "access is denied";
    }
    return String.valueOf(e.getMessage());
  }
}
