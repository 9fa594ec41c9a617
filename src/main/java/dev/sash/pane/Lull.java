package dev.sash.pane;

/**
 * Tells a good moment for work that would make the closing of a window longer: a batch of rows in
 * which, as far as one can tell, no window closes. The rows that come first after a window was
 * asked for are those of the batch that closed it, so the batch after these is one.
 */
final class Lull {
  /** After so many windows without a batch between them, none is waited for. */
  private static final int WINDOWS_MAX = 8;

  private int batches;
  private int windows;

  /** A window was asked for as a whole. */
  void windowAsked() {
    batches = 0;
    windows++;
  }

  /** A batch of rows, or the part of one up to where windows close, has been taken. */
  void rowsTaken() {
    windows = isNow() ? 0 : windows;
    batches++;
  }

  /** Whether the moment is good. */
  boolean isNow() {
    return batches > 0;
  }

  /** Whether windows close so often that there is no good moment. */
  boolean isOverdue() {
    return windows > WINDOWS_MAX;
  }
}
