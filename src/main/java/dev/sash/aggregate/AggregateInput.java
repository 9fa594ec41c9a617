package dev.sash.aggregate;

import java.util.List;

/**
 * An aggregate function and where its input is in a batch.
 *
 * @param function what is computed
 * @param arguments ordinals of its arguments; none for COUNT(*)
 * @param filterColumn ordinal of a BOOLEAN column: only rows where it is TRUE count; -1 for all
 *     rows
 */
public record AggregateInput(
    AggregateFunction function, List<Integer> arguments, int filterColumn) {

  public AggregateInput {
    arguments = List.copyOf(arguments);
  }

  /** Whether the state of the other is the same in every record. */
  boolean sharesState(AggregateInput other) {
    return filterColumn == other.filterColumn
        && arguments.equals(other.arguments)
        && function.stateMeaning().equals(other.function.stateMeaning());
  }
}
