package dev.sash.emission;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;

/** A kind of windows, found by trying all of them. Lengths are milliseconds. */
public sealed interface Windows {
  /** The windows of an instant, in order of their ends. */
  List<Window> of(long time);

  /** The first end of a window beyond an instant, whether the window holds rows or not. */
  long firstEndAfter(long time);

  /** The window with an end that is one of this kind's. */
  default Window endingAt(long end) {
    return of(end - 1).stream().filter(window -> window.end() == end).findFirst().orElseThrow();
  }

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

  /** Windows that grow by a step up to the size, then start anew. */
  record Cumulate(long step, long size) implements Windows {
    @Override
    public List<Window> of(long time) {
      List<Window> windows = new ArrayList<>();
      long start = Math.floorDiv(time, size) * size;
      for (long end = start + step; end <= start + size; end += step) {
        if (time < end) {
          windows.add(new Window(start, end));
        }
      }
      return windows;
    }

    @Override
    public long firstEndAfter(long time) {
      return of(time).get(0).end();
    }

    @Override
    public String sql() {
      return "CUMULATE(ts, " + SqlText.interval(step) + ", " + SqlText.interval(size) + ")";
    }
  }

  /** Whole days of a zone: every {@code slide} days from 1970-01-01 on a window of {@code size}. */
  record Days(ZoneId zone, int slide, int size) implements Windows {
    private List<Window> around(long time) {
      List<Window> windows = new ArrayList<>();
      LocalDate date = Instant.ofEpochMilli(time).atZone(zone).toLocalDate();
      int reach = slide + size + 1;
      for (LocalDate day = date.minusDays(reach);
          day.isBefore(date.plusDays(reach));
          day = day.plusDays(1)) {
        if (Math.floorMod(day.toEpochDay(), slide) == 0) {
          windows.add(new Window(midnight(day, zone), midnight(day.plusDays(size), zone)));
        }
      }
      return windows;
    }

    @Override
    public List<Window> of(long time) {
      return around(time).stream().filter(window -> window.holds(time)).toList();
    }

    @Override
    public long firstEndAfter(long time) {
      return around(time).stream()
          .mapToLong(Window::end)
          .filter(end -> end > time)
          .min()
          .orElseThrow();
    }

    @Override
    public String sql() {
      return "HOP(ts, INTERVAL '%d' DAY, INTERVAL '%d' DAY, '%s')".formatted(slide, size, zone);
    }
  }

  /** Whole months of a zone, counted from 1970-01. */
  record Months(ZoneId zone, int size) implements Windows {
    private Window window(long time) {
      LocalDate date = Instant.ofEpochMilli(time).atZone(zone).toLocalDate().withDayOfMonth(1);
      while (Math.floorMod((date.getYear() - 1970) * 12 + date.getMonthValue() - 1, size) != 0) {
        date = date.minusMonths(1);
      }
      return new Window(midnight(date, zone), midnight(date.plusMonths(size), zone));
    }

    @Override
    public List<Window> of(long time) {
      return List.of(window(time));
    }

    @Override
    public long firstEndAfter(long time) {
      return window(time).end();
    }

    @Override
    public String sql() {
      return "TUMBLE(ts, INTERVAL '%d' MONTH, '%s')".formatted(size, zone);
    }
  }

  /**
   * Windows smaller than a day in a zone: starts are counted from each local midnight. A tumbling
   * window ends where the next one starts, a hopping one when its size has elapsed.
   */
  record Hours(ZoneId zone, long slide, long size) implements Windows {
    private List<Window> around(long time) {
      List<Window> windows = new ArrayList<>();
      LocalDate date = Instant.ofEpochMilli(time).atZone(zone).toLocalDate();
      for (int day = -3; day <= 3; day++) {
        long next = midnight(date.plusDays(day + 1), zone);
        for (long start = midnight(date.plusDays(day), zone); start < next; start += slide) {
          long end = slide == size ? Math.min(start + size, next) : start + size;
          windows.add(new Window(start, end));
        }
      }
      return windows;
    }

    @Override
    public List<Window> of(long time) {
      return around(time).stream().filter(window -> window.holds(time)).sorted().toList();
    }

    @Override
    public long firstEndAfter(long time) {
      return around(time).stream()
          .mapToLong(Window::end)
          .filter(end -> end > time)
          .min()
          .orElseThrow();
    }

    @Override
    public String sql() {
      String lengths = SqlText.interval(slide) + ", " + SqlText.interval(size);
      return slide == size
          ? "TUMBLE(ts, " + SqlText.interval(size) + ", '" + zone + "')"
          : "HOP(ts, " + lengths + ", '" + zone + "')";
    }
  }

  /** Stretches of rows of a key that are less than a gap apart; alone a row lasts for the gap. */
  record Session(long gap) implements Windows {
    @Override
    public List<Window> of(long time) {
      return List.of(new Window(time, time + gap));
    }

    @Override
    public long firstEndAfter(long time) {
      return Long.MAX_VALUE;
    }

    @Override
    public String sql() {
      return "SESSION(ts, " + SqlText.interval(gap) + ")";
    }
  }

  private static long midnight(LocalDate day, ZoneId zone) {
    return day.atStartOfDay(zone).toInstant().toEpochMilli();
  }
}
