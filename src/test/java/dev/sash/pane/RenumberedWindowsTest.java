package dev.sash.pane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sash.aggregate.AggregateFunctions;
import dev.sash.aggregate.AggregateInput;
import dev.sash.aggregate.StateBudget;
import dev.sash.data.Column;
import dev.sash.data.ColumnBatch;
import dev.sash.data.DataType;
import dev.sash.data.DataType.Kind;
import dev.sash.data.Dictionary;
import dev.sash.data.Field;
import dev.sash.data.LongColumn;
import dev.sash.data.Schema;
import dev.sash.data.TextColumn;
import dev.sash.window.PaneGrid;
import dev.sash.window.WindowSpec;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Keys that are renumbered between windows whose rows are made from those of the window before. */
class RenumberedWindowsTest {
  private static final int KEYS = 4_000;
  private static final int PANES = 10;
  private static final DataType TEXT = DataType.of(Kind.VARCHAR);
  private static final DataType BIGINT = DataType.of(Kind.BIGINT);
  private static final Schema SCHEMA =
      Schema.of(new Field("k", TEXT.nullable(false)), new Field("v", BIGINT.nullable(false)));
  private static final String[] NAMES =
      IntStream.range(0, KEYS).mapToObj(key -> "key-" + key).toArray(String[]::new);

  private final KeyIndex keys = new KeyIndex(List.of(TEXT), KEYS * 2, StateBudget.unlimited());
  private final Dictionary dictionary = new Dictionary(NAMES, KEYS);
  private final SplittableRandom random = new SplittableRandom(7);
  private final long[][] sumByPane = new long[100][KEYS];
  private final boolean[][] isInPane = new boolean[100][KEYS];

  private PaneStore store() {
    DataType sum = BIGINT;
    AggregateInput input =
        new AggregateInput(
            AggregateFunctions.of("SUM", List.of(BIGINT), false, sum), List.of(1), -1);
    WindowSpec.Hop hop = new WindowSpec.Hop(1000, PANES * 1000L, 0);
    return new PaneStore(new PaneGrid(hop), List.of(input), StateBudget.unlimited());
  }

  @Test
  void windowsHaveTheSameRowsWhenKeysAreRenumberedBetweenThem() {
    PaneStore store = store();
    int renumbered = 0;
    for (int pane = 0; pane < 90; pane++) {
      int known = Math.min(KEYS, 1_500 + pane * 60);
      for (int batch = 0; batch < 3; batch++) {
        renumbered += store.makeRoom(keys, 0, BitSet::new) == null ? 0 : 1;
        // a few rows into each pane but the first ones, so that most keys stay as they are
        store.add(rows(pane, known, pane % PANES == 0 ? 2_000 : 60));
      }
      WindowState window = store.window(pane - PANES + 1L, PANES);
      window.sort(keys);
      assertThat(text(window.rows(keys, 1), window.count())).isEqualTo(expected(pane).toString());
      store.expireBefore(pane - PANES + 2L);
    }
    assertThat(renumbered).isPositive();
  }

  @Test
  void windowsHaveTheSameRowsWhenKeysGoAndOthersAreRenumbered() {
    PaneStore store = store();
    int renumbered = 0;
    int reclaimed = 0;
    for (int pane = 0; pane < 90; pane++) {
      for (int batch = 0; batch < 3; batch++) {
        renumbered += store.makeRoom(keys, 0, BitSet::new) == null ? 0 : 1;
        int first = pane * 25;
        store.add(rows(pane, first, first + 1_700, pane % PANES == 0 ? 3_000 : 60));
      }
      WindowState window = store.window(pane - PANES + 1L, PANES);
      window.sort(keys);
      assertThat(text(window.rows(keys, 1), window.count())).isEqualTo(expected(pane).toString());
      store.expireBefore(pane - PANES + 2L);
      if (pane % 7 == 6) {
        store.reclaimNow(keys, new BitSet());
        reclaimed++;
      }
    }
    assertThat(renumbered).isPositive();
    assertThat(reclaimed).isPositive();
  }

  private PaneRows rows(int pane, int known, int count) {
    return rows(pane, 0, known, count);
  }

  private PaneRows rows(int pane, int from, int to, int count) {
    int[] codes = random.ints(count, from, to).toArray();
    long[] values = random.longs(count, -1_000, 1_000).toArray();
    for (int i = 0; i < count; i++) {
      sumByPane[pane][codes[i]] += values[i];
      isInPane[pane][codes[i]] = true;
    }
    Column[] columns = {new TextColumn(codes, dictionary, false), new LongColumn(values, null)};
    int[] rows = IntStream.range(0, count).toArray();
    int[] ids = new int[count];
    keys.resolve(columns, rows, count, ids);
    long[] panes = new long[count];
    Arrays.fill(panes, pane);
    return PaneRows.of(new ColumnBatch(SCHEMA, columns, count), rows, panes, ids, count);
  }

  private TreeMap<String, Long> expected(int lastPane) {
    TreeMap<String, Long> sums = new TreeMap<>();
    for (int pane = Math.max(0, lastPane - PANES + 1); pane <= lastPane; pane++) {
      for (int key = 0; key < KEYS; key++) {
        if (isInPane[pane][key]) {
          sums.merge(NAMES[key], sumByPane[pane][key], Long::sum);
        }
      }
    }
    return sums;
  }

  private static String text(Column[] columns, int count) {
    TreeMap<String, Object> rows = new TreeMap<>();
    String before = "";
    for (int row = 0; row < count; row++) {
      String key = String.valueOf(columns[0].value(row));
      assertThat(key).isGreaterThan(before);
      before = key;
      rows.put(key, columns[1].value(row));
    }
    return rows.toString();
  }
}
