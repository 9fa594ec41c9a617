package dev.sash.window;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What every grid promises, for random windows of every kind around odd days of odd zones. */
class WindowGridTest {
  private static final long SECOND = 1_000;
  private static final long MINUTE = 60 * SECOND;
  private static final long HOUR = 60 * MINUTE;
  private static final long DAY = 24 * HOUR;
  private static final int MONTHS_LOOKED_AT = 30;

  /** Zones, and instants near which they do something odd. */
  private static final List<Odd> ODD =
      List.of(
          new Odd("Europe/Berlin", "2024-03-31T01:00:00Z"),
          new Odd("Europe/Berlin", "2024-10-27T01:00:00Z"),
          new Odd("America/New_York", "1969-10-26T06:00:00Z"),
          new Odd("Australia/Lord_Howe", "2024-04-06T15:00:00Z"),
          new Odd("Australia/Lord_Howe", "2024-10-05T15:30:00Z"),
          new Odd("Asia/Kolkata", "1960-05-05T00:00:00Z"),
          new Odd("Pacific/Apia", "2011-12-30T10:00:00Z"),
          new Odd("Pacific/Kwajalein", "1993-08-21T12:00:00Z"),
          new Odd("America/Juneau", "1867-10-19T00:00:00Z"),
          new Odd("America/Sao_Paulo", "2018-11-04T03:00:00Z"),
          new Odd("Africa/Cairo", "2014-05-15T22:00:00Z"),
          new Odd("Z", "1970-01-01T00:00:00Z"));

  private record Odd(String zone, String instant) {
    ZoneId id() {
      return ZoneId.of(zone);
    }

    long millis() {
      return Instant.parse(instant).toEpochMilli();
    }
  }

  /** A window by its bounds. */
  private record Bounds(long start, long end) {}

  private static <T> T any(SplittableRandom random, List<T> choices) {
    return choices.get(random.nextInt(choices.size()));
  }

  private static CivilLength millis(long millis) {
    return new CivilLength(0, millis);
  }

  /** Random windows; with a zone in most cases. */
  private static WindowSpec.Aligned window(SplittableRandom random, ZoneId zone) {
    long offset = random.nextLong(-3 * DAY, 3 * DAY) / MINUTE * MINUTE;
    CivilLength local = millis(any(random, List.of(0L, 15 * MINUTE, 8 * HOUR, -5 * HOUR, offset)));
    long part = any(random, List.of(15 * MINUTE, HOUR, 90 * MINUTE, 5 * HOUR, 7 * HOUR, 12 * HOUR));
    long other = any(random, List.of(10 * MINUTE, HOUR, 2 * HOUR, 5 * HOUR, 23 * HOUR));
    long days = random.nextLong(1, 9) * DAY;
    long moreDays = random.nextLong(1, 9) * DAY;
    return switch (random.nextInt(9)) {
      case 0 -> new WindowSpec.Hop(part, any(random, List.of(other, days)), offset);
      case 1 -> new WindowSpec.Cumulate(part, part * random.nextLong(1, 9), offset);
      case 2 -> new WindowSpec.Civil(false, millis(days), millis(moreDays), local, zone);
      case 3 -> new WindowSpec.Civil(false, millis(part), millis(part), local, zone);
      case 4 -> new WindowSpec.Civil(false, millis(part), millis(other), local, zone);
      case 5 -> new WindowSpec.Civil(false, millis(part), millis(days), local, zone);
      case 6 -> new WindowSpec.Civil(false, millis(days), millis(other), local, zone);
      case 7 -> {
        boolean whole = random.nextBoolean();
        yield whole
            ? new WindowSpec.Civil(true, millis(HOUR), millis(days), local, zone)
            : new WindowSpec.Civil(true, millis(HOUR), millis(5 * HOUR), local, zone);
      }
      default -> {
        CivilLength slide = new CivilLength(random.nextLong(1, 14), 0);
        CivilLength size = new CivilLength(random.nextLong(1, 14), 0);
        CivilLength moved = new CivilLength(random.nextLong(0, 5), 8 * HOUR);
        yield new WindowSpec.Civil(false, slide, size, moved, zone);
      }
    };
  }

  private static long reach(WindowSpec.Aligned window) {
    boolean months = window instanceof WindowSpec.Civil civil && civil.slide().isMonths();
    return months ? MONTHS_LOOKED_AT * 31 * DAY : 20 * DAY;
  }

