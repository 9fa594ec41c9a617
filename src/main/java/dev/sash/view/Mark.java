package dev.sash.view;

/**
 * How far the query of a view had come when it published: see {@link dev.sash.runtime.Sink#reached}
 * for the three numbers.
 */
record Mark(long rows, long lastTick, long nextTick) {
  /** Before the first row and without ticks. */
  static final Mark NONE = new Mark(0, Long.MIN_VALUE, Long.MAX_VALUE);

  /** Whether something that the other has done is still to be done here. */
  boolean isBehind(Mark other) {
    return rows < other.rows || nextTick <= other.lastTick;
  }
}
