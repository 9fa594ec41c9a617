package dev.sash.window;

/**
 * Windows of whole days or whole months of a time zone: the arithmetic of a grid over the numbers
 * of days or months, and a calendar that says when each begins.
 *
 * <p>Where the zone skipped a day, the windows that end at its start and at its end do so at one
 * instant; the first of them stands for both.
 */
final class CalendarGrid implements WindowGrid {
  private final WindowGrid units;
  private final LocalCalendar calendar;
  private final long[] emptyUnits;

  private CalendarGrid(WindowGrid units, LocalCalendar calendar) {
    this.units = units;
    this.calendar = calendar;
    emptyUnits = calendar.emptyUnits();
  }

  static CalendarGrid of(WindowSpec.Civil civil) {
    boolean months = civil.slide().isMonths();
    CivilLength offset = civil.offset();
    long unitOffset =
        months ? offset.months() : Math.floorDiv(offset.millis(), CivilLength.DAY_MILLIS);
    long time = months ? offset.millis() : Math.floorMod(offset.millis(), CivilLength.DAY_MILLIS);
    long slide = months ? civil.slide().months() : civil.slide().days();
    long size = months ? civil.size().months() : civil.size().days();
    WindowGrid units =
        civil.cumulate()
            ? new WindowSpec.Cumulate(slide, size, unitOffset).grid()
            : new WindowSpec.Hop(slide, size, unitOffset).grid();
    return new CalendarGrid(units, new LocalCalendar(civil.zone(), months, time));
  }

  /** The first unit that begins at the end of a window and ends one itself. */
  private long endUnit(long end) {
    long unit = calendar.unitOf(end);
    while (calendar.start(unit - 1) == end) {
      unit--;
    }
    return units.endAfter(unit - 1);
  }

  @Override
  public long pane(long millis) {
    return units.pane(calendar.unitOf(millis));
  }

  @Override
  public long firstEnd(long pane) {
    long unit = units.firstEnd(pane);
    return unit == NEVER ? NEVER : calendar.start(unit);
  }

  @Override
  public long lastEnd(long pane) {
    return calendar.start(units.lastEnd(pane));
  }

  @Override
  public long endAfter(long millis) {
    return calendar.start(units.endAfter(calendar.unitOf(millis)));
  }

  @Override
  public long endUntil(long millis) {
    return calendar.start(units.endUntil(calendar.unitOf(millis)));
  }

  @Override
  public long startOf(long end) {
    return calendar.start(units.startOf(endUnit(end)));
  }

  @Override
  public long firstPane(long end) {
    return units.firstPane(endUnit(end));
  }

  @Override
  public long paneCount(long end) {
    return units.paneCount(endUnit(end));
  }

  @Override
  public long countEnds(long firstEnd, long lastEnd) {
    long first = endUnit(firstEnd);
    long last = endUnit(lastEnd);
    long count = units.countEnds(first, last);
    for (long empty : emptyUnits) {
      boolean twice = units.endUntil(empty) == empty && units.endUntil(empty + 1) == empty + 1;
      count -= twice && empty >= first && empty < last ? 1 : 0;
    }
    return count;
  }

  @Override
  public boolean hasGaps() {
    return units.hasGaps();
  }

  @Override
  public boolean cumulates() {
    return units.cumulates();
  }

  @Override
  public long panesPerWindow() {
    return units.panesPerWindow();
  }

  @Override
  public long panesPerSlide() {
    return units.panesPerSlide();
  }
}
