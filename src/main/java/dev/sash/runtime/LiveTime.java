package dev.sash.runtime;

import dev.sash.time.ClockMode;

/**
 * What only a live query needs: inputs that fall silent, and clocks that run ahead.
 *
 * <p>An input silent for the idle time-out leaves the minimum over inputs, a partition of an input
 * the minimum over its partitions. When all are idle, the watermark goes on from the largest of
 * theirs by elapsed time, never past the clock: the last window of a burst closes by itself.
 */
public final class LiveTime {
  private final Pipeline pipeline;
  private final Limits limits;

  /**
   * Settings of a live query, or of one input of it.
   *
   * @param idleTimeoutMillis silence after which an input is idle; {@link Long#MAX_VALUE} for never
   * @param maxFutureSkewMillis how far ahead of the clock a row may be and still move stream time
   */
  public record Limits(long idleTimeoutMillis, long maxFutureSkewMillis) {}

  LiveTime(Pipeline pipeline, Limits limits) {
    this.pipeline = pipeline;
    this.limits = limits;
    long now = pipeline.time().nowMillis();
    pipeline.inputs().forEach(input -> input.generator().watchFrom(now));
  }

  /** Sets the limit for rows from the future. */
  void beforeRows(QueryTime time) {
    if (time.mode() == ClockMode.LIVE) {
      long now = time.nowMillis();
      for (PipelineInput input : pipeline.inputs()) {
        long skew = limits(input).maxFutureSkewMillis();
        long limit = skew > Long.MAX_VALUE - now ? Long.MAX_VALUE : now + skew;
        input.generator().clampFuture(limit);
      }
    }
  }

  /**
   * Marks idle inputs and moves the watermark past them.
   *
   * @return whether the watermark may have moved
   */
  boolean advanceIdle(QueryTime time, long nowMillis) {
    long idleSince = WatermarkGenerator.NONE;
    boolean allIdle = true;
    for (PipelineInput input : pipeline.inputs()) {
      WatermarkGenerator generator = input.generator();
      // a view that is read goes on by elapsed time itself
      long timeout = input.revisions() != null ? Long.MAX_VALUE : limits(input).idleTimeoutMillis();
      long since = generator.markIdle(nowMillis, timeout);
      allIdle &= since != WatermarkGenerator.NONE || generator.isEnded();
      idleSince = Math.max(idleSince, since);
    }
    if (!allIdle || idleSince == WatermarkGenerator.NONE) {
      time.updateWatermark();
      return true;
    }
    long from = time.largestWatermark();
    if (from == WatermarkGenerator.NONE) {
      return false;
    }
    time.advanceWatermark(Math.min(nowMillis, from + (nowMillis - idleSince)));
    return true;
  }

  private Limits limits(PipelineInput input) {
    Limits own = input.limits();
    return own == null ? limits : own;
  }
}
