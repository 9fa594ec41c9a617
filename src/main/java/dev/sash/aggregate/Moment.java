package dev.sash.aggregate;

import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/**
 * What is made of exact sums. Of two arguments the first is the dependent one, y, and the second
 * the independent one, x, as in the SQL standard; without variance there is no slope and no
 * correlation: NULL.
 */
enum Moment {
  VAR_POP(1, sums -> variance(sums, false, false)),
  VAR_SAMP(2, sums -> variance(sums, true, false)),
  STDDEV_POP(1, sums -> variance(sums, false, true)),
  STDDEV_SAMP(2, sums -> variance(sums, true, true)),
  COVAR_POP(1, sums -> MomentSums.quotient(sums.coSpread(), sums.count().pow(2), both(sums))),
  COVAR_SAMP(2, sums -> MomentSums.quotient(sums.coSpread(), sums.pairs(), both(sums))),
  CORR(1, Moment::correlation),
  REGR_SLOPE(1, sums -> overSpread(sums, sums.coSpread(), sums.first().by(sums.second()))),
  REGR_INTERCEPT(1, sums -> overSpread(sums, sums.intercept(), sums.first())),
  REGR_COUNT(0, sums -> sums.count().doubleValue()),
  REGR_R2(1, Moment::determination),
  REGR_AVGX(1, sums -> MomentSums.quotient(sums.sum(1), sums.count(), sums.second())),
  REGR_AVGY(1, sums -> MomentSums.quotient(sums.sum(0), sums.count(), sums.first())),
  REGR_SXX(1, sums -> perRow(sums, sums.spread(1), sums.second().times(sums.second()))),
  REGR_SYY(1, sums -> perRow(sums, sums.spread(0), sums.first().times(sums.first()))),
  REGR_SXY(1, sums -> perRow(sums, sums.coSpread(), both(sums)));

  private final int leastRows;

  @SuppressWarnings("ImmutableEnumChecker") // functions without state
  private final Formula formula;

  /** A result; null for NULL. */
  @FunctionalInterface
  private interface Formula {
    @Nullable Double of(MomentSums sums);
  }

  Moment(int leastRows, Formula formula) {
    this.leastRows = leastRows;
    this.formula = formula;
  }

  /** The result of fewer rows is NULL. */
  int leastRows() {
    return leastRows;
  }

  @Nullable Double of(MomentSums sums) {
    return formula.of(sums);
  }

  private static MomentSums.Unit both(MomentSums sums) {
    return sums.first().times(sums.second());
  }

  private static double variance(MomentSums sums, boolean sample, boolean root) {
    BigInteger rows = sample ? sums.pairs() : sums.count().pow(2);
    MomentSums.Unit unit = sums.first().times(sums.first());
    return root
        ? MomentSums.root(sums.spread(0), rows, unit)
        : MomentSums.quotient(sums.spread(0), rows, unit);
  }

  private static double perRow(MomentSums sums, BigInteger spread, MomentSums.Unit unit) {
    return MomentSums.quotient(spread, sums.count(), unit);
  }

  private static @Nullable Double overSpread(
      MomentSums sums, BigInteger numerator, MomentSums.Unit unit) {
    BigInteger spread = sums.spread(1);
    return spread.signum() == 0 ? null : (Double) MomentSums.quotient(numerator, spread, unit);
  }

  private static @Nullable Double correlation(MomentSums sums) {
    BigInteger both = sums.spread(0).multiply(sums.spread(1));
    if (both.signum() == 0) {
      return null;
    }
    BigInteger together = sums.coSpread();
    double size = MomentSums.root(together.pow(2), both, MomentSums.Unit.ONE);
    return together.signum() < 0 ? -size : size;
  }

  private static @Nullable Double determination(MomentSums sums) {
    BigInteger ofX = sums.spread(1);
    BigInteger ofY = sums.spread(0);
    if (ofX.signum() == 0) {
      return null;
    } else if (ofY.signum() == 0) {
      return 1.0;
    }
    return MomentSums.quotient(sums.coSpread().pow(2), ofX.multiply(ofY), MomentSums.Unit.ONE);
  }
}
