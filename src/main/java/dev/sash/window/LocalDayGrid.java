package dev.sash.window;

import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * Windows that start anew at every local midnight: for each day a sorted list of the instants at
 * which windows start and end, made once and kept while it is in use. Panes lie between two such
 * instants; they are numbered by day and place, so numbers are left out where a day has fewer.
 *
 * <p>Not thread-safe.
 */
final class LocalDayGrid implements WindowGrid {
  private final LocalDayWindows windows;
  private final LocalCalendar calendar;
  private final long panesPerDay;
  private final @Nullable Day[] days;

  /** Instants of one day: edges of panes {@code [start, end)}, and windows by their ends. */
  private record Day(long number, long start, long end, long[] edges, Ends ends) {}

  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Ends(long number, long[] starts, long[] ends) {}

  private final @Nullable Ends[] endsByDay;
  private @Nullable Day current;

  LocalDayGrid(LocalDayWindows windows) {
    this.windows = windows;
    calendar = windows.calendar();
    panesPerDay = windows.panesPerDay();
    int cached = Integer.highestOneBit((int) Math.min(1 << 14, windows.reachDays() + 16)) * 4;
    days = new Day[cached];
    endsByDay = new Ends[cached];
  }

  private Ends ends(long number) {
    int slot = (int) (number & (endsByDay.length - 1));
    Ends cached = endsByDay[slot];
    if (cached != null && cached.number == number) {
      return cached;
    }
    List<LocalDayWindows.Bounds> bounds = windows.endingOn(number);
    Ends made =
        new Ends(
            number,
            bounds.stream().mapToLong(LocalDayWindows.Bounds::start).toArray(),
            bounds.stream().mapToLong(LocalDayWindows.Bounds::end).toArray());
    endsByDay[slot] = made;
    return made;
  }

  private Day day(long number) {
    int slot = (int) (number & (days.length - 1));
    Day cached = days[slot];
    if (cached != null && cached.number == number) {
      return cached;
    }
    long start = calendar.start(number);
    long end = calendar.start(number + 1);
    LongStream edges = LongStream.concat(LongStream.of(start), Arrays.stream(ends(number).ends));
    for (long later = number; later <= number + windows.reachDays(); later++) {
      edges = LongStream.concat(edges, Arrays.stream(ends(later).starts));
    }
    long[] sorted = edges.filter(e -> e >= start && e < end).sorted().distinct().toArray();
    Day made = new Day(number, start, end, sorted, ends(number));
    days[slot] = made;
    return made;
  }

  private Day dayOf(long millis) {
    Day last = current;
    if (last != null && millis >= last.start && millis < last.end) {
      return last;
    }
    Day found = day(calendar.unitOf(millis));
    current = found;
    return found;
  }

  private long start(long pane) {
    return day(Math.floorDiv(pane, panesPerDay)).edges[(int) Math.floorMod(pane, panesPerDay)];
  }

  @Override
  public long pane(long millis) {
    Day day = dayOf(millis);
    return day.number * panesPerDay + lastAtOrBefore(day.edges, millis);
  }

  /** The place of the greatest value that is not greater, -1 without one. */
  private static int lastAtOrBefore(long[] sorted, long value) {
    int at = Arrays.binarySearch(sorted, value);
    if (at < 0) {
      return -at - 2;
    }
    while (at + 1 < sorted.length && sorted[at + 1] == value) {
      at++;
    }
    return at;
  }

  @Override
  public long firstEnd(long pane) {
    long start = start(pane);
    long end = endAfter(start);
    return startOf(end) <= start ? end : NEVER;
  }

  @Override
  public long lastEnd(long pane) {
    long start = start(pane);
    long number = calendar.unitOf(start) + windows.reachDays();
    while (true) {
      Ends ends = ends(number--);
      int at = lastAtOrBefore(ends.starts, start);
      if (at >= 0) {
        return ends.ends[at];
      }
    }
  }

  @Override
  public long endAfter(long millis) {
    long number = calendar.unitOf(millis);
    while (true) {
      long[] ends = ends(number++).ends;
      int at = lastAtOrBefore(ends, millis) + 1;
      if (at < ends.length) {
        return ends[at];
      }
    }
  }

  @Override
  public long endUntil(long millis) {
    long number = calendar.unitOf(millis);
    while (true) {
      long[] ends = ends(number--).ends;
      int at = lastAtOrBefore(ends, millis);
      if (at >= 0) {
        return ends[at];
      }
    }
  }

  @Override
  public long startOf(long end) {
    Ends ends = ends(calendar.unitOf(end - 1));
    return ends.starts[Arrays.binarySearch(ends.ends, end)];
  }

  @Override
  public long firstPane(long end) {
    return pane(startOf(end));
  }

  @Override
  public long paneCount(long end) {
    return pane(end - 1) - firstPane(end) + 1;
  }

  @Override
  public long countEnds(long firstEnd, long lastEnd) {
    long first = calendar.unitOf(firstEnd - 1);
    long last = calendar.unitOf(lastEnd - 1);
    long count = lastAtOrBefore(ends(last).ends, lastEnd) + 1;
    for (long number = first; number < last; number++) {
      count += ends(number).ends.length;
    }
    return count - lastAtOrBefore(ends(first).ends, firstEnd - 1) - 1;
  }

  @Override
  public boolean hasGaps() {
    return windows.hasGaps();
  }

  @Override
  public boolean cumulates() {
    return windows.cumulates();
  }

  @Override
  public long panesPerWindow() {
    return 0;
  }

  @Override
  public long panesPerSlide() {
    return 0;
  }
}
