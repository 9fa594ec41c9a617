package dev.sash.aggregate;

/**
 * How one value is added to the words of a record. Used by the loops of the functions and by the
 * loops that {@link FusedWriter} writes, so that both do the same; public for those alone.
 */
public final class Additions {
  /** The code of NaN, which every other value comes before. */
  static final long NAN = Long.MAX_VALUE - 1;

  private Additions() {}

  /**
   * Adds a double to an exact sum of two doubles, in the bits of two words, and counts it in a
   * third one. See {@link DoubleSumFunction}.
   *
   * @return whether the sum has taken it; else it has been counted only
   */
  public static boolean addDouble(long[] words, int at, double value) {
    double before = Double.longBitsToDouble(words[at]);
    double restBefore = Double.longBitsToDouble(words[at + 1]);
    double sum = before + value;
    double lost = DoublePair.lost(before, value, sum);
    double rest = restBefore + lost;
    words[at + 2]++;
    // false for NaN and infinities too
    if (!(DoublePair.lost(restBefore, lost, rest) == 0)) {
      return false;
    }
    words[at] = Double.doubleToRawLongBits(sum);
    words[at + 1] = Double.doubleToRawLongBits(rest);
    return true;
  }

  /**
   * Adds a long to a 128-bit number, and counts it in a third word.
   *
   * @return false when the sum has to be put by before the next addition
   */
  public static boolean addLong(long[] words, int at, long value) {
    long before = words[at];
    long sum = before + value;
    long high = words[at + 1] + (value >> 63) + carry(before, value, sum);
    words[at] = sum;
    words[at + 1] = high;
    words[at + 2]++;
    return (high ^ (high << 1)) >= 0;
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
