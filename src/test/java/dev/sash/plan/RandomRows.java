package dev.sash.plan;

import dev.sash.data.BatchBuilder;
import dev.sash.data.ColumnBatch;
import dev.sash.data.ColumnBuilder;
import dev.sash.data.DataType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Random batches of {@link RandomExpressions#SCHEMA}: ordinary values, limits, NULLs. */
final class RandomRows {
  private static final String[] TEXTS = {"a", "b", "ab", "", "é", "12", "b ", "-3", "A%"};
  private static final double[] DOUBLES = {
    0, -0.0, 1, -1.5, 2.25, Double.NaN, 1e300, -1e-300, Double.POSITIVE_INFINITY, 1e10, 0.1
  };

  private final Random random;
  private final BatchBuilder builder = new BatchBuilder(RandomExpressions.SCHEMA);
  private final int nullPercent;
  private final boolean limits;

  /**
   * A source of batches, whose texts share a dictionary.
   *
   * @param nullPercent how many values of nullable columns are NULL
   * @param limits whether numbers go to the limits of their types
   */
  RandomRows(Random random, int nullPercent, boolean limits) {
    this.random = random;
    this.nullPercent = nullPercent;
    this.limits = limits;
  }

  ColumnBatch batch(int rowCount) {
    for (int row = 0; row < rowCount; row++) {
      for (int i = 0; i < RandomExpressions.SCHEMA.size(); i++) {
        ColumnBuilder column = builder.column(i);
        column.appendObject(value(RandomExpressions.SCHEMA.type(i)));
      }
    }
    return builder.build();
  }

  private @Nullable Object value(DataType type) {
    if (type.nullable() && random.nextInt(100) < nullPercent) {
      return null;
    }
    return switch (type.kind()) {
      case BOOLEAN -> random.nextBoolean();
      case TINYINT -> whole(Byte.MIN_VALUE, Byte.MAX_VALUE);
      case SMALLINT -> whole(Short.MIN_VALUE, Short.MAX_VALUE);
      case INTEGER -> whole(Integer.MIN_VALUE, Integer.MAX_VALUE);
      case BIGINT -> whole(Long.MIN_VALUE, Long.MAX_VALUE);
      case REAL -> (double) (float) floating();
      case DOUBLE -> floating();
      case DECIMAL -> decimal(type);
      case VARCHAR -> text();
      case CHAR -> (text() + "   ").substring(0, 3);
      case DATE -> (long) random.nextInt(40_000) - 10_000;
      case TIME -> (long) random.nextInt(86_400_000);
      case TIMESTAMP, TIMESTAMP_LTZ -> random.nextLong() % 4_000_000_000_000L;
    };
  }

  private long whole(long min, long max) {
    int choice = random.nextInt(limits ? 12 : 10);
    return choice == 11
        ? max
        : choice == 10 ? min : choice < 4 ? choice - 1 : random.nextInt(200) - 100;
  }

  private double floating() {
    return random.nextInt(limits ? 2 : 3) == 0
        ? DOUBLES[random.nextInt(limits ? DOUBLES.length : 5)]
        : random.nextInt(2000) / 16d - 50;
  }

  private BigDecimal decimal(DataType type) {
    int digits = limits && random.nextInt(4) == 0 ? type.precision() : 1 + random.nextInt(5);
    BigInteger unscaled = new BigInteger(digits * 4, random).mod(BigInteger.TEN.pow(digits));
    return new BigDecimal(random.nextBoolean() ? unscaled : unscaled.negate(), type.scale());
  }

  private String text() {
    return random.nextInt(20) == 0
        ? "t" + random.nextInt(300)
        : TEXTS[random.nextInt(TEXTS.length)];
  }
}
