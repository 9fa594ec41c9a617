package dev.sash.time;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;

/**
 * The local wall clock of a time zone, turned into UTC. A time that the clock skipped in spring is
 * moved forward by what was skipped; of a time that it showed twice in autumn the earlier one is
 * meant. These are the rules of java.time.
 *
 * <p>Both rules mean the offset before the change. So the offset is a step function of the wall
 * clock, and the step of the last row is remembered: most rows of a stream share it. One clock a
 * thread.
 *
 * <pre>
 *   America/New_York   2026-03-08 02:30   07:30 UTC, as 03:30 would be   (02:00 to 03:00 is skipped)
 *   America/New_York   2026-11-01 01:30   05:30 UTC                      (06:30 UTC shows it again)
 * </pre>
 */
public final class WallClock {
  private static final long SECOND_MILLIS = 1_000;

  private final ZoneId zone;
  private final ZoneRules rules;

  /** Where the offset holds: wall-clock milliseconds {@code [fromWall, toWall)}. */
  private long fromWall = Long.MAX_VALUE;

  private long toWall = Long.MIN_VALUE;
  private long offsetMillis;

  /** The clock of a zone. */
  public WallClock(ZoneId zone) {
    this.zone = zone;
    rules = zone.getRules();
  }

  /** Epoch milliseconds, when the wall clock shows what UTC would show at the given ones. */
  public long utcMillis(long wallMillis) {
    return wallMillis >= fromWall && wallMillis < toWall
        ? wallMillis - offsetMillis
        : lookUp(wallMillis);
  }

  private long lookUp(long wallMillis) {
    LocalDateTime wall =
        LocalDateTime.ofEpochSecond(
            Math.floorDiv(wallMillis, SECOND_MILLIS),
            (int) Math.floorMod(wallMillis, SECOND_MILLIS) * 1_000_000,
            ZoneOffset.UTC);
    Instant instant = ZonedDateTime.ofLocal(wall, zone, null).toInstant();
    ZoneOffsetTransition before = rules.previousTransition(instant.plusMillis(1));
    ZoneOffsetTransition after = rules.nextTransition(instant);
    long from = before == null ? Long.MIN_VALUE : firstWallAfter(before);
    // A skipped time comes after the change, and yet has the offset before it: no step of its own.
    if (wallMillis >= from) {
      fromWall = from;
      toWall = after == null ? Long.MAX_VALUE : firstWallAfter(after);
      offsetMillis = wallMillis - instant.toEpochMilli();
    }
    return instant.toEpochMilli();
  }

  /** The first time of the wall clock that can only mean an instant after the change. */
  private static long firstWallAfter(ZoneOffsetTransition change) {
    int offsetSeconds =
        Math.max(
            change.getOffsetBefore().getTotalSeconds(), change.getOffsetAfter().getTotalSeconds());
    return (change.toEpochSecond() + offsetSeconds) * SECOND_MILLIS;
  }
}
