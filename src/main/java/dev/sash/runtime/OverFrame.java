package dev.sash.runtime;

/**
 * Which rows of its partition a row looks at: those from a distance before it to a distance behind
 * it. Distances count rows, or are milliseconds of the first order key; then rows that are equal in
 * the order are all in the frame or none of them.
 *
 * @param byRows whether distances count rows
 * @param preceding how far before the row it begins, {@link #UNBOUNDED} for the first row; less
 *     than 0 behind it
 * @param following how far behind the row it ends; 0 for the row itself, less than 0 before it
 */
public record OverFrame(boolean byRows, long preceding, long following) {
  /** From the first row of the partition on. */
  public static final long UNBOUNDED = Long.MAX_VALUE;

  public OverFrame {
    if (preceding != UNBOUNDED && preceding < -following) {
      throw new IllegalArgumentException(
          "a frame must not end before it begins: preceding="
              + preceding
              + ", following="
              + following);
    }
  }

  /** A frame that ends with the row itself. */
  public OverFrame(boolean byRows, long preceding) {
    this(byRows, preceding, 0);
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
