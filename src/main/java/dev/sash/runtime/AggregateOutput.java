package dev.sash.runtime;

import java.util.function.Consumer;

/**
 * What comes after an aggregate operator.
 *
 * @param time the query's time, which results are stamped with
 * @param results takes result rows
 * @param late takes rows that came too late
 */
public record AggregateOutput(QueryTime time, ResultConsumer results, Consumer<LateRows> late) {}
