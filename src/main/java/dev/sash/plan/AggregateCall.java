package dev.sash.plan;

import dev.sash.aggregate.AggregateEntry;
import dev.sash.aggregate.AggregateFunctions;
import dev.sash.aggregate.AggregateRequest;
import dev.sash.data.DataType;
import dev.sash.data.Schema;
import java.util.ArrayList;
import java.util.List;

/**
 * One aggregate of a {@link PhysicalNode.WindowAggregate}.
 *
 * @param entry the function
 * @param arguments ordinals in the input, then those of what it is ordered by; none for COUNT(*)
 * @param constants arguments that are written in the query
 * @param order one for each of the last arguments
 * @param byInput whether the order of the input decides where the order says nothing
 * @param distinct whether equal argument values count once
 * @param filterColumn ordinal of a BOOLEAN column in the input: only rows where it is TRUE count;
 *     -1 without FILTER
 * @param type the result's type
 * @param text the call as SQL, for EXPLAIN and messages
 */
public record AggregateCall(
    AggregateEntry entry,
    List<Integer> arguments,
    List<Object> constants,
    List<AggregateRequest.Order> order,
    boolean byInput,
    boolean distinct,
    int filterColumn,
    DataType type,
    String text) {

  /** The first comes first; NULL does not occur. */
  static final AggregateRequest.Order ASCENDING = new AggregateRequest.Order(false, false);

  public AggregateCall {
    arguments = List.copyOf(arguments);
    constants = List.copyOf(constants);
    order = List.copyOf(order);
  }

  /** A call of a function by name whose result depends on the set of rows alone. */
  public AggregateCall(
      String function,
      List<Integer> arguments,
      boolean distinct,
      int filterColumn,
      DataType type,
      String text) {
    this(
        entry(function),
        arguments,
        List.of(),
        List.of(),
        false,
        distinct,
        filterColumn,
        type,
        text);
  }

  private static AggregateEntry entry(String function) {
    AggregateEntry entry = AggregateFunctions.find(function);
    if (entry == null) {
      throw new AssertionError(function);
    }
    return entry;
  }

  /**
   * The function that computes it, with its place in an input.
   *
   * @param retracts whether rows may be taken back
   */
  dev.sash.aggregate.AggregateInput function(Schema input, boolean retracts) {
    List<DataType> types = arguments.stream().map(input::type).toList();
    AggregateRequest request =
        new AggregateRequest(types, constants, order, distinct, type, retracts);
    return new dev.sash.aggregate.AggregateInput(
        AggregateFunctions.of(entry, request), arguments, filterColumn);
  }

  /** The call with the column that numbers the rows of its input. */
  AggregateCall numberedBy(int column) {
    List<Integer> numbered = new ArrayList<>(arguments);
    numbered.add(column);
    List<AggregateRequest.Order> orders = new ArrayList<>(order);
    orders.add(ASCENDING);
    return new AggregateCall(
        entry, numbered, constants, orders, byInput, distinct, filterColumn, type, text);
  }

  /** Whether its state grows with the rows of a group. */
  boolean keepsValues() {
    return entry.keepsValues();
  }
}
