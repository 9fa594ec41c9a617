package dev.sash.runtime;

import dev.sash.time.ClockMode;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Runs the ticks of {@code EMIT EVERY} when they are due: before rows in REPLAY and where ticks
 * count stream time, else as the clock goes on. Used by the pipeline's thread.
 */
final class DueTicks implements Snapshotable {
  /** Closings and ticks that one step of a clock stops at; behind them it makes a jump. */
  private static final int PASSED_STEPS_MAX = 10_000;

  private final Ticks ticks;
  private final QueryTime time;
  private final TimedOperators operators;

  /** Whether rows drive the ticks: in REPLAY, and ticks of stream time. */
  private final boolean byRows;

  private final AtomicLong skipped = new AtomicLong();

  DueTicks(Pipeline pipeline, TimedOperators operators) {
    this.operators = operators;
    time = pipeline.time();
    ticks = new Ticks(pipeline.everyMillis(), pipeline.eventTimeTicks());
    byRows = ticks.exist() && (time.isReplay() || ticks.byEventTime());
    if (isByClock()) {
      ticks.nextAfter(time.nowMillis());
    }
  }

  private boolean isByClock() {
    return ticks.exist() && !byRows;
  }

  @Override
  public void snapshot(DataOutput output) throws IOException {
    ticks.snapshot(output);
  }

  @Override
  public void restore(DataInput input) throws IOException {
    ticks.restore(input);
  }

  /** Ticks that came while an earlier one was still being worked on, and were merged with it. */
  long skipped() {
    return skipped.get();
  }

  long last() {
    return ticks.last();
  }

  long next() {
    return ticks.next();
  }

  /** How long the clock takes to the next tick, {@link Long#MAX_VALUE} when rows drive them. */
  long waitMillis() {
    return isByClock() ? Math.max(1, ticks.next() - time.nowMillis()) : Long.MAX_VALUE;
  }

  // Rows

  /** Rows later than this come after a tick, {@link Long#MAX_VALUE} when the clock drives them. */
  long beforeRowsAfter() {
    return byRows ? ticks.next() : Long.MAX_VALUE;
  }

  /** The first row has this event time. */
  void startFrom(long millis) {
    if (byRows && !ticks.started()) {
      ticks.nextFrom(millis);
    }
  }

  /** The ticks before a row: the first that is due sends all there is, the others nothing. */
  void before(long millis) {
    if (time.isReplay() && time.followsClock()) {
      passUntil(millis - 1);
    } else if (time.isReplay()) {
      time.replayTick(ticks.next());
      operators.tick(ticks.next());
    } else {
      operators.tick(time.nowMillis());
    }
    ticks.nextFrom(millis);
  }

  /** The ticks before what a view has sent at a moment of the replay clock. */
  void beforeMoment(long clockMillis) {
    if (!time.isReplay() || !ticks.exist()) {
      return;
    }
    startFrom(clockMillis);
    while (ticks.next() < clockMillis) {
      before(clockMillis);
    }
  }

  // The clock

  /** The ticks up to an instant of the manual clock, as one; whether there were any. */
  boolean until(long millis) {
    if (!isByClock() || ticks.next() > millis) {
      return false;
    }
    operators.tick(ticks.next());
    ticks.nextAfter(millis);
    return true;
  }

  /** The ticks up to now, as one: those that were missed are counted; whether there were any. */
  boolean live(long nowMillis) {
    if (time.mode() != ClockMode.LIVE || !isByClock() || ticks.next() > nowMillis) {
      return false;
    }
    long last = ticks.lastUntil(nowMillis);
    skipped.addAndGet(ticks.countTo(last));
    operators.tick(last);
    ticks.nextAfter(nowMillis);
    return true;
  }

  /** While the inputs are silent, the watermark stands for stream time. */
  void byElapsedTime(long nowMillis) {
    if (byRows && ticks.started() && ticks.next() <= time.watermark()) {
      operators.tick(nowMillis);
      ticks.nextAfter(time.watermark());
    }
  }

  /** The one at the end of the input. */
  void atEnd() {
    if (ticks.exist()) {
      operators.tick(time.nowMillis());
    }
  }

  /**
   * Windows by processing time close while the clock goes on: a tick on the way sees those closed
   * that have ended until then, and no others.
   */
  void passUntil(long millis) {
    int steps = 0;
    while (time.watermark() != WatermarkGenerator.NONE
        && steps < PASSED_STEPS_MAX
        && pass(millis)) {
      steps++;
    }
    time.passed();
  }

  /** Takes the clock to the next closing or tick, unless that is behind an instant. */
  private boolean pass(long lastMillis) {
    long tick = byRows && !time.isReplay() ? Long.MAX_VALUE : ticks.next();
    long next = Math.min(operators.nextBoundary(), tick);
    if (next > lastMillis) {
      return false;
    }
    time.pass(next);
    operators.follow(time);
    if (tick == next) {
      operators.tick(tick);
      // until the next closing ticks can change nothing
      ticks.nextAfter(Math.max(tick, Math.min(lastMillis, operators.nextBoundary() - 1)));
    }
    return true;
  }
}
