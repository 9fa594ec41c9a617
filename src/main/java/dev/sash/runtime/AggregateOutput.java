package dev.sash.runtime;

import java.util.function.Consumer;

/**
 * What comes after an aggregate operator.
 *
 * @param time the time, which results are stamped with
 * @param results takes result rows
 * @param late takes rows that came too late
 */
public record AggregateOutput(OperatorTime time, ResultConsumer results, Consumer<LateRows> late) {}
