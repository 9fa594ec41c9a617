package dev.sash.runtime;

import java.util.function.Consumer;

/**
 * What comes after an aggregate operator.
 *
 * @param time the time, which results are stamped with
 * @param results takes result rows
 * @param late takes rows that came too late
 * @param place where the operator says at which row it is
 */
public record AggregateOutput(
    OperatorTime time, ResultConsumer results, Consumer<LateRows> late, Place place) {

  /** Where nobody asks for the place. */
  public AggregateOutput(OperatorTime time, ResultConsumer results, Consumer<LateRows> late) {
    this(time, results, late, new Place());
  }
}
