package dev.sash.runtime;

/**
 * When the rows of an aggregate become visible.
 *
 * @param onClose FINAL rows at the moment of closing, not at the next tick
 * @param onChange EARLY rows after each batch
 * @param everyMillis the distance of ticks, or 0 without them
 * @param eventTime whether ticks count stream time, not the engine clock
 * @param allWindows whether a tick shows every open window that has changed, not only the current
 * @param latenessMillis how long a closed window takes late rows
 * @param fillMillis how long after its last row a key is shown in windows without rows; 0 for not
 *     at all, {@link #ALWAYS} without a bound
 * @param once only at the end of the input: a query without EMIT; no row is late
 */
public record EmitSpec(
    boolean onClose,
    boolean onChange,
    long everyMillis,
    boolean eventTime,
    boolean allWindows,
    long latenessMillis,
    long fillMillis,
    boolean once) {

  /** A length of time without a bound. */
  public static final long ALWAYS = Long.MAX_VALUE;

  /** {@code EMIT ON CLOSE}. */
  public static EmitSpec closing() {
    return new EmitSpec(true, false, 0, false, false, 0, 0, false);
  }

  /** {@code EMIT ON CHANGE}. */
  public static EmitSpec changing() {
    return new EmitSpec(true, true, 0, false, false, 0, 0, false);
  }

  /** {@code EMIT EVERY d}. */
  public static EmitSpec every(long millis) {
    return new EmitSpec(false, false, millis, false, false, 0, 0, false);
  }

  /** No EMIT: the answer over what is there. */
  public static EmitSpec atEnd() {
    return new EmitSpec(true, false, 0, false, false, 0, 0, true);
  }

  /** {@code , ON CLOSE}: FINAL rows do not wait for a tick. */
  public EmitSpec andOnClose() {
    return new EmitSpec(
        true, onChange, everyMillis, eventTime, allWindows, latenessMillis, fillMillis, once);
  }

  /** {@code EVENT TIME}. */
  public EmitSpec byEventTime() {
    return new EmitSpec(
        onClose, onChange, everyMillis, true, allWindows, latenessMillis, fillMillis, once);
  }

  /** {@code FOR ALL WINDOWS}. */
  public EmitSpec forAllWindows() {
    return new EmitSpec(
        onClose, onChange, everyMillis, eventTime, true, latenessMillis, fillMillis, once);
  }

  /** {@code ALLOW LATENESS}. */
  public EmitSpec allowingLateness(long millis) {
    return new EmitSpec(
        onClose, onChange, everyMillis, eventTime, allWindows, millis, fillMillis, once);
  }

  /** {@code FILL EMPTY WINDOWS WITHIN}, or {@link #ALWAYS} without WITHIN. */
  public EmitSpec filling(long millis) {
    return new EmitSpec(
        onClose, onChange, everyMillis, eventTime, allWindows, latenessMillis, millis, once);
  }

  /** Whether a row that changes a closed window is answered at once, not at a tick or batch end. */
  public boolean correctsAtOnce() {
    return onClose && !onChange;
  }

  /** Whether keys are shown in windows in which they have no rows. */
  public boolean fills() {
    return fillMillis > 0;
  }
}
