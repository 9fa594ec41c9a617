package dev.sash.aggregate;

import dev.sash.aggregate.AggregateEntry.Distinct;
import dev.sash.aggregate.AggregateEntry.Family;
import dev.sash.aggregate.AggregateEntry.Form;
import dev.sash.data.DataType;
import java.util.Collections;
import java.util.List;

/** Variance, covariance and regression. All are DOUBLE, whatever the arguments. */
final class StatisticsAggregates {
  private StatisticsAggregates() {}

  static List<AggregateEntry> entries() {
    return List.of(
        single(Moment.VAR_POP, "the variance of all values", List.of("VARP")),
        single(
            Moment.VAR_SAMP,
            "the variance of a sample; NULL of a single value",
            List.of("VARIANCE", "VAR")),
        single(Moment.STDDEV_POP, "the standard deviation of all values", List.of("STDDEVP")),
        single(
            Moment.STDDEV_SAMP,
            "the standard deviation of a sample; NULL of a single value",
            List.of("STDDEV")),
        pair(Moment.COVAR_POP, "the covariance of all pairs"),
        pair(Moment.COVAR_SAMP, "the covariance of a sample; NULL of a single pair"),
        pair(Moment.CORR, "the correlation, -1 to 1; NULL where one side does not vary"),
        pair(Moment.REGR_SLOPE, "the slope of the line through (y, x); NULL where x does not vary"),
        pair(Moment.REGR_INTERCEPT, "where that line meets x = 0"),
        pair(Moment.REGR_R2, "the share of the variance of y that the line explains"),
        pair(Moment.REGR_COUNT, "in how many rows neither is NULL"),
        pair(Moment.REGR_AVGX, "the mean of x in those rows"),
        pair(Moment.REGR_AVGY, "the mean of y in those rows"),
        pair(Moment.REGR_SXX, "the sum of squared deviations of x"),
        pair(Moment.REGR_SYY, "the sum of squared deviations of y"),
        pair(Moment.REGR_SXY, "the sum of products of the deviations of y and x"));
  }

  private static AggregateEntry single(Moment moment, String help, List<String> aliases) {
    return entry(moment, 1, help, aliases);
  }

  private static AggregateEntry pair(Moment moment, String help) {
    return entry(moment, 2, help, List.of());
  }

  private static AggregateEntry entry(
      Moment moment, int arguments, String help, List<String> aliases) {
    DataType.Kind result =
        moment == Moment.REGR_COUNT ? DataType.Kind.BIGINT : DataType.Kind.DOUBLE;
    return new AggregateEntry(
        Family.STATISTICS,
        moment.name(),
        aliases,
        Collections.nCopies(arguments, ArgumentKind.NUMBER),
        Form.PLAIN,
        arguments == 1 ? Distinct.COUNTS_ONCE : Distinct.REFUSED,
        AggregateEntry.always(result),
        help,
        moment + (arguments == 1 ? "(price)" : "(price, quantity)"),
        request ->
            DistinctFunction.over(
                new MomentFunction(moment, request.argumentTypes(), request.resultType()),
                request));
  }
}
