package dev.sash.emission;

import java.util.ArrayList;
import java.util.List;

/** A kind of windows, found by trying all of them. Lengths are milliseconds. */
public sealed interface Windows {
  /** The windows of an instant, in order of their ends. */
  List<Window> of(long time);

  /** The first end of a window beyond an instant, whether the window holds rows or not. */
  long firstEndAfter(long time);

  /** The window function as SQL writes it over column {@code ts}. */
  String sql();

  /** Every {@code slide} a window of {@code size}. */
  record Hop(long slide, long size, long offset) implements Windows {
    @Override
    public List<Window> of(long time) {
      List<Window> windows = new ArrayList<>();
      for (long start = time - size + 1; start <= time; start++) {
        if (isStart(start)) {
          windows.add(new Window(start, start + size));
        }
      }
      return windows;
    }

    private boolean isStart(long start) {
      return Math.floorMod(start - offset, slide) == 0;
    }

    @Override
    public long firstEndAfter(long time) {
      long end = time + 1;
      while (!isStart(end - size)) {
        end++;
      }
      return end;
    }

    @Override
    public String sql() {
      return "HOP(ts, "
          + SqlText.interval(slide)
          + ", "
          + SqlText.interval(size)
          + ", "
          + SqlText.interval(offset)
          + ")";
    }
  }

  /** One window after the other. */
  record Tumble(long size, long offset) implements Windows {
    private Hop hop() {
      return new Hop(size, size, offset);
    }

    @Override
    public List<Window> of(long time) {
      return hop().of(time);
    }

    @Override
    public long firstEndAfter(long time) {
      return hop().firstEndAfter(time);
    }

    @Override
    public String sql() {
      return "TUMBLE(ts, " + SqlText.interval(size) + ", " + SqlText.interval(offset) + ")";
    }
  }
}
