package dev.sash.aggregate;

import dev.sash.aggregate.AggregateEntry.Distinct;
import dev.sash.aggregate.AggregateEntry.Family;
import dev.sash.aggregate.AggregateEntry.Form;
import dev.sash.data.DataType;
import java.math.BigDecimal;
import java.util.List;

/** Functions whose state does not grow with the rows, for results that are nearly right. */
final class ApproximateAggregates {
  private ApproximateAggregates() {}

  static List<AggregateEntry> entries() {
    return List.of(
        new AggregateEntry(
            Family.APPROXIMATE,
            "APPROX_COUNT_DISTINCT",
            List.of(),
            List.of(ArgumentKind.ANY),
            Form.PLAIN,
            Distinct.CHANGES_NOTHING,
            AggregateEntry.always(DataType.Kind.BIGINT),
            "about how many different values there are, in 4 KB: HyperLogLog with a standard error"
                + " of 1.63 %",
            "APPROX_COUNT_DISTINCT(product)",
            request -> new ApproximateCountFunction(request.argument(0), request.resultType())),
        new AggregateEntry(
            Family.APPROXIMATE,
            "APPROX_PERCENTILE",
            List.of(),
            List.of(ArgumentKind.NUMBER, ArgumentKind.CONSTANT_NUMBER),
            Form.PLAIN,
            Distinct.REFUSED,
            AggregateEntry.always(DataType.Kind.DOUBLE),
            "a number at most 0.4 % away from what PERCENTILE_DISC gives; the state grows with the"
                + " logarithm of the range of values, 50 KB for ten powers of ten",
            "APPROX_PERCENTILE(quantity, 0.5)",
            request ->
                new ApproximatePercentileFunction(
                    (BigDecimal) request.constants().get(0), request.resultType())));
  }
}
