package dev.sash.runtime;

/**
 * Which rows of its partition a row looks at: those up to a distance before it, and itself.
 *
 * @param byRows whether the distance counts rows; else it is milliseconds of the first order key,
 *     and rows that are equal in the order are all in the frame
 * @param preceding the distance, {@link #UNBOUNDED} for all rows before
 */
public record OverFrame(boolean byRows, long preceding) {
  /** From the first row of the partition on. */
  public static final long UNBOUNDED = Long.MAX_VALUE;

  public OverFrame {
    if (preceding < 0) {
      throw new IllegalArgumentException("a frame must hold its row: preceding=" + preceding);
    }
  }

  /** Whether it begins with the first row of the partition. */
  public boolean isUnbounded() {
    return preceding == UNBOUNDED;
  }

  /** Whether rows leave it as time goes on, so that a key without new rows can be forgotten. */
  boolean expires() {
    return !byRows && !isUnbounded();
  }
}
