package dev.sash.aggregate;

import java.math.BigInteger;

/** Quotients and roots of exact numbers as the one double that is nearest, ties to even. */
final class ExactRatio {
  /** Bits of a quotient before it is rounded: 53, half of one, and room for a subnormal result. */
  private static final int BITS = 128;

  private ExactRatio() {}

  /**
   * {@code numerator / denominator * 2^exponent}.
   *
   * @param denominator above 0
   */
  static double quotient(BigInteger numerator, BigInteger denominator, int exponent) {
    if (numerator.signum() == 0) {
      return 0;
    }
    BigInteger magnitude = numerator.abs();
    int shift = Math.max(0, BITS + denominator.bitLength() - magnitude.bitLength());
    BigInteger[] parts = magnitude.shiftLeft(shift).divideAndRemainder(denominator);
    double value = rounded(parts[0], parts[1].signum() != 0, exponent - shift);
    return numerator.signum() < 0 ? -value : value;
  }

  /**
   * The square root of {@code numerator / denominator * 2^exponent}.
   *
   * @param numerator not negative
   * @param denominator above 0
   * @param exponent even
   */
  static double root(BigInteger numerator, BigInteger denominator, int exponent) {
    if (numerator.signum() == 0) {
      return 0;
    }
    int shift = Math.max(0, 2 * BITS + denominator.bitLength() - numerator.bitLength());
    shift += shift & 1;
    BigInteger[] parts = numerator.shiftLeft(shift).divideAndRemainder(denominator);
    BigInteger[] root = parts[0].sqrtAndRemainder();
    boolean inexact = parts[1].signum() != 0 || root[1].signum() != 0;
    return rounded(root[0], inexact, (exponent - shift) / 2);
  }

  /** Rounds a number that was cut: one more bit says whether anything was lost. */
  private static double rounded(BigInteger cut, boolean inexact, int exponent) {
    BigInteger marked = cut.shiftLeft(1);
    return FixedPoint.roundAnySize(inexact ? marked.setBit(0) : marked, exponent - 1);
  }
}
