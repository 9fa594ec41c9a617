package dev.sash.runtime;

/**
 * How much an operator holds, and what that has cost.
 *
 * @param keys keys with state
 * @param bytes bytes counted against {@code max_state_bytes}
 * @param paneUpdates additions of a row to a pane since the start: one for each row that was taken,
 *     however many windows it is in
 */
public record StateSize(long keys, long bytes, long paneUpdates) {

  /** Nothing yet. */
  public static final StateSize EMPTY = new StateSize(0, 0, 0);

  /** The sum of two. */
  public StateSize plus(StateSize other) {
    return new StateSize(keys + other.keys, bytes + other.bytes, paneUpdates + other.paneUpdates);
  }
}
