package dev.sash.runtime;

import dev.sash.data.Schema;
import java.util.function.Consumer;

/**
 * Rows that say which window they are in, as an operator takes them.
 *
 * @param schema their columns
 * @param windowEnd ordinal of the end of the window
 * @param timeColumn ordinal of the time by which a late row is told; of the end of the window where
 *     no other is known
 * @param comesClosed whether rows come when their window closes, from an operator below: then none
 *     is late
 * @param asArrived whether late rows are shown as the stream delivered them
 * @param late takes late rows
 */
public record WindowRowsInput(
    Schema schema,
    int windowEnd,
    int timeColumn,
    boolean comesClosed,
    boolean asArrived,
    Consumer<LateRows> late) {}
