package dev.sash.window;

/**
 * Instants of some rows of a batch, of which there is one at least: {@code millis[rows[i]]} for i
 * below {@code count}.
 *
 * @param first the earliest of them
 * @param last the latest of them
 */
@SuppressWarnings("ArrayRecordComponent") // a view of arrays that the caller reuses, never compared
public record Instants(long[] millis, int[] rows, int count, long first, long last) {

  /** The instants of the first {@code count} rows. */
  public static Instants of(long[] millis, int[] rows, int count) {
    long first = millis[rows[0]];
    long last = first;
    for (int i = 1; i < count; i++) {
      first = Math.min(first, millis[rows[i]]);
      last = Math.max(last, millis[rows[i]]);
    }
    return new Instants(millis, rows, count, first, last);
  }
}
