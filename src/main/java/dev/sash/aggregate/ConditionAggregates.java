package dev.sash.aggregate;

import dev.sash.aggregate.AggregateEntry.Distinct;
import dev.sash.aggregate.AggregateEntry.Family;
import dev.sash.aggregate.AggregateEntry.Form;
import dev.sash.data.DataType;
import java.util.List;

/** Functions of conditions and of bits. */
final class ConditionAggregates {
  private ConditionAggregates() {}

  static List<AggregateEntry> entries() {
    return List.of(
        new AggregateEntry(
            Family.CONDITIONS,
            "COUNT_IF",
            List.of("COUNTIF"),
            List.of(ArgumentKind.BOOLEAN),
            Form.PLAIN,
            Distinct.REFUSED,
            AggregateEntry.always(DataType.Kind.BIGINT),
            "in how many rows the condition is TRUE; 0 where there is none",
            "COUNT_IF(price > 2)",
            request -> new CountIfFunction(request.resultType())),
        condition(
            "BOOL_AND",
            List.of("EVERY", "LOGICAL_AND"),
            "whether the condition is TRUE in every row; NULL does not count",
            "BOOL_AND(price > 2)",
            false),
        condition(
            "BOOL_OR",
            List.of("SOME", "LOGICAL_OR"),
            "whether the condition is TRUE in some row; NULL does not count",
            "BOOL_OR(price > 2)",
            true),
        bits(BitFunction.Operation.AND, "the bits that all values have", "BIT_AND(quantity)"),
        bits(BitFunction.Operation.OR, "the bits that some value has", "BIT_OR(quantity)"),
        bits(
            BitFunction.Operation.XOR,
            "the bits that an odd number of values have",
            "BIT_XOR(quantity)"));
  }

  /** TRUE is larger than FALSE. */
  private static AggregateEntry condition(
      String name, List<String> aliases, String help, String example, boolean largest) {
    return new AggregateEntry(
        Family.CONDITIONS,
        name,
        aliases,
        List.of(ArgumentKind.BOOLEAN),
        Form.PLAIN,
        Distinct.CHANGES_NOTHING,
        AggregateEntry.always(DataType.Kind.BOOLEAN),
        help,
        example,
        request -> CommonAggregates.extreme(request, largest));
  }

  private static AggregateEntry bits(BitFunction.Operation operation, String help, String example) {
    return new AggregateEntry(
        Family.CONDITIONS,
        "BIT_" + operation,
        List.of(),
        List.of(ArgumentKind.INTEGER),
        Form.PLAIN,
        operation == BitFunction.Operation.XOR ? Distinct.COUNTS_ONCE : Distinct.CHANGES_NOTHING,
        AggregateEntry.sameAsArgument(),
        help,
        example,
        request ->
            DistinctFunction.over(new BitFunction(operation, request.resultType()), request));
  }
}
