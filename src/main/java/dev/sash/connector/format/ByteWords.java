package dev.sash.connector.format;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Questions about eight bytes at a time, which stand in a word with the first byte lowest. An
 * answer is a word as well: the high bit of each byte it is true for (SIMD within a register: L.
 * Lamport, Multiple Byte Processing with Full-Word Instructions, 1975; H. Warren, Hacker's Delight,
 * chapter 6).
 *
 * <p>What {@code first...} answers is right up to and including the lowest byte it is true for, and
 * costs less; bytes above may be wrong. Such answers may be united: the lowest byte of the union is
 * right.
 */
final class ByteWords {
  static final long ONES = 0x0101010101010101L;
  static final long HIGH_BITS = 0x8080808080808080L;

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long LOW_BITS = ~HIGH_BITS;
  private static final long ZEROS = '0' * ONES;

  /** Makes a byte of 128 or more of one above 9. */
  private static final long ABOVE_NINE = 0x76 * ONES;

  private ByteWords() {}

  /** The eight bytes from {@code at} on, all of which are in the array. */
  static long load(byte[] bytes, int at) {
    return (long) LONGS.get(bytes, at);
  }

  /** Which bytes are zero. */
  static long zeros(long word) {
    return ~(nonZeros(word) | LOW_BITS);
  }

  /** Which bytes are not zero, in bits that are otherwise meaningless. */
  static long nonZeros(long word) {
    return ((word & LOW_BITS) + LOW_BITS) | word;
  }

  /** The first byte that is zero. */
  static long firstZero(long word) {
    return (word - ONES) & ~word & HIGH_BITS;
  }

  /** The first byte below a limit, which is at most 128 and given in all bytes. */
  static long firstBelow(long word, long limits) {
    return (word - limits) & ~word & HIGH_BITS;
  }

  /** The place, from 0, of the lowest byte of an answer; 8 if there is none. */
  static int place(long answer) {
    return Long.numberOfTrailingZeros(answer) >>> 3;
  }

  /** The values of digits, one a byte; {@link #nonDigits} tells which of them are none. */
  static long digitValues(long word) {
    return word ^ ZEROS;
  }

  /** Which bytes of {@link #digitValues} come from other characters than digits. */
  static long nonDigits(long values) {
    return (((values & LOW_BITS) + ABOVE_NINE) | values) & HIGH_BITS;
  }

  /**
   * The number that the first {@code count} digits make, 1 to 8: neighbours are put together to
   * pairs, pairs to fours, fours to the whole (D. Lemire, Quickly parsing eight digits, 2018).
   */
  static int number(long values, int count) {
    // Zeros in front do not change a number, so eight digits stand for any smaller count.
    long digits = values << (Long.SIZE - count * Byte.SIZE);
    long pairs = digits * 10 + (digits >>> 8);
    long low = (pairs & 0x000000FF000000FFL) * (100 + (1_000_000L << 32));
    long high = (pairs >>> 16 & 0x000000FF000000FFL) * (1 + (10_000L << 32));
    return (int) (low + high >>> 32);
  }
}
