package dev.sash.window;

import java.time.ZoneId;

/** How rows are put into windows. Windows are half-open: {@code [start, end)}. */
public sealed interface WindowSpec {

  /** Windows that lie on the time line the same way for every key. */
  sealed interface Aligned extends WindowSpec permits Hop, Cumulate, Civil, Ends {
    /** A grid of these windows, for one thread. */
    WindowGrid grid();

    /** The most windows that an instant can be in. */
    long windowsPerRow();

    /** About how many panes the largest window is made of. */
    long panesPerWindow();
  }

  /**
   * Windows of one size that start at {@code offset + k * slide} for every integer k. Equal slide
   * and size tumble; a smaller slide overlaps; a larger one leaves gaps whose instants are in no
   * window.
   *
   * @param slideMillis distance of two starts, above 0
   * @param sizeMillis length of a window, above 0
   * @param offsetMillis start of one of the windows, {@code [0, slide)}
   */
  record Hop(long slideMillis, long sizeMillis, long offsetMillis) implements Aligned {
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

    @Override
    public WindowGrid grid() {
      return new PaneGrid(this);
    }

    @Override
    public long windowsPerRow() {
      return (sizeMillis + slideMillis - 1) / slideMillis;
    }

    @Override
    public long panesPerWindow() {
      return new PaneGrid(this).panesPerWindow();
    }
  }

  /**
   * Windows that grow by a step until they have their size, then start anew: {@code [s, s + step),
   * [s, s + 2 * step) ... [s, s + size)} for every {@code s = offset + k * size}.
   *
   * @param stepMillis above 0
   * @param sizeMillis a whole multiple of the step
   * @param offsetMillis start of one of the largest windows, {@code [0, size)}
   */
  record Cumulate(long stepMillis, long sizeMillis, long offsetMillis) implements Aligned {
    public Cumulate {
      if (stepMillis <= 0 || sizeMillis <= 0 || sizeMillis % stepMillis != 0) {
        throw new IllegalArgumentException(
            "size must be a multiple of the step: stepMillis="
                + stepMillis
                + ", sizeMillis="
                + sizeMillis);
      }
      offsetMillis = Math.floorMod(offsetMillis, sizeMillis);
    }

    @Override
    public WindowGrid grid() {
      return new CumulateGrid(this);
    }

    @Override
    public long windowsPerRow() {
      return sizeMillis / stepMillis;
    }

    @Override
    public long panesPerWindow() {
      return sizeMillis / stepMillis;
    }
  }

  /**
   * Windows by the calendar and the clocks of a time zone: days may have 23 or 25 hours, months 28
   * to 31 days. Windows of less than a day start anew at every local midnight.
   *
   * @param cumulate whether windows grow as those of {@link Cumulate}, the slide being the step;
   *     else they hop
   * @param slide distance of two starts
   * @param size length of a window
   * @param offset moves the grid, in local time
   */
  record Civil(
      boolean cumulate, CivilLength slide, CivilLength size, CivilLength offset, ZoneId zone)
      implements Aligned {
    public Civil {
      if (!slide.isPositive() || !size.isPositive() || slide.isMonths() != size.isMonths()) {
        throw new IllegalArgumentException(
            "slide and size must be above 0 and of one kind: slide=" + slide + ", size=" + size);
      }
      if (!slide.isWhole() || !size.isWhole()) {
        throw new IllegalArgumentException(
            "lengths above a day must be whole days: slide=" + slide + ", size=" + size);
      }
    }

    @Override
    public WindowGrid grid() {
      boolean units = slide.isMonths() || slide.isDays() && size.isDays();
      return units ? CalendarGrid.of(this) : new LocalDayGrid(LocalDayWindows.of(this));
    }

    @Override
    public long windowsPerRow() {
      return (size.millisOfMost() + slide.millisOfMost() - 1) / slide.millisOfMost();
    }

    @Override
    public long panesPerWindow() {
      return windowsPerRow();
    }
  }

  /**
   * The windows that rows stand for at their last instants: a row is in the one window that ends
   * right after it.
   */
  record Ends(Aligned windows) implements Aligned {
    @Override
    public WindowGrid grid() {
      return new EndsGrid(windows.grid());
    }

    @Override
    public long windowsPerRow() {
      return 1;
    }

    @Override
    public long panesPerWindow() {
      return Math.max(1, windows.panesPerWindow() / windows.windowsPerRow());
    }
  }

  /**
   * Stretches of activity of one key: rows less than the gap apart are in one session, which goes
   * from its first row to the gap after its last.
   *
   * @param gapMillis above 0
   * @param maxMillis the longest that a session may be, at least the gap; {@link Long#MAX_VALUE}
   *     for any length
   */
  record Session(long gapMillis, long maxMillis) implements WindowSpec {
    public Session {
      if (gapMillis <= 0 || maxMillis < gapMillis) {
        throw new IllegalArgumentException(
            "gap must be above 0 and not above the maximum: gapMillis="
                + gapMillis
                + ", maxMillis="
                + maxMillis);
      }
    }
  }

  /**
   * Windows over the rows of a key as they arrive: one ends at each row {@code k * slide} and holds
   * the last {@code size} rows. Its bounds are numbers of rows of the key, counted from 0.
   *
   * @param slideRows above 0
   * @param sizeRows above 0
   */
  record RowCount(long slideRows, long sizeRows) implements WindowSpec {
    public RowCount {
      if (slideRows <= 0 || sizeRows <= 0) {
        throw new IllegalArgumentException(
            "slide and size must be above 0: slideRows=" + slideRows + ", sizeRows=" + sizeRows);
      }
    }
  }

  /** One window over all time: an aggregate without a window. */
  record Global() implements WindowSpec {}
}
