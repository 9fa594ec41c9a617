package dev.sash.aggregate;

import dev.sash.aggregate.AggregateEntry.Distinct;
import dev.sash.aggregate.AggregateEntry.Family;
import dev.sash.aggregate.AggregateEntry.Form;
import dev.sash.data.DataType;
import java.util.List;

/** COUNT, SUM, AVG, MIN, MAX, ANY_VALUE. Their types are those of the SQL standard. */
final class CommonAggregates {
  private CommonAggregates() {}

  static List<AggregateEntry> entries() {
    return List.of(
        new AggregateEntry(
            Family.COMMON,
            "COUNT",
            List.of(),
            List.of(),
            Form.PLAIN,
            Distinct.COUNTS_ONCE,
            AggregateEntry.always(DataType.Kind.BIGINT),
            "how many rows there are, `COUNT(*)`, or in how many of them no argument is NULL",
            "COUNT(DISTINCT product)",
            CommonAggregates::count),
        number(
            "SUM",
            "the sum; of doubles the exact one, rounded once. One outside its type is an error",
            "SUM(price)"),
        number("AVG", "the mean: the exact sum by the count, rounded once", "AVG(price)"),
        extreme("MIN", "the smallest value; NaN only when there is nothing else", "MIN(price)"),
        extreme("MAX", "the largest value; NaN only when there is nothing else", "MAX(sold)"),
        extreme("ANY_VALUE", "one of the values: the smallest", "ANY_VALUE(product)"));
  }

  private static AggregateFunction count(AggregateRequest request) {
    return request.distinct() && !request.argumentTypes().isEmpty()
        ? new DistinctFunction(request.argumentTypes(), request.resultType(), null)
        : new CountFunction(request.resultType());
  }

  private static AggregateEntry number(String name, String help, String example) {
    return new AggregateEntry(
        Family.COMMON,
        name,
        List.of(),
        List.of(ArgumentKind.NUMBER),
        Form.PLAIN,
        Distinct.COUNTS_ONCE,
        AggregateEntry.sameAsArgument(),
        help,
        example,
        request -> sum(request, name.equals("AVG")));
  }

  private static AggregateFunction sum(AggregateRequest request, boolean average) {
    DataType argument = request.argument(0);
    boolean doubles =
        argument.kind() == DataType.Kind.REAL || argument.kind() == DataType.Kind.DOUBLE;
    AggregateFunction sum =
        doubles
            ? new DoubleSumFunction(
                argument, request.resultType(), average, request.retracts() && !request.distinct())
            : new ExactSumFunction(argument, request.resultType(), average);
    return DistinctFunction.over(sum, request);
  }

  private static AggregateEntry extreme(String name, String help, String example) {
    boolean largest = name.equals("MAX");
    return new AggregateEntry(
        Family.COMMON,
        name,
        List.of(),
        List.of(ArgumentKind.ANY),
        Form.PLAIN,
        Distinct.CHANGES_NOTHING,
        AggregateEntry.sameAsArgument(),
        help,
        example,
        request -> extreme(request, largest));
  }

  static AggregateFunction extreme(AggregateRequest request, boolean largest) {
    DataType argument = request.argument(0);
    return LongCoding.covers(argument)
        ? new LongExtremeFunction(argument, request.resultType(), largest)
        : new ObjectExtremeFunction(request.resultType(), largest);
  }
}
