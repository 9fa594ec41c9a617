package dev.sash.connector.format;

/**
 * When to try a short cut that may fail and then has cost something: after each failure it is left
 * out for longer, up to 64 rows, so that an input it never fits hardly pays for it.
 */
final class Backoff {
  private static final int ROWS_MOST = 64;

  private int pause;
  private int left;

  /** Whether to try; it counts the row. */
  boolean isDue() {
    return left == 0 || left-- < 0;
  }

  /** It worked. */
  void succeeded() {
    pause = 0;
  }

  /** It did not. */
  void failed() {
    left = pause;
    pause = Math.min(pause * 2 + 1, ROWS_MOST);
  }
}
