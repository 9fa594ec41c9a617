package dev.sash.aggregate;

import java.math.BigInteger;

/** 256-bit two's complement sums of products, as four longs, the lowest first. */
final class WideProduct {
  static final int WORDS = 4;

  private WideProduct() {}

  /**
   * Adds {@code left * right * 2^shift}, or takes it away; its magnitude is below 2^254.
   *
   * @return negative when the sum is so large that the next addition could overflow
   */
  static long add(long[] words, int at, long left, long right, int shift, boolean minus) {
    long low = left * right;
    long high = Math.multiplyHigh(left, right);
    if (minus) {
      high = low == 0 ? -high : ~high;
      low = -low;
    }
    long sign = high >> 63;
    int bit = shift & 63;
    long first = low << bit;
    long second = (high << bit) | (low >>> 1 >>> (63 - bit));
    long third = (sign << bit) | (high >>> 1 >>> (63 - bit));
    return switch (shift >> 6) {
      case 0 -> add(words, at, first, second, third, sign);
      case 1 -> add(words, at, 0, first, second, third);
      default -> add(words, at, 0, 0, first, second);
    };
  }

  /** Adds another sum. */
  static long add(long[] words, int at, long[] from, int fromAt) {
    return add(words, at, from[fromAt], from[fromAt + 1], from[fromAt + 2], from[fromAt + 3]);
  }

  private static long add(long[] words, int at, long first, long second, long third, long fourth) {
    long sum = words[at] + first;
    long carry = Long.compareUnsigned(sum, first) < 0 ? 1 : 0;
    words[at] = sum;
    carry = addWord(words, at + 1, second, carry);
    carry = addWord(words, at + 2, third, carry);
    long top = words[at + 3] + fourth + carry;
    words[at + 3] = top;
    return top ^ (top << 1);
  }

  private static long addWord(long[] words, int at, long addend, long carry) {
    long before = words[at];
    long sum = before + addend + carry;
    words[at] = sum;
    return ((before & addend) | ((before | addend) & ~sum)) >>> 63;
  }

  /** The sum as an object. */
  static BigInteger toBigInteger(long[] words, int at) {
    return FixedPoint.toBigInteger(words[at + 3], words[at + 2])
        .shiftLeft(2 * Long.SIZE)
        .add(FixedPoint.toBigInteger(0, words[at + 1]).shiftLeft(Long.SIZE))
        .add(FixedPoint.toBigInteger(0, words[at]));
  }
}
