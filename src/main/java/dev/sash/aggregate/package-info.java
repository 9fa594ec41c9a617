/**
 * Aggregate functions: start, add rows, combine, result. State is records of words that hold all
 * aggregates of one (key, pane) side by side.
 *
 * <p>Read in this order: {@link dev.sash.aggregate.AggregateFunctions} (the list), {@link
 * dev.sash.aggregate.AggregateFunction} (what each can do), {@link dev.sash.aggregate.RecordLayout}
 * and {@link dev.sash.aggregate.RecordStore} (how state lies in memory), {@link
 * dev.sash.aggregate.StateBudget} (how much there may be).
 */
@NullMarked
package dev.sash.aggregate;

import org.jspecify.annotations.NullMarked;
