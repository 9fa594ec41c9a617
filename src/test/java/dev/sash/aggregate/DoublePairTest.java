package dev.sash.aggregate;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Sums and quotients of two doubles against decimals of any length. */
class DoublePairTest {
  private static final int CASES = 30_000;

  private final SplittableRandom random = new SplittableRandom(11);

  @Test
  void whatAnAdditionLosesIsFoundOrIsNotFinite() {
    for (int i = 0; i < CASES; i++) {
      double left = any();
      double right = random.nextInt(3) == 0 ? -left * (1 + random.nextDouble() / 8) : any();
      double sum = left + right;
      double lost = DoublePair.lost(left, right, sum);
      if (Double.isFinite(lost)) {
        BigDecimal exact = new BigDecimal(left).add(new BigDecimal(right));
        BigDecimal found = new BigDecimal(sum).add(new BigDecimal(lost));
        assertThat(found.compareTo(exact)).as("%s + %s", left, right).isZero();
      } else {
        assertThat(Math.max(Math.abs(left), Math.abs(right))).isGreaterThan(0x1p1022);
      }
    }
  }

  private double any() {
    double value;
    do {
      value =
          switch (random.nextInt(6)) {
            case 0 -> random.nextInt(100_000) / 100.0;
            case 1 -> Double.longBitsToDouble(random.nextLong() & 0x800FFFFFFFFFFFFFL);
            case 2 -> (random.nextBoolean() ? 1 : -1) * Double.MAX_VALUE / random.nextInt(1, 4);
            case 3 -> Math.scalb(random.nextInt(1, 8), random.nextInt(-1074, 1000));
            default -> Double.longBitsToDouble(random.nextLong());
          };
    } while (!Double.isFinite(value));
    return value;
  }

  @Test
  void quotientsAreRoundedOnceAndToTheNearest() {
    for (int i = 0; i < CASES; i++) {
      double sum = any();
      double rest =
          switch (random.nextInt(4)) {
            case 0 -> 0;
            case 1 -> any();
            default -> sum * Math.scalb(random.nextDouble() - 0.5, -random.nextInt(50, 110));
          };
      check(sum, rest, 1 + random.nextInt(1000));
      check(sum, rest, Math.max(1, random.nextLong() >>> random.nextInt(1, 64)));
    }
  }

  /** A half between two doubles goes to the even one, and a little beside it does not. */
  @Test
  void tiesGoToTheEvenOne() {
    for (int i = 0; i < CASES; i++) {
      long divisor = 1 + random.nextInt(100_000);
      BigDecimal half = BigDecimal.valueOf((random.nextLong() >>> 11 | 1L << 52) * 2 + 1);
      BigDecimal number = half.multiply(BigDecimal.valueOf(divisor));
      double sign = random.nextBoolean() ? 1 : -1;
      double sum = number.doubleValue();
      double rest = number.subtract(new BigDecimal(sum)).doubleValue();
      check(sign * sum, sign * rest, divisor);
      check(sign * sum, sign * (rest + random.nextInt(-1, 2)), divisor);
      double beside = Math.scalb(random.nextInt(-1, 2), -random.nextInt(30));
      check(sign * sum, sign * (rest + beside), divisor);
    }
  }

  private static void check(double sum, double rest, long divisor) {
    BigDecimal exact = new BigDecimal(sum).add(new BigDecimal(rest));
    double wanted =
        exact
                .divide(BigDecimal.valueOf(divisor), new MathContext(exact.precision() + 40))
                .doubleValue()
            + 0.0;
    double result = DoublePair.quotient(sum, rest, null, divisor);
    if (Double.compare(result, wanted) != 0) {
      assertThat(result).as("(%s + %s) / %d", sum, rest, divisor).isEqualTo(wanted);
    }
  }
}
