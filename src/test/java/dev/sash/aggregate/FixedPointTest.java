package dev.sash.aggregate;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Quotients against those of numbers of any size. */
class FixedPointTest {
  private static final int CASES = 300_000;

  private final SplittableRandom random = new SplittableRandom(7);

  @Test
  void quotientsAreRoundedOnceAndToTheNearest() {
    for (int i = 0; i < CASES; i++) {
      long high = random.nextLong() >> random.nextInt(1, 64);
      long low = low();
      long divisor = Math.max(1, random.nextLong() >>> random.nextInt(1, 64));
      check(high, low, divisor);
      check(high, low, 1 + random.nextInt(1000));
    }
  }

  private long low() {
    return switch (random.nextInt(4)) {
      case 0 -> 0;
      case 1 -> random.nextLong() >> random.nextInt(64);
      case 2 -> random.nextLong() << random.nextInt(64);
      default -> random.nextLong();
    };
  }

  /** A half between two doubles goes to the even one, and a little beside it does not. */
  @Test
  void tiesGoToTheEvenOne() {
    for (int i = 0; i < CASES; i++) {
      long divisor = 1 + random.nextInt(100_000);
      long half = (random.nextLong() >>> 11 | 1L << 52) * 2 + 1;
      BigInteger number =
          BigInteger.valueOf(half)
              .shiftLeft(random.nextInt(40))
              .multiply(BigInteger.valueOf(divisor))
              .add(BigInteger.valueOf(random.nextInt(-1, 2)));
      number = random.nextBoolean() ? number : number.negate();
      check(number.shiftRight(64).longValueExact(), number.longValue(), divisor);
    }
  }

  private static void check(long high, long low, long divisor) {
    BigInteger number = FixedPoint.toBigInteger(high, low);
    double wanted = FixedPoint.quotient(number, divisor, 0);
    double result = FixedPoint.quotient(high, low, divisor);
    if (Double.compare(result, wanted) != 0) {
      assertThat(result).as("%s / %d", number, divisor).isEqualTo(wanted);
    }
  }
}
