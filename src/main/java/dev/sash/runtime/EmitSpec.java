package dev.sash.runtime;

/**
 * When the rows of an aggregate become visible.
 *
 * @param onClose FINAL rows at the moment of closing, not at the next tick
 * @param onChange EARLY rows after each batch
 * @param everyMillis the distance of ticks, or 0 without them
 * @param once only at the end of the input: a query without EMIT; no row is late
 */
public record EmitSpec(boolean onClose, boolean onChange, long everyMillis, boolean once) {

  /** {@code EMIT ON CLOSE}. */
  public static EmitSpec closing() {
    return new EmitSpec(true, false, 0, false);
  }

  /** {@code EMIT ON CHANGE}. */
  public static EmitSpec changing() {
    return new EmitSpec(true, true, 0, false);
  }

  /** {@code EMIT EVERY d}. */
  public static EmitSpec every(long millis) {
    return new EmitSpec(false, false, millis, false);
  }

  /** No EMIT: the answer over what is there. */
  public static EmitSpec atEnd() {
    return new EmitSpec(true, false, 0, true);
  }
}
