package dev.sash.window;

/**
 * A length in local time: months, or days and parts of a day.
 *
 * @param months 0 unless it is a length in months
 * @param millis the rest, 86 400 000 a day; together with months only as an offset
 */
public record CivilLength(long months, long millis) {
  /** A day of 24 hours. */
  public static final long DAY_MILLIS = 86_400_000;

  private static final long LONGEST_MONTH_DAYS = 31;

  /** No length. */
  public static final CivilLength ZERO = new CivilLength(0, 0);

  /** Whether it counts months. */
  public boolean isMonths() {
    return months != 0;
  }

  /** Whether it is a whole number of days. */
  public boolean isDays() {
    return months == 0 && millis % DAY_MILLIS == 0;
  }

  /** How many days, of a length that {@link #isDays}. */
  long days() {
    return millis / DAY_MILLIS;
  }

  boolean isPositive() {
    return months > 0 && millis == 0 || months == 0 && millis > 0;
  }

  /** Whether the calendar has a meaning for it: months, whole days, or less than a day. */
  public boolean isWhole() {
    return months != 0 || millis < DAY_MILLIS || isDays();
  }

  /** Its length with the longest months that there are. */
  long millisOfMost() {
    return months * LONGEST_MONTH_DAYS * DAY_MILLIS + millis;
  }
}
