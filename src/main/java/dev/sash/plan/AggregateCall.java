package dev.sash.plan;

import dev.sash.data.DataType;
import java.util.List;

/**
 * One aggregate of a {@link PhysicalNode.WindowAggregate}.
 *
 * @param function COUNT, SUM, AVG, MIN, MAX, ANY_VALUE
 * @param arguments ordinals in the input; none for COUNT(*)
 * @param distinct whether equal argument values count once
 * @param filterColumn ordinal of a BOOLEAN column in the input: only rows where it is TRUE count;
 *     -1 without FILTER
 * @param type the result's type
 * @param text the call as SQL, for EXPLAIN and messages
 */
public record AggregateCall(
    String function,
    List<Integer> arguments,
    boolean distinct,
    int filterColumn,
    DataType type,
    String text) {

  public AggregateCall {
    arguments = List.copyOf(arguments);
  }
}
