package dev.sash.aggregate;

/**
 * How one value is added to the words of a record. Used by the loops of the functions and by the
 * loops that {@link FusedWriter} writes, so that both do the same; public for those alone.
 */
public final class Additions {
  /** The value has been added. */
  static final int DONE = 0;

  /** The value has been counted, and has to be added in another way. */
  static final int UNCOMMON = 1;

  /** The value has been added, and the sum has to be put by before the next one. */
  static final int FULL = 2;

  /** The exponent of the lowest bit of a sum of doubles. */
  static final int EXPONENT = -70;

  static final long FRACTION = (1L << 52) - 1;
  static final long HIDDEN_BIT = 1L << 52;

  /** The biased exponent of a value whose significand needs no shift. */
  private static final int UNSHIFTED = 1075 + EXPONENT;

  /** The code of NaN, which every other value comes before. */
  static final long NAN = Long.MAX_VALUE - 1;

  private Additions() {}

  /** By how much the significand of a double is shifted in a sum; beyond 0 to 63 is uncommon. */
  static int shift(long bits) {
    return ((int) (bits >>> 52) & 0x7FF) - UNSHIFTED;
  }

  /**
   * Adds a double to a 128-bit fixed-point number, and counts it in a third word.
   *
   * @return {@link #DONE}, {@link #UNCOMMON} or {@link #FULL}
   */
  public static int addDouble(long[] words, int at, double value) {
    long bits = Double.doubleToRawLongBits(value);
    int shift = shift(bits);
    words[at + 2]++;
    if (shift < 0 || shift > 63) {
      return UNCOMMON;
    }
    long sign = bits >> 63;
    long significand = (((bits & FRACTION) | HIDDEN_BIT) ^ sign) - sign;
    long low = significand << shift;
    long high = significand >> 1 >> (63 - shift);
    long before = words[at];
    long sum = before + low;
    long sumHigh = words[at + 1] + high + carry(before, low, sum);
    words[at] = sum;
    words[at + 1] = sumHigh;
    // every addend is below 2^126, so while the sum is too the next addition stays in 128 bits
    return (sumHigh ^ (sumHigh << 1)) < 0 ? FULL : DONE;
  }

  /**
   * Adds a long to a 128-bit number, and counts it in a third word.
   *
   * @return {@link #DONE} or {@link #FULL}
   */
  public static int addLong(long[] words, int at, long value) {
    long before = words[at];
    long sum = before + value;
    long high = words[at + 1] + (value >> 63) + carry(before, value, sum);
    words[at] = sum;
    words[at + 1] = high;
    words[at + 2]++;
    return (high ^ (high << 1)) < 0 ? FULL : DONE;
  }

  /** What an unsigned addition carries over, without a branch: it is as good as random. */
  private static long carry(long left, long right, long sum) {
    return ((left & right) | ((left | right) & ~sum)) >>> 63;
  }

  /** A long whose order is that of the doubles, reversed where {@code flip} is -1; NaN is last. */
  public static long code(double value, long flip) {
    long code = ordered(Double.doubleToRawLongBits(value + 0.0)) ^ flip;
    return Double.isNaN(value) ? NAN : code;
  }

  /** Bits of a double in the order of the doubles; its own inverse. */
  static long ordered(long bits) {
    return bits ^ ((bits >> 63) & Long.MAX_VALUE);
  }
}
