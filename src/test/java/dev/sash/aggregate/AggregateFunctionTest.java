package dev.sash.aggregate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sash.data.BatchBuilder;
import dev.sash.data.ColumnBatch;
import dev.sash.data.ColumnBuilder;
import dev.sash.data.DataType;
import dev.sash.data.DataType.Kind;
import dev.sash.data.Field;
import dev.sash.data.Schema;
import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class AggregateFunctionTest {
  private static final DataType BIGINT = DataType.of(Kind.BIGINT);
  private static final DataType DOUBLE = DataType.of(Kind.DOUBLE);
  private static final int FILTER = AggregateCase.ROW.indexOf(DataType.of(Kind.BOOLEAN));

  static LongStream seeds() {
    return LongStream.range(0, 150);
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void everyAggregateGivesWhatTheOracleGives(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    List<AggregateCase> cases = AggregateCase.all();
    boolean filtered = random.nextBoolean();
    RecordLayout layout = layout(cases, filtered ? FILTER : -1);
    RecordStore store = layout.newStore(StateBudget.unlimited());
    int groups = random.nextInt(1, 6);
    int[] group = new int[groups];
    store.allocate(group, 0, groups);
    List<List<Object[]>> rowsOfGroup = new ArrayList<>();
    for (int g = 0; g < groups; g++) {
      rowsOfGroup.add(new ArrayList<>());
    }
    RandomRows rows = new RandomRows(random);
    for (int batch = random.nextInt(4); batch >= 0; batch--) {
      addBatch(random, rows, layout, store, group, rowsOfGroup);
    }
    for (int g = 0; g < groups; g++) {
      check(cases, layout, store, group[g], rowsOfGroup.get(g), filtered, "seed " + seed);
    }
    int all = combineAll(layout, store, group);
    List<Object[]> allRows = rowsOfGroup.stream().flatMap(List::stream).toList();
    check(cases, layout, store, all, allRows, filtered, "seed " + seed + ", combined");
  }

  private static RecordLayout layout(List<AggregateCase> cases, int filter) {
    return new RecordLayout(cases.stream().map(c -> c.input(filter)).toList());
  }

  private static void addBatch(
      SplittableRandom random,
      RandomRows source,
      RecordLayout layout,
      RecordStore store,
      int[] group,
      List<List<Object[]>> rowsOfGroup) {
    List<Object[]> rows = new ArrayList<>();
    int[] chosen = new int[40];
    int[] records = new int[40];
    int count = 0;
    for (int row = random.nextInt(chosen.length); row > 0; row--) {
      rows.add(source.next());
      if (random.nextInt(10) > 0) {
        int g = random.nextInt(group.length);
        chosen[count] = rows.size() - 1;
        records[count++] = group[g];
        rowsOfGroup.get(g).add(rows.get(rows.size() - 1));
      }
    }
    layout.add(RandomRows.batch(rows), chosen, records, count, store);
  }

  /** Combines in two different shapes and returns the record of the second. */
  private static int combineAll(RecordLayout layout, RecordStore store, int[] group) {
    int[] sums = new int[group.length];
    store.allocate(sums, 0, sums.length);
    for (int i = 0; i < group.length; i++) {
      int[] into = {sums[i % 2 == 0 ? 0 : sums.length - 1]};
      layout.combine(store, store, new RecordPairs(into, new int[] {group[i], -1}, 1));
    }
    if (sums.length > 1) {
      int[] last = {sums[sums.length - 1]};
      layout.combine(store, store, new RecordPairs(new int[] {sums[0]}, last, 1));
    }
    return sums[0];
  }

  private static void check(
      List<AggregateCase> cases,
      RecordLayout layout,
      RecordStore store,
      int record,
      List<Object[]> rows,
      boolean filtered,
      String where) {
    for (int c = 0; c < cases.size(); c++) {
      AggregateCase call = cases.get(c);
      List<Object[]> values = new ArrayList<>();
      for (Object[] row : rows) {
        if (!filtered || Boolean.TRUE.equals(row[FILTER])) {
          values.add(row);
        }
      }
      ColumnBuilder out = ColumnBuilder.of(call.result());
      layout.result(c, store, new int[] {record}, 1, out);
      Object result = out.build().value(0);
      Object wanted = AggregateOracle.result(call, values);
      if (!Objects.equals(result, wanted)) {
        assertThat(result).as("%s of %s, %s", call, text(call, values), where).isEqualTo(wanted);
      }
    }
  }

  private static List<List<Object>> text(AggregateCase call, List<Object[]> rows) {
    return rows.stream()
        .map(row -> call.ordinals().stream().map(ordinal -> row[ordinal]).toList())
        .toList();
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void writtenRecordsReadBackToTheSameResults(long seed) throws IOException {
    SplittableRandom random = new SplittableRandom(seed);
    List<AggregateCase> cases = AggregateCase.all();
    RecordLayout layout = layout(cases, -1);
    RecordStore store = layout.newStore(StateBudget.unlimited());
    int[] group = {store.allocate()};
    List<List<Object[]>> rows = List.of(new ArrayList<>());
    addBatch(random, new RandomRows(random), layout, store, group, rows);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    layout.write(store, group, 1, new DataOutputStream(bytes));
    StateBudget budget = StateBudget.unlimited();
    RecordStore restored = layout.newStore(budget);
    int[] copy = {restored.allocate()};
    layout.read(
        restored, copy, 1, new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
    check(cases, layout, restored, copy[0], rows.get(0), false, "seed " + seed);
  }

  @Test
  void sumBeyondBigintIsAnErrorAndNeverWraps() {
    assertThat(results("SUM", BIGINT, BIGINT, Long.MAX_VALUE, Long.MAX_VALUE, Long.MIN_VALUE))
        .isEqualTo(Long.MAX_VALUE - 1);
    assertThatThrownBy(() -> results("SUM", BIGINT, BIGINT, Long.MAX_VALUE, 1L))
        .isInstanceOfSatisfying(
            SashException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NUMERIC_OVERFLOW))
        .hasMessage("a sum is outside the range of BIGINT");
  }

  @Test
  void sumBeyondThirtyEightDigitsIsAnErrorButMayPassThroughMore() {
    DataType type = DataType.decimal(38, 0);
    BigDecimal most = BigDecimal.TEN.pow(38).subtract(BigDecimal.ONE);
    assertThat(results("SUM", type, type, most, most, most, most.negate(), most.negate()))
        .isEqualTo(most);
    assertThat(results("AVG", type, type, most, most, most)).isEqualTo(most);
    assertThatThrownBy(() -> results("SUM", type, type, most, BigDecimal.ONE))
        .isInstanceOf(SashException.class)
        .hasMessage("a sum is outside the range of DECIMAL(38, 0)");
  }

  @Test
  void averageOfDecimalsRoundsHalfUpAtTheScaleOfTheResult() {
    DataType cents = DataType.decimal(10, 2);
    assertThat(
            results(
                "AVG",
                cents,
                DataType.decimal(10, 1),
                new BigDecimal("0.10"),
                new BigDecimal("0.20")))
        .isEqualTo(new BigDecimal("0.2"));
    assertThat(
            results(
                "AVG",
                cents,
                DataType.decimal(10, 1),
                new BigDecimal("-0.10"),
                new BigDecimal("-0.20")))
        .isEqualTo(new BigDecimal("-0.2"));
  }

  @Test
  void averageOfIntegersIsExactBeyondTheRangeOfTheirSum() {
    assertThat(results("AVG", BIGINT, DOUBLE, Long.MAX_VALUE, Long.MAX_VALUE)).isEqualTo(0x1p63);
    assertThat(results("AVG", BIGINT, DOUBLE, 1L, 0L, 0L)).isEqualTo(1 / 3.0);
  }

  @Test
  void minAndMaxLeaveNanOutUnlessThereIsNothingElse() {
    assertThat(results("MIN", DOUBLE, DOUBLE, Double.NaN, 2.0, 1.0)).isEqualTo(1.0);
    assertThat(results("MAX", DOUBLE, DOUBLE, Double.NaN, 2.0, 1.0)).isEqualTo(2.0);
    assertThat(results("MAX", DOUBLE, DOUBLE, Double.NaN)).isEqualTo(Double.NaN);
    assertThat(results("MAX", DOUBLE, DOUBLE, Double.NaN, Double.NEGATIVE_INFINITY))
        .isEqualTo(Double.NEGATIVE_INFINITY);
    assertThat(results("MIN", DOUBLE, DOUBLE, -0.0)).isEqualTo(0.0);
  }

  @Test
  void bigintExtremesAreValuesLikeAnyOther() {
    assertThat(results("MIN", BIGINT, BIGINT, Long.MAX_VALUE)).isEqualTo(Long.MAX_VALUE);
    assertThat(results("MAX", BIGINT, BIGINT, Long.MIN_VALUE)).isEqualTo(Long.MIN_VALUE);
    assertThat(results("MIN", BIGINT, BIGINT)).isNull();
  }

  @Test
  void countOfDistinctPairsSkipsPairsWithNull() {
    Schema schema = Schema.of(new Field("a", BIGINT), new Field("b", DataType.of(Kind.VARCHAR)));
    BatchBuilder builder = new BatchBuilder(schema);
    builder.appendRow(1L, "x");
    builder.appendRow(1L, "x");
    builder.appendRow(1L, "y");
    builder.appendRow(2L, "x");
    builder.appendRow(null, "x");
    builder.appendRow(3L, null);
    List<DataType> types = List.of(BIGINT, schema.type(1));
    AggregateFunction function = AggregateFunctions.of("COUNT", types, true, BIGINT);
    RecordLayout layout =
        new RecordLayout(List.of(new AggregateInput(function, List.of(0, 1), -1)));
    assertThat(result(layout, builder.build())).isEqualTo(3L);
  }

  @Test
  void aggregatesWithTheSameStateShareIt() {
    AggregateInput sum = new AggregateCase("SUM", false, DOUBLE, DOUBLE).input(-1);
    AggregateInput average = new AggregateCase("AVG", false, DOUBLE, DOUBLE).input(-1);
    AggregateInput filtered = new AggregateCase("AVG", false, DOUBLE, DOUBLE).input(FILTER);
    assertThat(sum.sharesState(average)).isTrue();
    assertThat(average.sharesState(filtered)).isFalse();
  }

  @Test
  void functionThatDoesNotExistIsNamedWithItsTypes() {
    assertThatThrownBy(() -> results("SUM", DataType.of(Kind.VARCHAR), DOUBLE))
        .isInstanceOf(SashException.class)
        .hasMessage("there is no aggregate function \"SUM\" of (VARCHAR)");
    assertThatThrownBy(() -> results("MEDIUM", DOUBLE, DOUBLE)).isInstanceOf(SashException.class);
  }

  private static Object results(String function, DataType type, DataType result, Object... values) {
    BatchBuilder builder = new BatchBuilder(Schema.of(new Field("x", type)));
    for (Object value : values) {
      builder.appendRow(value);
    }
    AggregateFunction created = AggregateFunctions.of(function, List.of(type), false, result);
    return result(
        new RecordLayout(List.of(new AggregateInput(created, List.of(0), -1))), builder.build());
  }

  private static Object result(RecordLayout layout, ColumnBatch batch) {
    RecordStore store = layout.newStore(StateBudget.unlimited());
    int record = store.allocate();
    int[] rows = new int[batch.rowCount()];
    int[] records = new int[rows.length];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = i;
      records[i] = record;
    }
    layout.add(batch, rows, records, rows.length, store);
    ColumnBuilder out = ColumnBuilder.of(layout.aggregates().get(0).function().resultType());
    layout.result(0, store, new int[] {record}, 1, out);
    return out.build().value(0);
  }
}
