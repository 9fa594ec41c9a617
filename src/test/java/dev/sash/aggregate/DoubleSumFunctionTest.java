package dev.sash.aggregate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sash.data.Column;
import dev.sash.data.ColumnBuilder;
import dev.sash.data.DataType;
import dev.sash.data.DoubleColumn;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class DoubleSumFunctionTest {
  private static final DataType DOUBLE = DataType.of(DataType.Kind.DOUBLE);

  static LongStream seeds() {
    return LongStream.range(0, 200);
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void sumIsTheExactSumRoundedOnceInAnyOrderAndSplit(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] values = new double[random.nextInt(1, 400)];
    int kind = random.nextInt(5);
    BigDecimal exact = BigDecimal.ZERO;
    for (int i = 0; i < values.length; i++) {
      values[i] = value(random, kind);
      exact = exact.add(new BigDecimal(values[i]));
    }
    assertThat(sum(values, 1, false)).as("seed %d", seed).isEqualTo(exact.doubleValue() + 0.0);
    shuffle(values, random);
    int panes = random.nextInt(1, 20);
    assertThat(sum(values, panes, false)).as("seed %d", seed).isEqualTo(exact.doubleValue() + 0.0);
    MathContext digits = new MathContext(exact.precision() + 30);
    BigDecimal mean = exact.divide(BigDecimal.valueOf(values.length), digits);
    assertThat(sum(values, panes, true)).as("seed %d", seed).isEqualTo(mean.doubleValue() + 0.0);
  }

  private static double value(SplittableRandom random, int kind) {
    return switch (kind) {
      case 0 -> random.nextInt(100_000) / 100.0;
      case 1 -> (random.nextDouble() - 0.5) * 1e9;
      case 2 -> Math.scalb(random.nextDouble() - 0.5, random.nextInt(-1070, 1000));
      case 3 -> Double.longBitsToDouble(random.nextLong() & 0x800FFFFFFFFFFFFFL);
      default -> random.nextInt(50) == 0 ? 7e16 : random.nextDouble() * 1e-9;
    };
  }

  private static void shuffle(double[] values, SplittableRandom random) {
    for (int i = values.length - 1; i > 0; i--) {
      int other = random.nextInt(i + 1);
      double value = values[i];
      values[i] = values[other];
      values[other] = value;
    }
  }

  private static double sum(double[] values, int panes, boolean average) {
    DoubleSumFunction function = new DoubleSumFunction(DOUBLE, DOUBLE, average, false);
    RecordStore store = RecordLayout.storeOf(function);
    FunctionState state = new FunctionState(store, 0, 0);
    int total = store.allocate();
    Column[] column = {new DoubleColumn(values, null)};
    int[] records = new int[panes];
    store.allocate(records, 0, panes);
    int[] rows = new int[values.length];
    int[] into = new int[values.length];
    for (int i = 0; i < values.length; i++) {
      rows[i] = i;
      into[i] = records[i % panes];
    }
    function.accumulate(column, new RowRun().of(rows, into, rows.length), state);
    for (int record : records) {
      RecordPairs pair = new RecordPairs(new int[] {total}, new int[] {record}, 1);
      function.combine(state, state, pair);
    }
    ColumnBuilder out = ColumnBuilder.of(DOUBLE);
    function.result(state, new int[] {total}, 1, out);
    return ((DoubleColumn) out.build()).values()[0];
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void quotientsOfFixedPointNumbersAreCorrectlyRounded(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    for (int i = 0; i < 50; i++) {
      long high = random.nextLong() >> random.nextInt(64);
      long low = random.nextInt(4) == 0 ? 0 : random.nextLong() >> random.nextInt(64);
      long divisor = 1 + (random.nextLong() >>> (1 + random.nextInt(62)));
      BigInteger number = FixedPoint.toBigInteger(high, low);
      assertThat(number)
          .isEqualTo(
              BigInteger.valueOf(high)
                  .shiftLeft(64)
                  .add(new BigInteger(Long.toUnsignedString(low))));
      double expected =
          new BigDecimal(number)
              .divide(BigDecimal.valueOf(divisor), new MathContext(100))
              .doubleValue();
      assertThat(FixedPoint.quotient(high, low, divisor))
          .as("seed %d: %s / %d", seed, number, divisor)
          .isEqualTo(expected);
      assertThat(FixedPoint.quotient(number, divisor, 0)).isEqualTo(expected);
    }
  }
}
