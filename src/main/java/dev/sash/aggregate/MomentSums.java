package dev.sash.aggregate;

import java.math.BigInteger;

/**
 * Exact sums of some rows, and what can be made of them.
 *
 * @param count how many rows
 * @param sums of one argument {@code Σx, Σx²}, of two {@code Σx, Σy, Σx², Σy², Σxy}
 * @param first the unit of the first argument
 * @param second the unit of the second, or of the only one
 */
@SuppressWarnings("ArrayRecordComponent") // made for one result, never compared
record MomentSums(BigInteger count, BigInteger[] sums, Unit first, Unit second) {

  /** A value is a whole number times {@code 2^exponent / 10^scale}. */
  record Unit(int exponent, int scale) {
    static final Unit ONE = new Unit(0, 0);

    Unit times(Unit other) {
      return new Unit(exponent + other.exponent, scale + other.scale);
    }

    Unit by(Unit other) {
      return new Unit(exponent - other.exponent, scale - other.scale);
    }
  }

  BigInteger sum(int argument) {
    return sums[argument];
  }

  BigInteger squares(int argument) {
    return sums[sums.length == 2 ? 1 : 2 + argument];
  }

  private BigInteger products() {
    return sums[4];
  }

  /** {@code nΣx² - (Σx)²}: n² times the variance. */
  BigInteger spread(int argument) {
    return count.multiply(squares(argument)).subtract(sum(argument).pow(2));
  }

  /** {@code nΣxy - ΣxΣy}: n² times the covariance. */
  BigInteger coSpread() {
    return count.multiply(products()).subtract(sum(0).multiply(sum(1)));
  }

  /** {@code Σa Σb² - Σb Σab} of the first argument a and the second one b. */
  BigInteger intercept() {
    return sum(0).multiply(squares(1)).subtract(sum(1).multiply(products()));
  }

  /** {@code n (n - 1)}. */
  BigInteger pairs() {
    return count.multiply(count.subtract(BigInteger.ONE));
  }

  static double quotient(BigInteger numerator, BigInteger denominator, Unit unit) {
    return ExactRatio.quotient(
        numerator.multiply(scaled(-unit.scale)),
        denominator.multiply(scaled(unit.scale)),
        unit.exponent);
  }

  static double root(BigInteger numerator, BigInteger denominator, Unit unit) {
    return ExactRatio.root(
        numerator.multiply(scaled(-unit.scale)),
        denominator.multiply(scaled(unit.scale)),
        unit.exponent);
  }

  private static BigInteger scaled(int digits) {
    return digits <= 0 ? BigInteger.ONE : BigInteger.TEN.pow(digits);
  }
}
