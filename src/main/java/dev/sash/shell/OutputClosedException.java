package dev.sash.shell;

import java.io.IOException;
import java.util.Locale;

/** The output takes no more text. */
final class OutputClosedException extends RuntimeException {
  private static final long serialVersionUID = 1;

  OutputClosedException(IOException cause) {
    super(String.valueOf(cause.getMessage()), cause);
  }

  /** Whether its reader has simply seen enough, as {@code head} does. */
  boolean isClosedPipe() {
    String message = String.valueOf(getMessage()).toLowerCase(Locale.ROOT);
    return message.contains("pipe") || message.contains("closed");
  }
}
