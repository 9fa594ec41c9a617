package dev.sash.aggregate;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.math.BigInteger;
import java.util.Arrays;

/** The sums of what does not fit the words of a {@link MomentFunction}, in its finer units. */
final class MomentRest implements StateObject {
  private final BigInteger[] sums;
  private long numberBytes;

  MomentRest(int count) {
    sums = new BigInteger[count];
    Arrays.fill(sums, BigInteger.ZERO);
  }

  /** Adds to one of the sums. */
  void add(int sum, BigInteger value) {
    numberBytes -= sums[sum].bitLength() / 8;
    sums[sum] = sums[sum].add(value);
    numberBytes += sums[sum].bitLength() / 8;
  }

  BigInteger get(int sum) {
    return sums[sum];
  }

  @Override
  public long bytes() {
    return StateBudget.arrayBytes(sums.length, 64) + numberBytes;
  }

  void write(DataOutput output) throws IOException {
    for (BigInteger sum : sums) {
      StateValue.write(sum, output);
    }
  }

  static MomentRest read(DataInput input, int count) throws IOException {
    MomentRest rest = new MomentRest(count);
    for (int i = 0; i < count; i++) {
      rest.add(i, (BigInteger) StateValue.read(input));
    }
    return rest;
  }
}
