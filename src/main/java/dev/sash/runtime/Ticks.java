package dev.sash.runtime;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * The multiples of {@code EMIT EVERY d}, of the engine clock or of stream time: which tick is next.
 * Ticks that can change nothing are skipped, so a jump of years costs nothing.
 */
final class Ticks implements Snapshotable {
  private final long everyMillis;
  private final boolean eventTime;
  private long next = WatermarkGenerator.NONE;

  /**
   * Ticks at multiples of the given distance; 0 for none at all.
   *
   * @param eventTime whether they count stream time
   */
  Ticks(long everyMillis, boolean eventTime) {
    this.everyMillis = everyMillis;
    this.eventTime = eventTime;
  }

  /** Whether they count stream time. */
  boolean byEventTime() {
    return eventTime;
  }

  @Override
  public void snapshot(DataOutput output) throws IOException {
    output.writeLong(next);
  }

  @Override
  public void restore(DataInput input) throws IOException {
    next = input.readLong();
  }

  /** Whether there are ticks. */
  boolean exist() {
    return everyMillis > 0;
  }

  /** Whether the first tick has been set. */
  boolean started() {
    return next != WatermarkGenerator.NONE;
  }

  /** The next tick, or {@link Long#MAX_VALUE} when there is none. */
  long next() {
    return exist() && started() ? next : Long.MAX_VALUE;
  }

  /** The last tick that is not to come any more, {@link Long#MIN_VALUE} before the first. */
  long last() {
    return exist() && started() ? next - everyMillis : WatermarkGenerator.NONE;
  }

  /** The next tick is the first at or after an instant. */
  void nextFrom(long millis) {
    next = Math.floorDiv(millis + everyMillis - 1, everyMillis) * everyMillis;
  }

  /** The next tick is the first after an instant. */
  void nextAfter(long millis) {
    next = Math.floorDiv(millis, everyMillis) * everyMillis + everyMillis;
  }

  /** The last tick at or before an instant. */
  long lastUntil(long millis) {
    return Math.floorDiv(millis, everyMillis) * everyMillis;
  }

  /** How many ticks lie from the next one to the given one. */
  long countTo(long tick) {
    return (tick - next) / everyMillis;
  }
}
