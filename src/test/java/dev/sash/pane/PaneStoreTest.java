package dev.sash.pane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sash.aggregate.AggregateFunctions;
import dev.sash.aggregate.AggregateInput;
import dev.sash.aggregate.StateBudget;
import dev.sash.data.Column;
import dev.sash.data.ColumnBatch;
import dev.sash.data.DataType;
import dev.sash.data.DataType.Kind;
import dev.sash.data.DoubleColumn;
import dev.sash.data.Field;
import dev.sash.data.LongColumn;
import dev.sash.data.Schema;
import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import dev.sash.pane.PaneScenario.Stores;
import dev.sash.window.PaneGrid;
import dev.sash.window.WindowSpec;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PaneStoreTest {
  private static final DataType BIGINT = DataType.of(Kind.BIGINT);
  private static final DataType DOUBLE = DataType.of(Kind.DOUBLE);
  private static final Schema SCHEMA = Schema.of(new Field("k", BIGINT), new Field("x", DOUBLE));

  static LongStream seeds() {
    return LongStream.range(0, 200);
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void everyWindowIsWhatItsRowsSay(long seed) {
    everyWindowIsWhatItsRowsSay(seed, Stores.ONE);
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void everyWindowOfShardsIsWhatItsRowsSay(long seed) {
    everyWindowIsWhatItsRowsSay(seed, Stores.SHARDS);
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void everyWindowOfTwoPhasesIsWhatItsRowsSay(long seed) {
    everyWindowIsWhatItsRowsSay(seed, Stores.TWO_PHASES);
  }

  private static void everyWindowIsWhatItsRowsSay(long seed, Stores stores) {
    SplittableRandom shape = new SplittableRandom(~seed);
    long panesPerSlide = shape.nextInt(3) == 0 ? shape.nextInt(2, 6) : 1;
    long panesPerWindow = shape.nextInt(1, shape.nextBoolean() ? 8 : 60);
    PaneGrid grid = grid(panesPerSlide, panesPerWindow);
    PaneScenario scenario = new PaneScenario(seed, grid, shape.nextInt(5) == 0, stores);
    SplittableRandom random = scenario.random();
    long now = random.nextInt(-1000, 1000);
    long first = now - panesPerWindow;
    int disorder = 1 + random.nextInt(random.nextBoolean() ? 3 : (int) panesPerWindow + 5);
    int steps = random.nextInt(5, 40);
    for (int step = 0; step < steps; step++) {
      long[] panes = new long[random.nextInt(30)];
      for (int i = 0; i < panes.length; i++) {
        panes[i] = now - random.nextInt(disorder);
      }
      scenario.add(panes);
      if (random.nextInt(4) == 0) {
        long end = now + random.nextInt(3);
        scenario.checkSome(end - panesPerWindow + 1, panesPerWindow);
      }
      now += random.nextInt(12) == 0 ? random.nextInt(200) : random.nextInt(3);
      first = emit(scenario, first, now, panesPerSlide, panesPerWindow);
      disturb(scenario);
    }
    scenario.finish();
  }

  /** Emits the windows that end before now, as an operator does. */
  private static long emit(
      PaneScenario scenario, long from, long now, long panesPerSlide, long panesPerWindow) {
    long first = from;
    while (first + panesPerWindow <= now) {
      scenario.check(first, panesPerWindow);
      first += panesPerSlide;
      if (scenario.random().nextInt(4) > 0) {
        scenario.expireBefore(first);
      }
      if (scenario.random().nextInt(10) == 0) {
        scenario.checkSome(first - panesPerSlide, panesPerWindow);
      }
    }
    return first;
  }

  private static void disturb(PaneScenario scenario) {
    switch (scenario.random().nextInt(12)) {
      case 0 -> scenario.restore();
      case 1 -> scenario.reclaimNow();
      case 2, 3 -> scenario.checkTouched();
      default -> {}
    }
  }

  private static PaneGrid grid(long panesPerSlide, long panesPerWindow) {
    return new PaneGrid(new WindowSpec.Hop(panesPerSlide * 1000, panesPerWindow * 1000, 0));
  }

  @Test
  void emptyStretchesAreSkippedAndYearsBetweenPanesCostNothing() {
    PaneStore store = new PaneStore(grid(1, 3600), sums(), StateBudget.unlimited());
    add(store, -5_000_000_000L, 0, 1.5);
    add(store, 7_000_000_000L, 0, 2.5);
    assertThat(store.firstPane()).isEqualTo(-5_000_000_000L);
    assertThat(store.nextPane(-4_999_999_999L)).isEqualTo(7_000_000_000L);
    assertThat(store.window(-5_000_003_000L, 3600).result(1).value(0)).isEqualTo(1.5);
    assertThat(store.window(-4_000_000_000L, 3600).count()).isZero();
    assertThat(store.window(7_000_000_000L, 3600).result(1).value(0)).isEqualTo(2.5);
  }

  @Test
  void globalWindowIsOnePane() {
    PaneStore store = PaneStore.global(sums(), StateBudget.unlimited());
    add(store, 0, 0, 1);
    add(store, 0, 3, 2);
    add(store, 0, 0, 4);
    WindowState state = store.window(0, 1, new int[] {3, 0, 9}, 3);
    assertThat(state.count()).isEqualTo(2);
    assertThat(Arrays.copyOf(state.ids(), 2)).containsExactly(3, 0);
    assertThat(((DoubleColumn) state.result(1)).values()).startsWith(2, 5);
  }

  @Test
  void resultOutsideItsTypeNamesTheKey() {
    PaneStore store = PaneStore.global(List.of(bigintSum()), StateBudget.unlimited());
    long[] values = {1, Long.MAX_VALUE, 5};
    Schema schema = Schema.of(new Field("x", BIGINT));
    ColumnBatch batch = new ColumnBatch(schema, new Column[] {new LongColumn(values, null)}, 3);
    int[] rows = {0, 1, 1};
    store.add(PaneRows.of(batch, rows, new long[3], new int[] {4, 7, 7}, 3));
    WindowState state = store.window(0, 1);
    assertThatThrownBy(() -> state.result(0))
        .isInstanceOfSatisfying(
            SashException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NUMERIC_OVERFLOW));
    assertThat(state.failedId()).isEqualTo(7);
  }

  private static AggregateInput bigintSum() {
    return new AggregateInput(
        AggregateFunctions.of("SUM", List.of(BIGINT), false, BIGINT), List.of(0), -1);
  }

  @Test
  void stateBeyondItsLimitIsRefusedBeforeItGrows() {
    StateBudget budget = new StateBudget(1_000_000);
    PaneStore store = new PaneStore(grid(1, 10), sums(), budget);
    assertThatThrownBy(
            () -> {
              for (int id = 0; id < 100_000; id++) {
                add(store, id % 10, id, 1);
              }
            })
        .isInstanceOfSatisfying(
            SashException.class,
            e -> {
              assertThat(e.code()).isEqualTo(ErrorCode.LIMIT_EXCEEDED);
              assertThat(e.hint()).contains("max_state_bytes");
            });
    assertThat(store.stateBytes()).isBetween(300_000L, 1_000_000L);
  }

  @Test
  void memoryStaysBoundedWhenKeysComeAndGoForEver() {
    StateBudget budget = new StateBudget(32_000_000);
    KeyIndex keys = new KeyIndex(List.of(BIGINT), 100_000, budget);
    PaneStore store = new PaneStore(grid(1, 8), sums(), budget);
    int batchRows = 4096;
    long[] key = new long[batchRows];
    double[] value = new double[batchRows];
    int[] rows = new int[batchRows];
    int[] ids = new int[batchRows];
    long[] panes = new long[batchRows];
    for (int i = 0; i < batchRows; i++) {
      rows[i] = i;
      value[i] = 1;
    }
    Column[] columns = {new LongColumn(key, null), new DoubleColumn(value, null)};
    ColumnBatch batch = new ColumnBatch(SCHEMA, columns, batchRows);
    long counted = 0;
    long next = 0;
    for (long pane = 0; pane < 2442; pane++) {
      for (int i = 0; i < batchRows; i++) {
        key[i] = next++ * 1_000_003;
        panes[i] = pane;
      }
      keys.resolve(new Column[] {columns[0]}, rows, batchRows, ids);
      store.add(PaneRows.of(batch, rows, panes, ids, batchRows));
      if (pane % 16 == 0) {
        counted += store.window(pane - 7, 8).count();
      }
      store.expireBefore(pane - 6);
      store.reclaim(keys, new BitSet());
      assertThat(keys.size()).isLessThanOrEqualTo(70_000);
    }
    assertThat(next).isGreaterThan(10_000_000);
    assertThat(counted).isEqualTo(4096L * (1 + 8 * 152));
    assertThat(store.stateBytes()).isLessThan(16_000_000);
  }

  private static List<AggregateInput> sums() {
    return List.of(
        new AggregateInput(AggregateFunctions.of("COUNT", List.of(), false, BIGINT), List.of(), -1),
        new AggregateInput(
            AggregateFunctions.of("SUM", List.of(DOUBLE), false, DOUBLE), List.of(1), -1));
  }

  private static void add(PaneStore store, long pane, int id, double value) {
    Column[] columns = {
      new LongColumn(new long[] {id}, null), new DoubleColumn(new double[] {value}, null)
    };
    ColumnBatch batch = new ColumnBatch(SCHEMA, columns, 1);
    store.add(PaneRows.of(batch, new int[] {0}, new long[] {pane}, new int[] {id}, 1));
  }
}
