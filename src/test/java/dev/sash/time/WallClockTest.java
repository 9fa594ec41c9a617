package dev.sash.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WallClockTest {
  private static final long MINUTE = 60_000;
  private static final long DAY = 1440 * MINUTE;

  @ParameterizedTest(name = "{0} {1}")
  @CsvSource({
    // 02:00 to 03:00 is skipped
    "America/New_York, 2026-03-08T01:59:59.999, 2026-03-08T06:59:59.999Z",
    "America/New_York, 2026-03-08T02:00:00, 2026-03-08T07:00:00Z",
    "America/New_York, 2026-03-08T02:30:00, 2026-03-08T07:30:00Z",
    "America/New_York, 2026-03-08T02:59:59.999, 2026-03-08T07:59:59.999Z",
    "America/New_York, 2026-03-08T03:00:00, 2026-03-08T07:00:00Z",
    "America/New_York, 2026-03-08T03:30:00, 2026-03-08T07:30:00Z",
    // 01:00 to 02:00 comes twice
    "America/New_York, 2026-11-01T00:59:59.999, 2026-11-01T04:59:59.999Z",
    "America/New_York, 2026-11-01T01:00:00, 2026-11-01T05:00:00Z",
    "America/New_York, 2026-11-01T01:59:59.999, 2026-11-01T05:59:59.999Z",
    "America/New_York, 2026-11-01T02:00:00, 2026-11-01T07:00:00Z",
    "Asia/Kolkata, 2026-03-08T02:30:00, 2026-03-07T21:00:00Z",
    // by half an hour: 02:00 to 02:30 is skipped, 01:30 to 02:00 comes twice
    "Australia/Lord_Howe, 2026-10-04T02:15:00, 2026-10-03T15:45:00Z",
    "Australia/Lord_Howe, 2026-10-04T02:30:00, 2026-10-03T15:30:00Z",
    "Australia/Lord_Howe, 2026-04-05T01:45:00, 2026-04-04T14:45:00Z",
    "Australia/Lord_Howe, 2026-04-05T02:00:00, 2026-04-04T15:30:00Z",
    // a whole day is skipped
    "Pacific/Apia, 2011-12-30T12:00:00, 2011-12-30T22:00:00Z",
    "UTC, 1969-12-31T23:59:59.999, 1969-12-31T23:59:59.999Z",
    "+05:30, 2026-01-01T00:00:00, 2025-12-31T18:30:00Z",
  })
  void localTimesBecomeUtc(String zone, LocalDateTime local, Instant expected) {
    WallClock clock = new WallClock(ZoneId.of(zone));
    assertThat(clock.utcMillis(millis(local))).isEqualTo(expected.toEpochMilli());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"America/New_York", "Australia/Lord_Howe", "Asia/Kolkata", "Africa/Casablanca"})
  void everyMinuteAroundAChangeIsThatOfJavaTime(String zone) {
    WallClock clock = new WallClock(ZoneId.of(zone));
    for (String day : new String[] {"2026-03-07", "2026-10-03", "2026-04-04", "2026-10-31"}) {
      long start = millis(LocalDateTime.parse(day + "T00:00"));
      for (long wall = start; wall < start + 3 * DAY; wall += MINUTE) {
        assertSame(clock, zone, wall);
      }
    }
  }

  @Test
  void timesInAnyOrderAndYearAreThoseOfJavaTime() {
    long seed = 20260308;
    SplittableRandom random = new SplittableRandom(seed);
    for (String zone : new String[] {"America/New_York", "Europe/London", "Asia/Kolkata"}) {
      WallClock clock = new WallClock(ZoneId.of(zone));
      for (int i = 0; i < 3_000; i++) {
        assertSame(clock, zone, random.nextLong(-60_000 * DAY, 60_000 * DAY));
      }
    }
  }

  private static void assertSame(WallClock clock, String zone, long wall) {
    LocalDateTime local = LocalDateTime.ofInstant(Instant.ofEpochMilli(wall), ZoneOffset.UTC);
    assertThat(clock.utcMillis(wall))
        .as("%s %s", zone, local)
        .isEqualTo(ZonedDateTime.of(local, ZoneId.of(zone)).toInstant().toEpochMilli());
  }

  private static long millis(LocalDateTime local) {
    return local.toInstant(ZoneOffset.UTC).toEpochMilli();
  }
}
