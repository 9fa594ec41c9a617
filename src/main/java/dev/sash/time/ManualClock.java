package dev.sash.time;

/** A clock that stands still until it is told to move. */
public final class ManualClock implements EngineClock {
  private volatile long nowMillis;

  /** A clock that shows the given time. */
  public ManualClock(long startMillis) {
    nowMillis = startMillis;
  }

  @Override
  public long nowMillis() {
    return nowMillis;
  }

  /** Moves to a later time; an earlier one is ignored. */
  public synchronized void advanceTo(long millis) {
    nowMillis = Math.max(nowMillis, millis);
  }
}
