package dev.sash.aggregate;

import dev.sash.data.DataType;
import java.util.List;

/**
 * A call of an aggregate function, as its function has to be made for it.
 *
 * @param argumentTypes the types of its arguments, then of the columns it is ordered by, all of
 *     which are columns of the input; none for COUNT(*)
 * @param constants its arguments that are written in the query: texts and BigDecimals
 * @param order how it is ordered, one for each of the last argument types
 * @param distinct whether equal values count once
 * @param resultType the type that the planner has derived
 * @param retracts whether rows may be taken back
 */
public record AggregateRequest(
    List<DataType> argumentTypes,
    List<Object> constants,
    List<Order> order,
    boolean distinct,
    DataType resultType,
    boolean retracts) {

  /** One key of ORDER BY. */
  public record Order(boolean descending, boolean nullsFirst) {}

  public AggregateRequest {
    argumentTypes = List.copyOf(argumentTypes);
    constants = List.copyOf(constants);
    order = List.copyOf(order);
  }

  /** A call without constants and order, of rows that stay. */
  public static AggregateRequest of(
      List<DataType> argumentTypes, boolean distinct, DataType resultType) {
    return new AggregateRequest(argumentTypes, List.of(), List.of(), distinct, resultType, false);
  }

  /** The type of an argument. */
  DataType argument(int ordinal) {
    return argumentTypes.get(ordinal);
  }

  /** The same call, of rows that may be taken back. */
  public AggregateRequest retracting() {
    return new AggregateRequest(argumentTypes, constants, order, distinct, resultType, true);
  }
}
