package dev.sash.aggregate;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.math.BigInteger;

/**
 * An exact sum of any finite doubles: a fixed-point number that spans their whole range, in limbs
 * of 32 bits with the carries left pending (Neal, "Fast exact summation using small and large
 * superaccumulators", arXiv 1505.05571, 2015, section 2). {@link DoubleSumFunction} turns to it for
 * what two doubles do not take.
 */
final class WideSum implements StateObject {
  /** The weight of the lowest bit, as a power of two. */
  static final int EXPONENT = Double.MIN_EXPONENT - 52;

  private static final int LIMBS = 70;
  private static final int PENDING_MAX = 1 << 29;
  private static final long LIMB = 0xFFFFFFFFL;

  private final long[] limbs = new long[LIMBS];
  private int pending;

  /** Adds a finite value. */
  void add(double value) {
    long bits = Double.doubleToRawLongBits(value);
    int exponent = (int) (bits >>> 52) & 0x7FF;
    long fraction = bits & ((1L << 52) - 1);
    if (exponent == 0) {
      add(fraction, 0, bits < 0);
    } else {
      add(fraction | 1L << 52, exponent - 1, bits < 0);
    }
  }

  private void add(long magnitude, int shift, boolean negative) {
    int limb = shift >> 5;
    int bit = shift & 31;
    long sign = negative ? -1 : 1;
    limbs[limb] += sign * ((magnitude << bit) & LIMB);
    limbs[limb + 1] += sign * ((magnitude >>> (32 - bit)) & LIMB);
    limbs[limb + 2] += sign * (magnitude >>> 1 >>> (63 - bit));
    if (++pending >= PENDING_MAX) {
      carry();
    }
  }

  /** Adds another sum, which stays as it is. */
  void add(WideSum other) {
    for (int i = 0; i < LIMBS; i++) {
      limbs[i] += other.limbs[i];
    }
    pending += other.pending + 1;
    if (pending >= PENDING_MAX) {
      carry();
    }
  }

  private void carry() {
    for (int i = 0; i < LIMBS - 1; i++) {
      limbs[i + 1] += limbs[i] >> 32;
      limbs[i] &= LIMB;
    }
    pending = 0;
  }

  /** The sum in units of {@code 2^EXPONENT}. */
  BigInteger value() {
    carry();
    byte[] bytes = new byte[(LIMBS + 1) * Integer.BYTES];
    putInt(bytes, 0, (int) (limbs[LIMBS - 1] >> 32));
    for (int i = 0; i < LIMBS; i++) {
      putInt(bytes, (LIMBS - i) * Integer.BYTES, (int) limbs[i]);
    }
    return new BigInteger(bytes);
  }

  private static void putInt(byte[] bytes, int at, int value) {
    for (int i = 0; i < Integer.BYTES; i++) {
      bytes[at + i] = (byte) (value >>> (24 - 8 * i));
    }
  }

  WideSum copy() {
    WideSum copy = new WideSum();
    copy.add(this);
    return copy;
  }

  @Override
  public long bytes() {
    return 24 + StateBudget.arrayBytes(LIMBS, Long.BYTES);
  }

  void write(DataOutput output) throws IOException {
    carry();
    for (long limb : limbs) {
      output.writeLong(limb);
    }
  }

  static WideSum read(DataInput input) throws IOException {
    WideSum sum = new WideSum();
    for (int i = 0; i < LIMBS; i++) {
      sum.limbs[i] = input.readLong();
    }
    return sum;
  }
}
