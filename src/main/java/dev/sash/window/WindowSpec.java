package dev.sash.window;

/** How instants are put into windows. Windows are half-open: {@code [start, end)}. */
public sealed interface WindowSpec {

  /**
   * Windows of one size that start at {@code offset + k * slide} for every integer k. Equal slide
   * and size tumble; a smaller slide overlaps; a larger one leaves gaps whose instants are in no
   * window.
   *
   * @param slideMillis distance of two starts, above 0
   * @param sizeMillis length of a window, above 0
   * @param offsetMillis start of one of the windows, {@code [0, slide)}
   */
  record Hop(long slideMillis, long sizeMillis, long offsetMillis) implements WindowSpec {
    public Hop {
      if (slideMillis <= 0 || sizeMillis <= 0) {
        throw new IllegalArgumentException(
            "slide and size must be above 0: slideMillis="
                + slideMillis
                + ", sizeMillis="
                + sizeMillis);
      }
      offsetMillis = Math.floorMod(offsetMillis, slideMillis);
    }

    /** Whether every instant is in exactly one window. */
    public boolean isTumble() {
      return slideMillis == sizeMillis;
    }

    /** The start of the newest window that starts at or before an instant. */
    public long lastStart(long millis) {
      return millis - Math.floorMod(millis - offsetMillis, slideMillis);
    }

    /** The smallest window end that is greater than an instant. */
    public long firstEndAfter(long millis) {
      return lastStart(millis - sizeMillis) + slideMillis + sizeMillis;
    }

    /** The most windows that an instant can be in. */
    public long windowsPerRow() {
      return (sizeMillis + slideMillis - 1) / slideMillis;
    }
  }

  /** One window over all time: an aggregate without a window. */
  record Global() implements WindowSpec {}
}
