package dev.sash.window;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.Arrays;
import java.util.List;

/**
 * The days, or the months, of a time zone, numbered from 1970-01-01: when each begins. A unit may
 * begin at another time of the day than midnight.
 *
 * <p>A local time that the zone skips stands for the instant at which the clocks were changed, one
 * that it repeats for its first occurrence; so starts never go back. Where a zone skipped a whole
 * day, that day is empty: it begins when the next one does.
 *
 * <p>The rules of the zone are asked once a unit. Not thread-safe: the last answers are kept.
 */
final class LocalCalendar {
  private static final int CACHED = 256;
  private static final int MONTHS_A_YEAR = 12;
  private static final long EMPTY_GAP_SECONDS = 23 * 3600;

  private final ZoneRules rules;
  private final boolean months;
  private final long timeMillis;

  private final long[] cachedUnits = new long[CACHED];
  private final long[] cachedStarts = new long[CACHED];

  private long unit;
  private long from = Long.MAX_VALUE;
  private long to = Long.MIN_VALUE;

  /**
   * A calendar.
   *
   * @param months whether the units are months; else days
   * @param timeMillis where a unit begins, after the midnight that its date begins with
   */
  LocalCalendar(ZoneId zone, boolean months, long timeMillis) {
    rules = zone.getRules();
    this.months = months;
    this.timeMillis = timeMillis;
    Arrays.fill(cachedUnits, Long.MAX_VALUE);
  }

  /** The local time at which a unit begins, whether the zone has it or not. */
  LocalDateTime localStart(long number) {
    LocalDate date =
        months
            ? LocalDate.of(
                Math.toIntExact(1970 + Math.floorDiv(number, MONTHS_A_YEAR)),
                1 + Math.floorMod(number, MONTHS_A_YEAR),
                1)
            : LocalDate.ofEpochDay(number);
    return date.atStartOfDay().plus(timeMillis, ChronoUnit.MILLIS);
  }

  /** The first instant of a unit. */
  long start(long number) {
    int slot = (int) (number & (CACHED - 1));
    if (cachedUnits[slot] != number) {
      cachedStarts[slot] = instant(localStart(number));
      cachedUnits[slot] = number;
    }
    return cachedStarts[slot];
  }

  /** The unit that an instant is in. */
  long unitOf(long millis) {
    if (millis >= from && millis < to) {
      return unit;
    }
    LocalDateTime local = local(millis).minus(timeMillis, ChronoUnit.MILLIS);
    long found =
        months
            ? (local.getYear() - 1970L) * MONTHS_A_YEAR + local.getMonthValue() - 1
            : local.toLocalDate().toEpochDay();
    while (start(found) > millis) {
      found--;
    }
    while (start(found + 1) <= millis) {
      found++;
    }
    unit = found;
    from = start(found);
    to = start(found + 1);
    return found;
  }

  private LocalDateTime local(long millis) {
    Instant instant = Instant.ofEpochMilli(millis);
    return LocalDateTime.ofEpochSecond(
        instant.getEpochSecond(), instant.getNano(), rules.getOffset(instant));
  }

  /**
   * The local time of an instant, such that later instants never have earlier ones: within an hour
   * that is repeated, the end of that hour.
   */
  LocalDateTime risingLocal(long millis) {
    LocalDateTime local = local(millis);
    ZoneOffsetTransition change = rules.previousTransition(Instant.ofEpochMilli(millis + 1));
    boolean repeated =
        change != null && change.isOverlap() && local.isBefore(change.getDateTimeBefore());
    return repeated ? change.getDateTimeBefore() : local;
  }

  /** The instant that a local time stands for. */
  long instant(LocalDateTime local) {
    List<ZoneOffset> offsets = rules.getValidOffsets(local);
    return offsets.isEmpty()
        ? rules.getTransition(local).getInstant().toEpochMilli()
        : local.toInstant(offsets.get(0)).toEpochMilli();
  }

  /** The days that the zone skipped altogether, in order. */
  long[] emptyUnits() {
    return rules.getTransitions().stream()
        .filter(change -> !months && change.getDuration().toSeconds() >= EMPTY_GAP_SECONDS)
        .flatMap(
            change ->
                change
                    .getDateTimeBefore()
                    .toLocalDate()
                    .minusDays(1)
                    .datesUntil(change.getDateTimeAfter().toLocalDate().plusDays(1)))
        .mapToLong(LocalDate::toEpochDay)
        .filter(day -> start(day) == start(day + 1))
        .toArray();
  }
}
