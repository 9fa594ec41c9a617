package dev.sash.aggregate;

import java.math.BigInteger;

/** 128-bit two's complement integers as two longs, and their one correct rounding to a double. */
final class FixedPoint {
  private static final long LOW_HALF = 0xFFFFFFFFL;
  private static final int SIGNIFICAND_BITS = 53;

  /** Longs below are doubles. */
  private static final long DOUBLES = 1L << SIGNIFICAND_BITS;

  private static final double TWO_32 = 0x1p32;
  private static final double TWO_64 = 0x1p64;

  private FixedPoint() {}

  /** The number as an object. */
  static BigInteger toBigInteger(long high, long low) {
    BigInteger unsigned = BigInteger.valueOf(low >>> 1).shiftLeft(1);
    BigInteger lower = (low & 1) == 0 ? unsigned : unsigned.setBit(0);
    return BigInteger.valueOf(high).shiftLeft(Long.SIZE).add(lower);
  }

  /** Whether the number is that of its low word alone. */
  static boolean fitsLong(long high, long low) {
    return high == low >> 63;
  }

  /**
   * The double nearest to {@code number / divisor}, ties to even.
   *
   * @param divisor above 0
   */
  static double quotient(long high, long low, long divisor) {
    double rounded = roundedQuotient(high, low, divisor);
    if (!Double.isNaN(rounded)) {
      return rounded;
    }
    if (high >= 0) {
      return divide(high, low, divisor);
    }
    return -divide(low == 0 ? -high : ~high, -low, divisor);
  }

  /**
   * The double nearest to {@code number / divisor}, or NaN where it takes more than doubles to
   * tell: the test of Ziv, as in {@link DoublePair#quotient}.
   *
   * <p>The number is taken apart into three doubles without loss, {@code number = sum + rest +
   * last}: the parts are multiples of 2^64, 2^32 and 1 of at most 53 bits, and what is lost in the
   * sum of the first two, {@code rest}, is a double (Dekker, 1971: the first is 0 or the larger
   * one). Of {@code first = sum / divisor}, rounded, the remainder {@code sum - first * divisor} is
   * a double, and a fused multiplication gives it without loss. So the quotient is {@code first +
   * (remainder + rest + last) / divisor}, of which the second term is computed with two roundings
   * in its numerator, two in the reciprocal and the product: an error below 5 * 2^-53 times {@code
   * (|remainder| + |rest| + |last|) / divisor}. The interval has room for 16 * 2^-53 of that, which
   * covers the rounding of the terms of its own ends too.
   */
  private static double roundedQuotient(long high, long low, long divisor) {
    if (high >= DOUBLES || high <= -DOUBLES || divisor >= DOUBLES) {
      return Double.NaN;
    }
    double top = high * TWO_64;
    double middle = (low >>> 32) * TWO_32;
    double sum = top + middle;
    double rest = middle - (sum - top);
    double last = low & LOW_HALF;
    double first = sum / divisor;
    double remainder = Math.fma(-first, (double) divisor, sum);
    double reciprocal = 1.0 / (double) divisor;
    double second = (remainder + (rest + last)) * reciprocal;
    double error = (Math.abs(remainder) + Math.abs(rest) + last) * (reciprocal * 0x1p-49);
    double least = first + (second - error);
    return least == first + (second + error) ? least : Double.NaN;
  }

  private static double divide(long high, long low, long divisor) {
    if ((high | low) == 0) {
      return 0;
    }
    // With the top bit set the quotient has at least 65 bits: enough for 53, a half and a rest.
    int shift = high != 0 ? Long.numberOfLeadingZeros(high) : 64 + Long.numberOfLeadingZeros(low);
    long top = shift >= 64 ? low << (shift - 64) : (high << shift) | (low >>> 1 >>> (63 - shift));
    long bottom = shift >= 64 ? 0 : low << shift;
    long quotientHigh = Long.divideUnsigned(top, divisor);
    long rest = Long.remainderUnsigned(top, divisor);
    long quotientLow = 0;
    if (divisor >>> 31 == 0) {
      long middle = (rest << 32) | (bottom >>> 32);
      long last = ((middle % divisor) << 32) | (bottom & LOW_HALF);
      quotientLow = ((middle / divisor) << 32) | (last / divisor);
      rest = last % divisor;
    } else {
      for (int bit = 63; bit >= 0; bit--) {
        rest = (rest << 1) | ((bottom >>> bit) & 1);
        boolean fits = Long.compareUnsigned(rest, divisor) >= 0;
        rest -= fits ? divisor : 0;
        quotientLow = (quotientLow << 1) | (fits ? 1 : 0);
      }
    }
    return round(quotientHigh, rest == 0 ? quotientLow : quotientLow | 1, -shift);
  }

  /** Rounds an unsigned number; a bit that fell off before is in its lowest bit. */
  private static double round(long high, long low, int exponent) {
    long leading;
    int dropped;
    if (high == 0) {
      dropped = low < 0 ? 1 : 0;
      leading = low < 0 ? (low >>> 1) | (low & 1) : low;
    } else {
      // Keep 63 bits and whether any of the others is set: the conversion of a long rounds to even.
      dropped = 65 - Long.numberOfLeadingZeros(high);
      long rest;
      if (dropped > 64) {
        leading = high >>> 1;
        rest = low | (high & 1);
      } else if (dropped == 64) {
        leading = high;
        rest = low;
      } else {
        leading = (high << (64 - dropped)) | (low >>> dropped);
        rest = low << (64 - dropped);
      }
      leading |= rest != 0 ? 1 : 0;
    }
    return leading * powerOfTwo(exponent + dropped);
  }

  private static double powerOfTwo(int exponent) {
    return Double.longBitsToDouble((long) (exponent + Double.MAX_EXPONENT) << 52);
  }

  /** The double nearest to {@code number / divisor * 2^exponent} of any size, ties to even. */
  static double quotient(BigInteger number, long divisor, int exponent) {
    if (number.signum() == 0) {
      return 0;
    }
    int shift = Math.max(0, 130 - number.bitLength());
    BigInteger[] parts =
        number.abs().shiftLeft(shift).divideAndRemainder(BigInteger.valueOf(divisor));
    BigInteger whole = parts[0].shiftLeft(1);
    whole = parts[1].signum() == 0 ? whole : whole.setBit(0);
    double magnitude = roundAnySize(whole, exponent - shift - 1);
    return number.signum() < 0 ? -magnitude : magnitude;
  }

  /** The double nearest to {@code number * 2^exponent}, ties to even; the number is above 0. */
  static double roundAnySize(BigInteger number, int exponent) {
    int unit = Math.max(exponent + number.bitLength() - SIGNIFICAND_BITS, Double.MIN_EXPONENT - 52);
    int dropped = unit - exponent;
    if (dropped <= 0) {
      return Math.scalb(number.doubleValue(), exponent);
    }
    BigInteger kept = number.shiftRight(dropped);
    boolean half = number.testBit(dropped - 1);
    boolean more = number.getLowestSetBit() < dropped - 1;
    if (half && (more || kept.testBit(0))) {
      kept = kept.add(BigInteger.ONE);
    }
    return Math.scalb(kept.doubleValue(), unit);
  }
}
