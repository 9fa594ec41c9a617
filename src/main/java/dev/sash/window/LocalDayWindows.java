package dev.sash.window;

import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;

/**
 * The windows of a time zone that are smaller than a day, or end at times within a day: which of
 * them end on a given day. Days begin at local midnight, plus the offset.
 *
 * <ul>
 *   <li>Starts are {@code k * slide} after the beginning of a day, in elapsed time, as long as the
 *       day lasts; with a slide of days, the beginning of every so many days.
 *   <li>TUMBLE: a window ends where the next one starts, so the last one of a day may be cut.
 *   <li>HOP with a size below a day: it ends when the size has elapsed.
 *   <li>HOP with a size of days: a window ends at each of these points, and began at the same local
 *       time so many days before.
 *   <li>CUMULATE: each cycle of a size below a day starts anew after a midnight; one of days grows
 *       by its step from the beginning of every day on.
 * </ul>
 *
 * <p>Ends are distinct, and the window with the later end never starts earlier.
 */
final class LocalDayWindows {
  private final WindowSpec.Civil civil;
  private final LocalCalendar calendar;
  private final long slide;
  private final long size;
  private final long offsetDays;

  private LocalDayWindows(WindowSpec.Civil civil, LocalCalendar calendar, long offsetDays) {
    this.civil = civil;
    this.calendar = calendar;
    this.offsetDays = offsetDays;
    slide = civil.slide().millis();
    size = civil.size().millis();
  }

  static LocalDayWindows of(WindowSpec.Civil civil) {
    long day = CivilLength.DAY_MILLIS;
    long cycle = civil.cumulate() ? civil.size().millis() : civil.slide().millis();
    long offset = Math.floorMod(civil.offset().millis(), cycle);
    LocalCalendar calendar = new LocalCalendar(civil.zone(), false, offset % day);
    return new LocalDayWindows(civil, calendar, offset / day);
  }

  /**
   * A window.
   *
   * @param start its first instant
   * @param end the first instant after it
   */
  record Bounds(long start, long end) {}

  LocalCalendar calendar() {
    return calendar;
  }

  /** How many days after the day of a window's start its end can be. */
  long reachDays() {
    return 2 + size / CivilLength.DAY_MILLIS;
  }

  /** The most panes of a day: two for each window that starts or ends on it. */
  long panesPerDay() {
    long longest = 2 * CivilLength.DAY_MILLIS;
    return 4 * (longest / Math.min(slide, CivilLength.DAY_MILLIS) + 2) + 2;
  }

  boolean hasGaps() {
    return !civil.cumulate() && slide > size;
  }

  boolean cumulates() {
    return civil.cumulate();
  }

  /** The windows that end after the beginning of a day and not after its end, by their ends. */
  List<Bounds> endingOn(long day) {
    List<Bounds> windows = new ArrayList<>();
    if (civil.cumulate()) {
      cumulating(day, windows);
    } else if (slide == size) {
      tumbling(day, windows);
    } else if (civil.size().isDays()) {
      daysLong(day, windows);
    } else {
      elapsing(day, windows);
    }
    return windows;
  }

  private void tumbling(long day, List<Bounds> windows) {
    long last = calendar.start(day + 1);
    for (long start = calendar.start(day); start < last; start += slide) {
      windows.add(new Bounds(start, Math.min(start + slide, last)));
    }
  }

  private void elapsing(long day, List<Bounds> windows) {
    long after = calendar.start(day);
    long last = calendar.start(day + 1);
    for (long from = calendar.unitOf(after - size); from <= day; from++) {
      long dayEnd = calendar.start(from + 1);
      boolean starts = slide < CivilLength.DAY_MILLIS || startsOn(from);
      for (long start = calendar.start(from); starts && start < dayEnd; start += slide) {
        if (start + size > after && start + size <= last) {
          windows.add(new Bounds(start, start + size));
        }
        starts = slide < CivilLength.DAY_MILLIS;
      }
    }
  }

  private boolean startsOn(long day) {
    return Math.floorMod(day - offsetDays, slide / CivilLength.DAY_MILLIS) == 0;
  }

  private void daysLong(long day, List<Bounds> windows) {
    long days = size / CivilLength.DAY_MILLIS;
    long last = calendar.start(day + 1);
    long least = calendar.instant(calendar.localStart(day).minusDays(days));
    for (long end = calendar.start(day) + slide; end < last; end += slide) {
      LocalDateTime start = calendar.risingLocal(end).minusDays(days);
      windows.add(new Bounds(Math.max(least, calendar.instant(start)), end));
    }
    if (last > calendar.start(day)) {
      LocalDateTime start = calendar.localStart(day + 1).minusDays(days);
      windows.add(new Bounds(calendar.instant(start), last));
    }
  }

  private void cumulating(long day, List<Bounds> windows) {
    long last = calendar.start(day + 1);
    long first = calendar.start(day);
    if (size >= CivilLength.DAY_MILLIS) {
      long days = size / CivilLength.DAY_MILLIS;
      long start = calendar.start(day - Math.floorMod(day - offsetDays, days));
      for (long end = first + slide; end < last; end += slide) {
        windows.add(new Bounds(start, end));
      }
      if (last > first) {
        windows.add(new Bounds(start, last));
      }
      return;
    }
    for (long start = first; start < last; start += size) {
      long cycleEnd = Math.min(start + size, last);
      for (long end = start + slide; end < cycleEnd; end += slide) {
        windows.add(new Bounds(start, end));
      }
      windows.add(new Bounds(start, cycleEnd));
    }
  }
}
