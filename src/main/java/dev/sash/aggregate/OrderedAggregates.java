package dev.sash.aggregate;

import dev.sash.aggregate.AggregateEntry.Distinct;
import dev.sash.aggregate.AggregateEntry.Family;
import dev.sash.aggregate.AggregateEntry.Form;
import dev.sash.aggregate.AggregateEntry.ResultType;
import dev.sash.data.DataType;
import java.math.BigDecimal;
import java.util.List;
import java.util.stream.Stream;

/** Functions that keep all values: {@link CountedFunction}s, so that rows can be taken back. */
final class OrderedAggregates {
  /** As that of AVG. */
  private static final int SCALE_MIN = 6;

  /** DOUBLE; of decimals a DECIMAL with at least six digits after the point. */
  private static final ResultType BETWEEN =
      arguments -> {
        DataType type = arguments.get(0);
        return type.kind() == DataType.Kind.DECIMAL
            ? DataType.decimal(38, Math.max(SCALE_MIN, type.scale()))
            : DataType.of(DataType.Kind.DOUBLE);
      };

  private OrderedAggregates() {}

  static List<AggregateEntry> entries() {
    return Stream.concat(values().stream(), lists().stream()).toList();
  }

  /** Those whose result is a value. */
  private static List<AggregateEntry> values() {
    return List.of(
        new AggregateEntry(
            Family.ORDERED,
            "MODE",
            List.of(),
            List.of(ArgumentKind.ANY),
            Form.PLAIN,
            Distinct.REFUSED,
            AggregateEntry.sameAsArgument(),
            "the most frequent value; of several the smallest",
            "MODE(product)",
            request -> counted(request, new ModeResult(request.argument(0)))),
        new AggregateEntry(
            Family.ORDERED,
            "MEDIAN",
            List.of(),
            List.of(ArgumentKind.NUMBER),
            Form.PLAIN,
            Distinct.COUNTS_ONCE,
            BETWEEN,
            "the value in the middle, or half way between the two in the middle",
            "MEDIAN(price)",
            request -> counted(request, percentile(request, BigDecimal.valueOf(5, 1), true))),
        percentile(
            "PERCENTILE_CONT",
            ArgumentKind.NUMBER,
            BETWEEN,
            "the value below which that share of the values lies, on a line between two of them",
            "PERCENTILE_CONT(0.9) WITHIN GROUP (ORDER BY price)"),
        percentile(
            "PERCENTILE_DISC",
            ArgumentKind.ANY,
            AggregateEntry.sameAsArgument(),
            "the first of the values in their order that has that share of them up to it",
            "PERCENTILE_DISC(0.9) WITHIN GROUP (ORDER BY price)"));
  }

  /** Those whose result is a text of several values. */
  private static List<AggregateEntry> lists() {
    return List.of(
        new AggregateEntry(
            Family.ORDERED,
            "LISTAGG",
            List.of("STRING_AGG"),
            List.of(ArgumentKind.TEXT, ArgumentKind.CONSTANT_TEXT),
            Form.ORDERED,
            Distinct.COUNTS_ONCE,
            AggregateEntry.always(DataType.Kind.VARCHAR),
            "the texts with the second argument, or `,`, between them; without ORDER BY as"
                + " FIRST_VALUE orders them. More than 1048576 characters are an error",
            "LISTAGG(product, ' ') WITHIN GROUP (ORDER BY price DESC)",
            request ->
                counted(
                    request,
                    new ListResult(
                        new ElementOrder(request.argumentTypes(), request.order()),
                        request.constants().isEmpty() ? "," : (String) request.constants().get(0),
                        request.distinct()))),
        new AggregateEntry(
            Family.ORDERED,
            "ARRAY_AGG",
            List.of(),
            List.of(ArgumentKind.ANY, ArgumentKind.CONSTANT_COUNT),
            Form.ORDERED,
            Distinct.COUNTS_ONCE,
            AggregateEntry.always(DataType.Kind.VARCHAR),
            "the values, NULL among them, as the text of a JSON array; at most the first ones, as"
                + " many as the second argument says; ordered and limited as by LISTAGG",
            "ARRAY_AGG(price, 3) WITHIN GROUP (ORDER BY sold DESC)",
            OrderedAggregates::array),
        new AggregateEntry(
            Family.ORDERED,
            "HISTOGRAM",
            List.of(),
            List.of(ArgumentKind.ANY),
            Form.PLAIN,
            Distinct.REFUSED,
            AggregateEntry.always(DataType.Kind.VARCHAR),
            "the text of a JSON object: each value, in order, and in how many rows it is",
            "HISTOGRAM(product)",
            request -> counted(request, new HistogramResult(request.argument(0)))),
        new AggregateEntry(
            Family.ORDERED,
            "TOP_K",
            List.of("TOPK", "APPROX_TOP_K", "APPROX_TOP_COUNT"),
            List.of(ArgumentKind.ANY, ArgumentKind.CONSTANT_COUNT),
            Form.PLAIN,
            Distinct.REFUSED,
            AggregateEntry.always(DataType.Kind.VARCHAR),
            "the most frequent values, as the text of a JSON array of `[value, rows]`; of equally"
                + " frequent ones the smaller first. Exact by each of its names",
            "TOP_K(product, 2)",
            request -> counted(request, new TopResult(request.argument(0), (int) count(request)))));
  }

  private static CountedFunction array(AggregateRequest request) {
    long most = request.constants().isEmpty() ? Long.MAX_VALUE : count(request);
    ElementOrder order = new ElementOrder(request.argumentTypes(), request.order());
    return new CountedFunction(
        new ArrayResult(order, most, request.distinct()),
        request.argumentTypes(),
        0,
        request.resultType());
  }

  private static long count(AggregateRequest request) {
    return ((BigDecimal) request.constants().get(0)).longValueExact();
  }

  private static AggregateEntry percentile(
      String name, ArgumentKind values, ResultType result, String help, String example) {
    return new AggregateEntry(
        Family.ORDERED,
        name,
        List.of(),
        List.of(ArgumentKind.CONSTANT_NUMBER, values),
        Form.PERCENTILE,
        Distinct.REFUSED,
        result,
        help,
        example,
        request -> {
          BigDecimal fraction = (BigDecimal) request.constants().get(0);
          boolean continuous = values == ArgumentKind.NUMBER;
          return counted(request, percentile(request, fraction, continuous));
        });
  }

  private static PercentileResult percentile(
      AggregateRequest request, BigDecimal fraction, boolean continuous) {
    boolean descending = !request.order().isEmpty() && request.order().get(0).descending();
    return new PercentileResult(
        request.argument(0),
        request.resultType(),
        fraction,
        descending,
        continuous,
        request.distinct());
  }

  private static CountedFunction counted(AggregateRequest request, CountedResult result) {
    return new CountedFunction(result, request.argumentTypes(), 1, request.resultType());
  }
}
