package dev.sash.runtime;

import org.jspecify.annotations.Nullable;

/** Finds the row of an arrival by which a watermark was reached; goes forward only. */
final class ArrivalCursor {
  private @Nullable Arrival arrival;
  private int next;

  /**
   * The first row, up to a given one, at whose arrival the watermark had come to an instant.
   *
   * @param last at its arrival the watermark had come there
   */
  @SuppressWarnings("ReferenceEquality") // another arrival, not an equal one
  int firstAt(Arrival current, int last, long instant, OperatorTime time) {
    if (current != arrival) {
      arrival = current;
      next = 0;
    }
    while (next < last && current.watermarkAt(next, time) < instant) {
      next++;
    }
    return Math.min(next, last);
  }
}
