package dev.sash.pane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sash.aggregate.AggregateFunctions;
import dev.sash.aggregate.AggregateInput;
import dev.sash.aggregate.RecordLayout;
import dev.sash.aggregate.StateBudget;
import dev.sash.data.Column;
import dev.sash.data.ColumnBatch;
import dev.sash.data.DataType;
import dev.sash.data.DataType.Kind;
import dev.sash.data.Dictionary;
import dev.sash.data.DoubleColumn;
import dev.sash.data.Field;
import dev.sash.data.Schema;
import dev.sash.data.TextColumn;
import dev.sash.window.PaneGrid;
import dev.sash.window.WindowSpec;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What the state of many keys takes beside the keys and the sums themselves. */
class StateBytesTest {
  private static final int KEYS = 100_000;
  private static final int ROWS_PER_PANE = 10_000;
  private static final int PANES = 120;

  private static final DataType TEXT = DataType.of(Kind.VARCHAR);
  private static final DataType DOUBLE = DataType.of(Kind.DOUBLE);
  private static final Schema SCHEMA =
      Schema.of(new Field("k", TEXT.nullable(false)), new Field("v", DOUBLE.nullable(false)));

  private static final PaneGrid GRID = new PaneGrid(new WindowSpec.Hop(1000, PANES * 1000L, 0));

  private static final String[] NAMES =
      IntStream.range(0, KEYS).mapToObj(key -> "key-" + key).toArray(String[]::new);

  private final StateBudget budget = StateBudget.unlimited();
  private final KeyIndex keys = new KeyIndex(List.of(TEXT), KEYS, budget);
  private final Dictionary dictionary = new Dictionary(NAMES, KEYS);

  private void resolveAll() {
    int[] rows = IntStream.range(0, 4096).toArray();
    int[] ids = new int[rows.length];
    for (int from = 0; from < KEYS; from += rows.length) {
      int start = from;
      int count = Math.min(rows.length, KEYS - from);
      int[] codes = IntStream.range(0, count).map(row -> start + row).toArray();
      keys.resolve(new Column[] {new TextColumn(codes, dictionary, false)}, rows, count, ids);
    }
    int[] all = IntStream.range(0, KEYS).toArray();
    keys.sort(all, KEYS);
  }

  @Test
  void anIndexTakesAtMost64BytesForAKeyBesideItsText() {
    resolveAll();
    long texts = Arrays.stream(NAMES).mapToLong(name -> 64 + name.length()).sum();
    assertThat((keys.stateBytes() - texts) / (double) KEYS).isLessThanOrEqualTo(64);
  }

  @Test
  void anEntryOfAPaneTakesAtMost16BytesForEachAggregateBesideTheValues() {
    resolveAll();
    long indexBytes = keys.stateBytes();
    List<AggregateInput> aggregates =
        List.of(
            input("COUNT", DataType.of(Kind.BIGINT)),
            input("SUM", DOUBLE),
            input("AVG", DOUBLE),
            input("MIN", DOUBLE),
            input("MAX", DOUBLE));
    PaneStore store = new PaneStore(GRID, aggregates, budget);
    SplittableRandom random = new SplittableRandom(1);
    for (long pane = 0; pane < 2 * PANES; pane++) {
      store.add(rows(random, pane));
      store.window(pane - PANES + 1, PANES).sort(keys);
      store.expireBefore(pane - PANES + 2);
    }
    int entries = store.recordsInUse();
    long values = (long) entries * new RecordLayout(aggregates).recordBytes();
    long beside = store.stateBytes() - indexBytes - values;
    assertThat(beside / (double) entries / aggregates.size()).isLessThanOrEqualTo(16);
  }

  private static AggregateInput input(String function, DataType type) {
    List<DataType> arguments = function.equals("COUNT") ? List.of() : List.of(DOUBLE);
    List<Integer> columns = function.equals("COUNT") ? List.of() : List.of(1);
    return new AggregateInput(AggregateFunctions.of(function, arguments, false, type), columns, -1);
  }

  private PaneRows rows(SplittableRandom random, long pane) {
    int[] codes = random.ints(ROWS_PER_PANE, 0, KEYS).toArray();
    double[] values = random.doubles(ROWS_PER_PANE).toArray();
    long[] panes = new long[ROWS_PER_PANE];
    Arrays.fill(panes, pane);
    int[] rows = IntStream.range(0, ROWS_PER_PANE).toArray();
    int[] ids = new int[ROWS_PER_PANE];
    Column[] columns = {new TextColumn(codes, dictionary, false), new DoubleColumn(values, null)};
    keys.resolve(columns, rows, ROWS_PER_PANE, ids);
    ColumnBatch batch = new ColumnBatch(SCHEMA, columns, ROWS_PER_PANE);
    return PaneRows.of(batch, rows, panes, ids, ROWS_PER_PANE);
  }
}