  /** All windows whose ends lie around an instant, as the grid tells them. */
  private static List<Bounds> windows(WindowGrid grid, long around, long reach) {
    List<Bounds> windows = new ArrayList<>();
    for (long end = grid.endAfter(around - reach); end < around + reach; end = grid.endAfter(end)) {
      windows.add(new Bounds(grid.startOf(end), end));
    }
    return windows;
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
  void panesAndWindowsFitTogether(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    for (int round = 0; round < 30; round++) {
      Odd odd = any(random, ODD);
      WindowSpec.Aligned window = window(random, odd.id());
      WindowGrid grid = window.grid();
      String about = "seed " + seed + ", " + window + " at " + odd.instant;
      List<Bounds> windows = windows(grid, odd.millis(), reach(window));
      assertInOrder(windows, about);
      for (int i = 0; i < 40; i++) {
        // in the middle, so that all windows of the instant are in the list
        long time = odd.millis() + random.nextLong(-reach(window) / 4, reach(window) / 4);
        long at = i % 4 == 0 && !windows.isEmpty() ? any(random, windows).end : time;
        if (Math.abs(at - odd.millis()) < reach(window) / 3) {
          assertInstant(grid, windows, at, about + ", time " + Instant.ofEpochMilli(at));
        }
      }
    }
  }

  private static void assertInOrder(List<Bounds> windows, String about) {
    for (int i = 0; i < windows.size(); i++) {
      assertThat(windows.get(i).start).as(about).isLessThan(windows.get(i).end);
      if (i > 0) {
        assertThat(windows.get(i).end).as(about).isGreaterThan(windows.get(i - 1).end);
        assertThat(windows.get(i).start).as(about).isGreaterThanOrEqualTo(windows.get(i - 1).start);
      }
    }
  }

  private static void assertInstant(
      WindowGrid grid, List<Bounds> windows, long time, String about) {
    List<Bounds> holding = windows.stream().filter(w -> w.start <= time && time < w.end).toList();
    long pane = grid.pane(time);
    assertThat(grid.pane(time - 1)).as(about).isLessThanOrEqualTo(pane);
    if (holding.isEmpty()) {
      assertThat(grid.hasGaps()).as(about).isTrue();
      assertThat(grid.firstEnd(pane)).as(about).isEqualTo(WindowGrid.NEVER);
    } else {
      long last = holding.get(holding.size() - 1).end;
      assertThat(grid.firstEnd(pane)).as(about).isEqualTo(holding.get(0).end);
      assertThat(grid.lastEnd(pane)).as(about).isEqualTo(last);
      assertThat(grid.countEnds(holding.get(0).end, last)).as(about).isEqualTo(holding.size());
    }
    long until = grid.endUntil(time);
    assertThat(until).as(about).isLessThanOrEqualTo(time);
    assertThat(grid.endAfter(until)).as(about).isEqualTo(grid.endAfter(time));
    for (Bounds window : windows) {
      long first = grid.firstPane(window.end);
      boolean inPanes = pane >= first && pane < first + grid.paneCount(window.end);
      assertThat(inPanes).as(about + ", " + window).isEqualTo(holding.contains(window));
    }
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
  void localWindowsAgreeWithWalkingTheClock(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    for (int round = 0; round < 30; round++) {
      Odd odd = any(random, ODD);
      WindowSpec.Aligned window = window(random, odd.id());
      if (window instanceof WindowSpec.Civil civil) {
        long reach = reach(window);
        List<Bounds> expected = new LocalClock(civil).windows(odd.millis(), reach);
        assertThat(windows(window.grid(), odd.millis(), reach))
            .as("seed " + seed + ", " + window + " at " + odd.instant)
            .containsExactlyElementsOf(expected);
      }
    }
  }

  /** The rules of windows in a zone, one day or month after the other, as slowly as can be. */
  private record LocalClock(WindowSpec.Civil civil) {
    long instant(LocalDateTime local) {
      List<ZoneOffset> offsets = civil.zone().getRules().getValidOffsets(local);
      return offsets.isEmpty()
          ? civil.zone().getRules().getTransition(local).getInstant().toEpochMilli()
          : local.toInstant(offsets.get(0)).toEpochMilli();
    }

    long slide() {
      return civil.slide().millis();
    }

    long size() {
      return civil.size().millis();
    }

    List<Bounds> windows(long around, long reach) {
      List<Bounds> all = new ArrayList<>();
      LocalDateTime near =
          LocalDateTime.ofInstant(Instant.ofEpochMilli(around), civil.zone())
              .toLocalDate()
              .atStartOfDay();
      if (civil.slide().isMonths()) {
        for (int month = -60; month <= 60; month++) {
          addMonths(near.withDayOfMonth(1).plusMonths(month), all);
        }
      } else {
        for (int day = -50; day <= 50; day++) {
          addDay(near.plusDays(day), all);
        }
      }
      List<Bounds> result = new ArrayList<>();
      all.sort(java.util.Comparator.comparingLong(Bounds::end).thenComparingLong(Bounds::start));
      for (Bounds bounds : all) {
        boolean again = !result.isEmpty() && result.get(result.size() - 1).end == bounds.end;
        if (!again
            && bounds.start < bounds.end
            && bounds.end > around - reach
            && bounds.end < around + reach) {
          result.add(bounds);
        }
      }
      return result;
    }

    private void addMonths(LocalDateTime month, List<Bounds> all) {
      long number = (month.getYear() - 1970L) * 12 + month.getMonthValue() - 1;
      if (Math.floorMod(number - civil.offset().months(), civil.slide().months()) == 0) {
        LocalDateTime start = month.plusNanos(civil.offset().millis() * 1_000_000);
        LocalDateTime end =
            month.plusMonths(civil.size().months()).plusNanos(civil.offset().millis() * 1_000_000);
        all.add(new Bounds(instant(start), instant(end)));
      }
    }

    private void addDay(LocalDateTime midnight, List<Bounds> all) {
      long cycle = civil.cumulate() ? size() : slide();
      long offset = Math.floorMod(civil.offset().millis(), cycle);
      LocalDateTime day = midnight.plusNanos(offset % DAY * 1_000_000);
      long number = midnight.toLocalDate().toEpochDay() - offset / DAY;
      long from = instant(day);
      long to = instant(day.plusDays(1));
      if (civil.cumulate()) {
        addCumulating(day, Math.floorMod(number, Math.max(1, size() / DAY)), all);
      } else if (slide() % DAY == 0) {
        if (Math.floorMod(number, slide() / DAY) == 0) {
          boolean days = size() % DAY == 0;
          all.add(new Bounds(from, days ? instant(day.plusDays(size() / DAY)) : from + size()));
        }
      } else if (size() == slide() || size() % DAY != 0) {
        for (long start = from; start < to; start += slide()) {
          long end = size() == slide() ? Math.min(start + size(), to) : start + size();
          all.add(new Bounds(start, end));
        }
      } else {
        addRolling(day, all);
      }
    }

    private void addCumulating(LocalDateTime day, long dayOfCycle, List<Bounds> all) {
      long from = instant(day);
      long to = instant(day.plusDays(1));
      if (size() % DAY == 0) {
        long start = instant(day.minusDays(dayOfCycle));
        for (long end = from + slide(); end < to; end += slide()) {
          all.add(new Bounds(start, end));
        }
        if (to > from) {
          all.add(new Bounds(start, to));
        }
        return;
      }
      for (long start = from; start < to; start += size()) {
        for (long end = start + slide(); end <= start + size(); end += slide()) {
          all.add(new Bounds(start, Math.min(end, to)));
          if (end >= to) {
            break;
          }
        }
      }
    }

    private void addRolling(LocalDateTime day, List<Bounds> all) {
      long days = size() / DAY;
      long to = instant(day.plusDays(1));
      long from = instant(day);
      long least = instant(day.minusDays(days));
      for (long end = from + slide(); end < to; end += slide()) {
        LocalDateTime local = LocalDateTime.ofInstant(Instant.ofEpochMilli(end), civil.zone());
        var change = civil.zone().getRules().previousTransition(Instant.ofEpochMilli(end + 1));
        if (change != null && local.isBefore(change.getDateTimeBefore())) {
          local = change.getDateTimeBefore();
        }
        all.add(new Bounds(Math.max(least, instant(local.minusDays(days))), end));
      }
      if (to > from) {
        all.add(new Bounds(instant(day.plusDays(1).minusDays(days)), to));
      }
    }
  }
}
