package dev.sash.pane;

import static org.assertj.core.api.Assertions.assertThat;

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
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Two stores take the same rows; one combines in chunks, the other directly. */
class ChunkCombinerTest {
  private static final DataType BIGINT = DataType.of(Kind.BIGINT);
  private static final DataType DOUBLE = DataType.of(Kind.DOUBLE).nullable(false);
  private static final Schema SCHEMA = Schema.of(new Field("x", DOUBLE));
  private static final List<AggregateInput> AGGREGATES =
      List.of(
          new AggregateInput(
              AggregateFunctions.of("COUNT", List.of(), false, BIGINT), List.of(), -1),
          over("SUM"),
          over("AVG"),
          over("MIN"),
          over("MAX"));

  private SplittableRandom random = new SplittableRandom();
  private String where = "";
  private PaneStore chunked = PaneStore.global(AGGREGATES, StateBudget.unlimited());
  private PaneStore direct = PaneStore.global(AGGREGATES, StateBudget.unlimited());
  private StateBudget budget = StateBudget.unlimited();
  private KeyIndex keys = new KeyIndex(List.of(BIGINT), 10_000, budget);
  private int keyCount;
  private int rowsMax;

  /** Whether there are values that sums of 128 bits do not take. */
  private boolean uncommon;

  private long expired;

  private static AggregateInput over(String function) {
    return new AggregateInput(
        AggregateFunctions.of(function, List.of(DOUBLE), false, DOUBLE), List.of(0), -1);
  }

  static LongStream seeds() {
    return LongStream.range(0, 400);
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void windowsAreThoseOfTheDirectCombinerToTheBit(long seed) {
    random = new SplittableRandom(seed);
    where = "seed " + seed;
    boolean isLarge = seed % 40 == 0;
    keyCount = isLarge ? 2500 : 1 + random.nextInt(random.nextInt(4) == 0 ? 400 : 8);
    rowsMax = isLarge ? 5000 : 12;
    long windowPanes = random.nextInt(4, random.nextBoolean() ? 10 : 90);
    long slidePanes = random.nextInt(3) == 0 ? 1 + random.nextInt((int) windowPanes / 3) : 1;
    uncommon = random.nextInt(3) == 0;
    budget = StateBudget.unlimited();
    keys = new KeyIndex(List.of(BIGINT), 10_000, StateBudget.unlimited());
    chunked = new PaneStore(AGGREGATES, windowPanes, budget);
    direct = new PaneStore(AGGREGATES, 0, StateBudget.unlimited());
    long now = random.nextInt(-500, 500);
    expired = now - windowPanes;
    long first = expired;
    boolean expires = random.nextInt(5) > 0;
    for (int step = 0; step < (isLarge ? 50 : 150); step++) {
      addRows(now, windowPanes);
      if (random.nextInt(3) == 0) {
        compareSome(now + random.nextInt(4) - windowPanes, windowPanes);
      }
      now += random.nextInt(30) == 0 ? random.nextInt(3 * (int) windowPanes) : random.nextInt(2);
      long next = first;
      for (; first + windowPanes <= now; first = next) {
        compare(first, windowPanes);
        // Now and then windows are skipped, and may be skipped into a chunk that is not complete.
        next += slidePanes * (random.nextInt(20) == 0 ? random.nextInt(1, (int) windowPanes) : 1);
        if (expires) {
          expired = Math.min(next, now);
          chunked.expireBefore(expired);
          direct.expireBefore(expired);
        }
        if (random.nextInt(20) == 0 && keys.size() > 0) {
          int[] mapping = keys.reorder();
          chunked.renumber(mapping);
          direct.renumber(mapping);
        }
        if (random.nextInt(40) == 0) {
          compareSome(first + random.nextInt((int) windowPanes), windowPanes);
          compare(first, windowPanes);
        }
      }
    }
    chunked.expireBefore(Long.MAX_VALUE);
    assertThat(chunked.recordsInUse()).as(where).isZero();
    assertThat(chunked.partialsInUse()).as("records of chunks left, %s", where).isZero();
  }

  /** Mostly rows of now, and late ones by any amount up to a window. */
  private void addRows(long now, long windowPanes) {
    int count = random.nextInt(rowsMax);
    long[] panes = new long[count];
    double[] values = new double[count];
    int[] ids = new int[count];
    int[] rows = new int[count];
    long[] names = new long[count];
    for (int i = 0; i < count; i++) {
      long late = random.nextInt(4) > 0 ? random.nextInt(2) : random.nextLong(windowPanes);
      panes[i] = Math.max(expired, now - late);
      values[i] = value();
      names[i] = random.nextInt(keyCount) * 7919L % 3001;
      rows[i] = i;
    }
    keys.resolve(new Column[] {new LongColumn(names, null)}, rows, count, ids);
    ColumnBatch batch =
        new ColumnBatch(SCHEMA, new Column[] {new DoubleColumn(values, null)}, count);
    chunked.add(PaneRows.of(batch, rows, panes, ids, count));
    direct.add(PaneRows.of(batch, rows, panes, ids, count));
  }

  private double value() {
    return switch (random.nextInt(40)) {
      case 0 -> uncommon ? 1e16 : Double.NaN;
      case 1 -> uncommon ? -1e300 : Double.POSITIVE_INFINITY;
      case 2 -> Double.NaN;
      case 3 -> uncommon ? 1e-200 : 0.0;
      default -> random.nextDouble() - 0.5;
    };
  }

  private void compare(long first, long windowPanes) {
    WindowState expected = direct.window(first, windowPanes);
    WindowState state = chunked.window(first, windowPanes);
    compare(state, expected, "window from " + first + ", " + where);
  }

  private void compareSome(long first, long windowPanes) {
    int[] ids = new int[keys.size()];
    int count = 0;
    for (int id = 0; id < keys.size(); id++) {
      if (random.nextBoolean()) {
        ids[count++] = id;
      }
    }
    WindowState expected = direct.window(first, windowPanes, ids, count);
    WindowState state = chunked.window(first, windowPanes, ids, count);
    compare(state, expected, "some keys of the window from " + first + ", " + where);
  }

  private void compare(WindowState state, WindowState expected, String text) {
    state.sort(keys);
    expected.sort(keys);
    int[] ids = Arrays.copyOf(expected.ids(), expected.count());
    assertThat(Arrays.copyOf(state.ids(), state.count())).as(text).isEqualTo(ids);
    Column[] results = state.rows(keys, AGGREGATES.size());
    assertThat(names(results[0], ids.length))
        .as(text)
        .isEqualTo(names(keys.keyColumn(0, ids, ids.length), ids.length));
    for (int i = 0; i < AGGREGATES.size(); i++) {
      Column wanted = expected.result(i);
      for (int row = 0; row < ids.length; row++) {
        if (!wanted.value(row).equals(results[i + 1].value(row))) {
          assertThat(results[i + 1].value(row))
              .as("aggregate %d of key %d, %s", i, ids[row], text)
              .isEqualTo(wanted.value(row));
        }
      }
    }
  }

  private static List<Object> names(Column column, int count) {
    return IntStream.range(0, count).mapToObj(column::value).toList();
  }
}
