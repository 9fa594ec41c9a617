package dev.sash.aggregate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sash.data.BatchBuilder;
import dev.sash.data.ColumnBatch;
import dev.sash.data.ColumnBuilder;
import dev.sash.data.DataType;
import dev.sash.data.DataType.Kind;
import dev.sash.data.Field;
import dev.sash.data.Schema;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random rows that come and go, in batches of any size, with records combined and restored on the
 * way, against the same functions over the rows that are left.
 */
class RetractionTest {
  private static final int SEEDS = 200;

  private static final Schema ROWS =
      Schema.of(
          new Field("i", DataType.of(Kind.BIGINT)),
          new Field("d", DataType.of(Kind.DOUBLE)),
          new Field("t", DataType.of(Kind.VARCHAR)),
          new Field("m", DataType.decimal(30, 2)),
          new Field("f", DataType.of(Kind.BOOLEAN)));

  private static final double[] DOUBLES = {
    0.1, -0.0, 1e300, -1e300, 3.5, 1e-310, Double.NaN, Double.POSITIVE_INFINITY, -1e17
  };

  static Stream<Long> seeds() {
    return IntStream.range(0, SEEDS).mapToObj(seed -> (long) seed);
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void whatIsLeftIsWhatCounts(long seed) throws IOException {
    SplittableRandom random = new SplittableRandom(seed);
    RecordLayout layout = layout(true);
    RecordStore store = layout.newStore(StateBudget.unlimited());
    int[] records = {store.allocate(), store.allocate()};
    List<@Nullable Object[]> left = new ArrayList<>();
    for (int step = 0; step < 30; step++) {
      List<@Nullable Object[]> changed = new ArrayList<>();
      boolean retract = random.nextInt(3) == 0;
      int count = random.nextInt(1, 6);
      for (int i = 0; i < count && !(retract && left.isEmpty()); i++) {
        @Nullable Object[] row = retract ? left.remove(random.nextInt(left.size())) : row(random);
        changed.add(row);
      }
      change(layout, store, records[0], changed, retract);
      if (!retract) {
        left.addAll(changed);
      }
      if (random.nextInt(5) == 0) {
        restore(layout, store, records);
      }
      assertThat(results(layout, store, records[0]))
          .as("seed %d, step %d, %d rows left", seed, step, left.size())
          .isEqualTo(recomputed(left));
    }
    layout.combine(
        store, store, new RecordPairs(new int[] {records[1]}, new int[] {records[0]}, 1));
    assertThat(results(layout, store, records[1])).as("seed %d", seed).isEqualTo(recomputed(left));
  }

  private static RecordLayout layout(boolean retracts) {
    List<AggregateInput> inputs = new ArrayList<>();
    inputs.add(input("COUNT", List.of(), false, Kind.BIGINT, -1, retracts));
    inputs.add(input("SUM", List.of(0), false, Kind.BIGINT, 4, retracts));
    for (int column = 0; column < 4; column++) {
      List<Integer> argument = List.of(column);
      Kind kind = ROWS.type(column).kind();
      inputs.add(input("COUNT", argument, false, Kind.BIGINT, -1, retracts));
      inputs.add(input("COUNT", argument, true, Kind.BIGINT, -1, retracts));
      inputs.add(input("MIN", argument, false, kind, -1, retracts));
      inputs.add(input("MAX", argument, false, kind, 4, retracts));
      if (column != 2) {
        inputs.add(input("SUM", argument, false, kind, -1, retracts));
        inputs.add(input("SUM", argument, true, kind, -1, retracts));
        inputs.add(input("VAR_SAMP", argument, false, Kind.DOUBLE, -1, retracts));
        inputs.add(input("STDDEV_POP", argument, true, Kind.DOUBLE, 4, retracts));
      }
    }
    for (String function : List.of("COUNT_IF", "BOOL_AND", "BOOL_OR")) {
      Kind kind = function.equals("COUNT_IF") ? Kind.BIGINT : Kind.BOOLEAN;
      inputs.add(input(function, List.of(4), false, kind, -1, retracts));
    }
    for (String function : List.of("BIT_AND", "BIT_OR", "BIT_XOR", "MODE")) {
      inputs.add(input(function, List.of(0), false, Kind.BIGINT, 4, retracts));
    }
    inputs.add(input("BIT_XOR", List.of(0), true, Kind.BIGINT, -1, retracts));
    inputs.add(input("ARG_MIN", List.of(1, 0), false, Kind.DOUBLE, -1, retracts));
    inputs.add(input("ARG_MAX", List.of(0, 2), false, Kind.BIGINT, 4, retracts));
    inputs.add(input("ARG_MAX", List.of(2, 1), false, Kind.VARCHAR, -1, retracts));
    inputs.add(input("MEDIAN", List.of(1), false, Kind.DOUBLE, -1, retracts));
    inputs.add(input("MEDIAN", List.of(0), true, Kind.DOUBLE, -1, retracts));
    inputs.add(input("LISTAGG", List.of(2), false, Kind.VARCHAR, 4, retracts));
    inputs.add(input("APPROX_COUNT_DISTINCT", List.of(2), false, Kind.BIGINT, -1, retracts));
    inputs.add(input("CORR", List.of(0, 1), false, Kind.DOUBLE, -1, retracts));
    inputs.add(input("REGR_INTERCEPT", List.of(3, 0), false, Kind.DOUBLE, 4, retracts));
    return new RecordLayout(inputs);
  }

  private static AggregateInput input(
      String function,
      List<Integer> arguments,
      boolean distinct,
      Kind kind,
      int filter,
      boolean retracts) {
    List<DataType> types = arguments.stream().map(ROWS::type).toList();
    DataType result = kind == Kind.DECIMAL ? DataType.decimal(38, 2) : DataType.of(kind);
    AggregateFunction created =
        retracts
            ? AggregateFunctions.retracting(function, types, distinct, result)
            : AggregateFunctions.of(function, types, distinct, result);
    return new AggregateInput(created, arguments, filter);
  }

  private static @Nullable Object[] row(SplittableRandom random) {
    return new @Nullable Object[] {
      random.nextInt(5) == 0 ? null : (Object) random.nextLong(-3, 4),
      random.nextInt(5) == 0 ? null : (Object) DOUBLES[random.nextInt(DOUBLES.length)],
      random.nextInt(5) == 0 ? null : "t" + random.nextInt(4),
      random.nextInt(5) == 0
          ? null
          : new BigDecimal(random.nextBoolean() ? "9999999999999999999999999999.99" : "-0.01"),
      random.nextInt(5) == 0 ? null : (Object) random.nextBoolean()
    };
  }

  private static void change(
      RecordLayout layout,
      RecordStore store,
      int record,
      List<@Nullable Object[]> rows,
      boolean retract) {
    BatchBuilder builder = new BatchBuilder(ROWS);
    rows.forEach(builder::appendRow);
    ColumnBatch batch = builder.build();
    int[] numbers = IntStream.range(0, rows.size()).toArray();
    int[] records = IntStream.range(0, rows.size()).map(i -> record).toArray();
    if (retract) {
      layout.retract(batch, numbers, records, rows.size(), store);
    } else {
      layout.add(batch, numbers, records, rows.size(), store);
    }
  }

  private static void restore(RecordLayout layout, RecordStore store, int[] records)
      throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    layout.write(store, records, 1, new DataOutputStream(bytes));
    records[0] = store.allocate();
    layout.read(
        store, records, 1, new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
  }

  private static List<@Nullable Object> recomputed(List<@Nullable Object[]> rows) {
    RecordLayout layout = layout(false);
    RecordStore store = layout.newStore(StateBudget.unlimited());
    int record = store.allocate();
    change(layout, store, record, rows, false);
    return results(layout, store, record);
  }

  private static List<@Nullable Object> results(
      RecordLayout layout, RecordStore store, int record) {
    List<@Nullable Object> results = new ArrayList<>();
    for (int i = 0; i < layout.aggregates().size(); i++) {
      ColumnBuilder out = ColumnBuilder.of(layout.aggregates().get(i).function().resultType());
      layout.result(i, store, new int[] {record}, 1, out);
      results.add(out.build().value(0));
    }
    return results;
  }
}
