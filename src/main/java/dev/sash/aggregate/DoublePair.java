package dev.sash.aggregate;

import org.jspecify.annotations.Nullable;

/**
 * Numbers that are the sum of two doubles, which is not carried out: {@code 1e16 + 1} is a number
 * of two doubles, though no double. What they can and cannot take is told exactly, so that a sum
 * can be kept in them without any error.
 *
 * <p>All rests on one fact: what an addition of doubles loses by rounding is itself a double, and
 * six additions find it (Møller 1965; Knuth, The Art of Computer Programming 2, 4.2.2, theorem B;
 * also where results are subnormal). To build sums on it is the idea of Shewchuk, Adaptive
 * Precision Floating-Point Arithmetic, 1997, and of Ogita, Rump and Oishi, Accurate Sum and Dot
 * Product, 2005. Where something overflows, what is computed here becomes NaN or infinite, never
 * wrong.
 */
final class DoublePair {
  /** Between these a quotient by a count and the remainder are numbers that doubles can hold. */
  private static final double SMALL = 0x1p-900;

  private static final double LARGE = 0x1p1000;

  private static final long DIVISORS = 1L << 52;

  private DoublePair() {}

  /** What the rounded sum of two doubles lacks of the true one: {@code left + right - sum}. */
  static double lost(double left, double right, double sum) {
    double added = sum - left;
    return (left - (sum - added)) + (right - added);
  }

  /** The double nearest to {@code (sum + rest + wide) / divisor}, ties to even. */
  static double quotient(double sum, double rest, @Nullable WideSum wide, long divisor) {
    double quotient = wide == null ? quotient(sum, rest, divisor) : Double.NaN;
    if (!Double.isNaN(quotient)) {
      return quotient;
    }
    WideSum total = wide == null ? new WideSum() : wide.copy();
    total.add(sum);
    total.add(rest);
    return FixedPoint.quotient(total.value(), divisor, WideSum.EXPONENT);
  }

  /**
   * The double nearest to {@code (sum + rest) / divisor}, ties to even; NaN where doubles cannot
   * tell, because numbers are extremely large or small.
   *
   * <p>This is the test of Ziv (Fast evaluation of elementary mathematical functions with correctly
   * rounded last bit, ACM TOMS 17(3), 1991): where both ends of an interval around the quotient
   * round to the same double, so does the quotient. With {@code high + low} the same number, but
   * {@code high} its nearest double, and {@code first = high / divisor}, rounded, the remainder
   * {@code high - first * divisor} is a double, and a fused multiplication gives it without loss.
   * So the quotient is {@code first + (remainder + low) / divisor}, of which the second term is
   * computed with a rounding in its numerator, two in the reciprocal and the product: an error
   * below 4 * 2^-53 times {@code (|remainder| + |low|) / divisor}. The interval has room for 16 *
   * 2^-53 of that, which covers the rounding of the terms of its own ends too.
   */
  private static double quotient(double sum, double rest, long divisor) {
    double high = sum + rest;
    if (high == 0) {
      return 0;
    }
    double size = Math.abs(high);
    if (!(size > SMALL && size < LARGE) || divisor >= DIVISORS) {
      return Double.NaN;
    }
    double low = lost(sum, rest, high);
    double first = high / divisor;
    double remainder = Math.fma(-first, (double) divisor, high);
    double reciprocal = 1.0 / (double) divisor;
    double second = (remainder + low) * reciprocal;
    double error = (Math.abs(remainder) + Math.abs(low)) * (reciprocal * 0x1p-49);
    double least = first + (second - error);
    double most = first + (second + error);
    return least == most ? least : nearer(high, low, divisor, least, most);
  }

  /**
   * Which of two neighbours is nearer to {@code (high + low) / divisor}, which lies between them.
   * Half of their distance times the divisor is compared with what the number is beyond the lower
   * one times the divisor: both are known without loss, the latter as two doubles of which the
   * first is the nearest to their sum.
   */
  private static double nearer(double high, double low, long divisor, double least, double most) {
    if (most != Math.nextUp(least)) {
      return Double.NaN;
    }
    double half = (most - least) * 0.5 * divisor;
    double remainder = Math.fma(-least, (double) divisor, high);
    double beyond = remainder + low;
    double difference = beyond == half ? lost(remainder, low, beyond) : beyond - half;
    boolean isEven = (Double.doubleToRawLongBits(least) & 1) == 0;
    return difference < 0 || difference == 0 && isEven ? least : most;
  }
}
