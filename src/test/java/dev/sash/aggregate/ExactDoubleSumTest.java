package dev.sash.aggregate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sash.data.BatchBuilder;
import dev.sash.data.ColumnBatch;
import dev.sash.data.ColumnBuilder;
import dev.sash.data.DataType;
import dev.sash.data.DataType.Kind;
import dev.sash.data.Field;
import dev.sash.data.Schema;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * SUM and AVG of doubles of any size, some rows of which are taken back, in any order, over records
 * that are combined in different ways, against decimals of any length.
 */
class ExactDoubleSumTest {
  private static final DataType DOUBLE = DataType.of(Kind.DOUBLE).nullable(false);
  private static final Schema ROWS = Schema.of(new Field("v", DOUBLE));

  static LongStream seeds() {
    return LongStream.range(0, 300);
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void whatIsLeftIsSummedUpExactly(long seed) {
    Random random = new Random(seed);
    List<Double> kept = values(random, random.nextInt(1, 60));
    List<Double> gone = values(random, random.nextInt(40));
    List<Object> wanted = List.of(sum(kept), average(kept));
    for (int order = 0; order < 3; order++) {
      assertThat(results(random, kept, gone, true)).as("seed %d", seed).isEqualTo(wanted);
      assertThat(results(random, kept, List.of(), false)).as("seed %d", seed).isEqualTo(wanted);
    }
  }

  private static List<Double> values(Random random, int count) {
    int kind = random.nextInt(8);
    List<Double> values = new ArrayList<>();
    while (values.size() < count) {
      double value = value(random, kind < 6 ? kind : random.nextInt(6));
      values.add(value);
      if (kind == 7 && random.nextBoolean()) {
        values.add(random.nextInt(4) == 0 ? Math.nextUp(-value) : -value);
      }
    }
    if (random.nextInt(8) == 0) {
      double[] special = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY};
      values.add(special[random.nextInt(3)]);
    }
    return values;
  }

  private static double value(Random random, int kind) {
    double sign = random.nextBoolean() ? 1 : -1;
    return switch (kind) {
      case 0 -> random.nextInt(100_000) / 100.0;
      case 1 -> sign * Math.scalb(random.nextDouble(), random.nextInt(-1074, 1024));
      case 2 -> sign * random.nextInt(20) * Double.MIN_VALUE;
      case 3 -> sign * Double.MAX_VALUE / random.nextInt(1, 3);
      case 4 -> sign * Math.scalb(1 + random.nextInt(3), random.nextInt(-120, 120));
      default -> random.nextInt(9) == 0 ? -0.0 : random.nextGaussian();
    };
  }

  private static double sum(List<Double> values) {
    double plain =
        values.stream().mapToDouble(value -> value).filter(v -> !Double.isFinite(v)).sum();
    return plain != 0 ? plain : exact(values).doubleValue() + 0.0;
  }

  private static double average(List<Double> values) {
    double plain =
        values.stream().mapToDouble(value -> value).filter(v -> !Double.isFinite(v)).sum();
    BigDecimal exact = plain != 0 ? BigDecimal.ZERO : exact(values);
    MathContext digits = new MathContext(exact.precision() + 40);
    return plain != 0
        ? plain
        : exact.divide(BigDecimal.valueOf(values.size()), digits).doubleValue();
  }

  private static BigDecimal exact(List<Double> values) {
    return values.stream().map(BigDecimal::new).reduce(BigDecimal.ZERO, BigDecimal::add);
  }

  private static List<Object> results(
      Random random, List<Double> kept, List<Double> gone, boolean retracts) {
    RecordLayout layout = new RecordLayout(List.of(sum("SUM", retracts), sum("AVG", retracts)));
    RecordStore store = layout.newStore(StateBudget.unlimited());
    int[] records = new int[random.nextInt(1, 6)];
    if (random.nextInt(20) == 0) {
      compile(random, layout, store);
    }
    store.allocate(records, 0, records.length);
    List<Double> all = new ArrayList<>(kept);
    all.addAll(gone);
    Collections.shuffle(all, random);
    change(layout, store, all, IntStream.range(0, all.size()).map(i -> spread(records)[i]), false);
    // a row may be taken back from another record than it was added to: the sum is the same
    change(layout, store, gone, IntStream.range(0, gone.size()).map(i -> records[0]), true);
    return random.nextBoolean()
        ? inBlock(layout, store, records)
        : List.of(result(layout, store, 0, records), result(layout, store, 1, records));
  }

  /** From so many rows on there is one loop, and another one for so many records. */
  private static void compile(Random random, RecordLayout layout, RecordStore store) {
    for (int record = random.nextBoolean() ? 1 : 1 << 17; record > 0; record--) {
      store.allocate();
    }
    List<Double> many = Collections.nCopies(50_000, 0.5);
    change(layout, store, many, IntStream.range(0, many.size()).map(i -> 0), false);
    change(layout, store, many, IntStream.range(0, many.size()).map(i -> 0), false);
  }

  private static int[] spread(int[] records) {
    return IntStream.range(0, 1000).map(i -> records[i % records.length]).toArray();
  }

  private static AggregateInput sum(String name, boolean retracts) {
    AggregateFunction function =
        retracts
            ? AggregateFunctions.retracting(name, List.of(DOUBLE), false, DOUBLE)
            : AggregateFunctions.of(name, List.of(DOUBLE), false, DOUBLE);
    return new AggregateInput(function, List.of(0), -1);
  }

  private static void change(
      RecordLayout layout,
      RecordStore store,
      List<Double> values,
      IntStream recordOfRow,
      boolean retract) {
    BatchBuilder builder = new BatchBuilder(ROWS);
    values.forEach(value -> builder.appendRow(value));
    ColumnBatch batch = builder.build();
    int[] rows = IntStream.range(0, values.size()).toArray();
    if (retract) {
      layout.retract(batch, rows, recordOfRow.toArray(), rows.length, store);
    } else {
      layout.add(batch, rows, recordOfRow.toArray(), rows.length, store);
    }
  }

  private static Object result(RecordLayout layout, RecordStore store, int call, int[] records) {
    int total = store.allocate();
    for (int record : records) {
      layout.combine(store, store, new RecordPairs(new int[] {total}, new int[] {record}, 1));
    }
    ColumnBuilder out = ColumnBuilder.of(DOUBLE);
    layout.result(call, store, new int[] {total}, 1, out);
    return out.build().value(0);
  }

  /** In a block as long as words are enough, as closing a window does. */
  private static List<Object> inBlock(RecordLayout layout, RecordStore store, int[] records) {
    StateBlock block = layout.newBlock();
    block.start(1);
    for (int record : records) {
      block.add(store, new int[] {record});
    }
    List<Object> results = new ArrayList<>();
    for (int call = 0; call < 2; call++) {
      if (block.isWhole() && !store.hasObjects()) {
        ColumnBuilder out = ColumnBuilder.of(DOUBLE);
        block.result(call, out);
        results.add(out.build().value(0));
      } else {
        results.add(result(layout, store, call, records));
      }
    }
    return results;
  }
}
