package dev.sash.runtime;

import dev.sash.time.ClockMode;

/**
 * What only a live query needs: inputs that fall silent, and clocks that run ahead.
 *
 * <p>An input silent for the idle time-out leaves the minimum over inputs. When all are idle, the
 * watermark goes on from the largest of theirs by elapsed time, never past the clock: the last
 * window of a burst closes by itself.
 */
public final class LiveTime {
  private final Pipeline pipeline;
  private final Limits limits;

  /**
   * Settings of a live query.
   *
   * @param idleTimeoutMillis silence after which an input is idle; {@link Long#MAX_VALUE} for never
   * @param maxFutureSkewMillis how far ahead of the clock a row may be and still move stream time
   */
  public record Limits(long idleTimeoutMillis, long maxFutureSkewMillis) {}

  LiveTime(Pipeline pipeline, Limits limits) {
    this.pipeline = pipeline;
    this.limits = limits;
    long now = pipeline.time().nowMillis();
    pipeline.inputs().forEach(input -> input.arrivedNow(now));
  }

  /** Sets the limit for rows from the future. */
  void beforeRows(QueryTime time) {
    if (time.mode() == ClockMode.LIVE) {
      long limit = time.nowMillis() + limits.maxFutureSkewMillis();
      pipeline.inputs().forEach(input -> input.generator().clampFuture(limit));
    }
  }

  /**
   * Marks idle inputs and moves the watermark past them.
   *
   * @return whether the watermark may have moved
   */
  boolean advanceIdle(QueryTime time, long nowMillis) {
    long idleSince = Long.MIN_VALUE;
    boolean allIdle = true;
    for (PipelineInput input : pipeline.inputs()) {
      long since = input.lastArrivalMillis() + limits.idleTimeoutMillis();
      // a view that is read goes on by elapsed time itself
      boolean never = limits.idleTimeoutMillis() == Long.MAX_VALUE || input.revisions() != null;
      boolean idle = !never && nowMillis >= since && !input.generator().isEnded();
      input.generator().idle(idle);
      allIdle &= idle || input.generator().isEnded();
      idleSince = idle ? Math.max(idleSince, since) : idleSince;
    }
    if (!allIdle || idleSince == Long.MIN_VALUE) {
      time.updateWatermark();
      return true;
    }
    long from = time.largestWatermark();
    if (from == WatermarkGenerator.NONE || from == WatermarkGenerator.END) {
      return false;
    }
    time.advanceWatermark(Math.min(nowMillis, from + (nowMillis - idleSince)));
    return true;
  }
}
