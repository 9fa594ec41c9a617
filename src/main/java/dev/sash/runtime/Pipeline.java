package dev.sash.runtime;

import java.util.List;

/**
 * A query, wired: inputs push rows through operators into a sink. Plain structure; {@link
 * PipelineRunner} makes it go.
 *
 * @param time its clock and watermark
 * @param inputs the streams it reads, in order of name
 * @param timed the operators that wait for watermarks and ticks
 * @param sink where results go
 * @param everyMillis distance of ticks, or 0 without them
 * @param eventTimeTicks whether ticks count stream time, not the engine clock
 * @param flow counts what passes
 */
public record Pipeline(
    QueryTime time,
    List<PipelineInput> inputs,
    List<TimedOperator> timed,
    Sink sink,
    long everyMillis,
    boolean eventTimeTicks,
    FlowMeter flow) {

  public Pipeline {
    inputs = List.copyOf(inputs);
    timed = List.copyOf(timed);
  }

  /** Whether rows that were committed together are still coming: they become visible together. */
  boolean isMidway() {
    return inputs.stream()
        .anyMatch(i -> i.source() instanceof StreamHub.Subscription pushed && pushed.isMidway());
  }

  /** Rows taken in; 0 unless a stream is pushed: only that comes to all its readers alike. */
  long rowsTaken() {
    return inputs.size() == 1 && inputs.get(0).source() instanceof StreamHub.Subscription pushed
        ? pushed.position()
        : 0;
  }

  /** All windows that end here or before keep the rows that they have sent. */
  long settledEnd() {
    long settled = Long.MAX_VALUE;
    for (TimedOperator operator : timed) {
      settled = Math.min(settled, operator.settledEnd());
    }
    for (PipelineInput input : inputs) {
      settled = Math.min(settled, input.settledEnd());
    }
    return settled;
  }
}
