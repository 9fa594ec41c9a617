package dev.sash.aggregate;

import dev.sash.data.BatchBuilder;
import dev.sash.data.ColumnBatch;
import dev.sash.data.Field;
import dev.sash.data.Schema;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** Rows of {@link AggregateCase#ROW} with NULLs, extremes and repeated values. */
public final class RandomRows {
  private final SplittableRandom random;
  private final boolean wildDoubles;
  private final double nullShare;

  /** A generator; the random decides once how wild its rows are. */
  public RandomRows(SplittableRandom random) {
    this.random = random;
    wildDoubles = random.nextInt(3) == 0;
    nullShare = random.nextInt(3) * 0.2;
  }

  /** The schema of the rows. */
  public static Schema schema() {
    List<Field> fields = new ArrayList<>();
    for (int i = 0; i < AggregateCase.ROW.size(); i++) {
      fields.add(new Field("c" + i, AggregateCase.ROW.get(i)));
    }
    return new Schema(fields);
  }

  /** A batch of the given rows. */
  public static ColumnBatch batch(List<@Nullable Object[]> rows) {
    BatchBuilder builder = new BatchBuilder(schema());
    for (Object[] row : rows) {
      builder.appendRow(row);
    }
    return builder.build();
  }

  /** The next row. */
  public @Nullable Object[] next() {
    Object[] row = {
      (long) random.nextInt(-50, 50),
      bigint(),
      number(),
      BigDecimal.valueOf(random.nextLong(-9_999_999_999L, 9_999_999_999L), 2),
      wideDecimal(),
      text(),
      random.nextBoolean(),
      (long) random.nextInt(-40_000, 40_000),
      random.nextLong(-3_000_000_000_000L, 3_000_000_000_000L)
    };
    for (int i = 0; i < row.length; i++) {
      if (random.nextDouble() < nullShare) {
        row[i] = null;
      }
    }
    return row;
  }

  private Object bigint() {
    return switch (random.nextInt(20)) {
      case 0 -> Long.MAX_VALUE / 1000;
      case 1 -> Long.MIN_VALUE / 1000;
      default -> random.nextLong(-1_000_000_000_000L, 1_000_000_000_000L);
    };
  }

  private Object number() {
    if (wildDoubles) {
      double[] wild = {
        Double.NaN,
        Double.POSITIVE_INFINITY,
        Double.NEGATIVE_INFINITY,
        Double.MIN_VALUE,
        1e16,
        -1e16,
        1e300,
        -1e300,
        1e-300,
        -0.0,
        0.0,
        1e17,
        Math.scalb(1.0, 56),
        Math.scalb(1.5, -70)
      };
      int choice = random.nextInt(wild.length * 4);
      if (choice < wild.length && (choice > 2 || random.nextInt(8) == 0)) {
        return wild[choice];
      }
    }
    return switch (random.nextInt(4)) {
      case 0 -> random.nextInt(-1000, 1000) / 100.0;
      case 1 -> (double) random.nextInt(-5, 5);
      default -> (random.nextDouble() - 0.5) * Math.pow(10, random.nextInt(12) - 3);
    };
  }

  private Object wideDecimal() {
    BigInteger unscaled =
        switch (random.nextInt(4)) {
          case 0 -> BigInteger.valueOf(random.nextLong());
          case 1 -> BigInteger.TEN.pow(35).multiply(BigInteger.valueOf(random.nextInt(-9, 10)));
          default -> BigInteger.valueOf(random.nextInt(-500, 500));
        };
    return new BigDecimal(unscaled, 3);
  }

  private String text() {
    return switch (random.nextInt(8)) {
      case 0 -> "";
      case 1 -> "\u00e9" + random.nextInt(5);
      default -> "t" + random.nextInt(30);
    };
  }
}
