package dev.sash.bench.kernel;

import dev.sash.aggregate.StateBudget;
import dev.sash.data.Column;
import dev.sash.data.ColumnBatch;
import dev.sash.pane.KeyIndex;
import dev.sash.pane.PaneStore;
import dev.sash.pane.WindowContent;
import dev.sash.window.WindowSpec;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * Panes to the next window of HOP 1 s/1 min, as a closing does it: takes the new pane in, lets the
 * oldest go, and makes the results of all keys, those that have not changed again from the last
 * ones. A pane has all keys or few of them.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class CombineBenchmark {
  private static final int PANES = 60;

  /** Distinct keys. */
  @Param({"1000", "100000"})
  public int keys;

  /** A pane has a row of one of so many keys, others in each. */
  @Param({"1", "20"})
  public int each;

  private KeyIndex index = new KeyIndex(List.of(), 1, StateBudget.unlimited());
  private PaneStore store = PaneStore.global(List.of(), StateBudget.unlimited());
  private SampleRows rows = new SampleRows(1);
  private long first;

  /** Fills a window. */
  @Setup
  public void prepare() {
    rows = new SampleRows(keys);
    index = new KeyIndex(List.of(SampleRows.KEY), keys + 1, StateBudget.unlimited());
    store =
        new PaneStore(
            new WindowSpec.Hop(1_000, PANES * 1_000, 0).grid(),
            SampleRows.aggregates(),
            StateBudget.unlimited());
    for (int from = 0; from < keys; from += ColumnBatch.MAX_ROWS) {
      int[] some = keysFrom(from, 1);
      Column[] columns = {rows.batch(some).column(0)};
      index.resolve(columns, SampleRows.all(), some.length, new int[some.length]);
    }
    for (long pane = 0; pane < PANES; pane++) {
      fill(pane);
    }
    first = 0;
    nextWindow();
  }

  private int[] keysFrom(int from, int step) {
    int count = Math.min(ColumnBatch.MAX_ROWS, (keys - from + step - 1) / step);
    int[] some = new int[count];
    Arrays.setAll(some, i -> from + i * step);
    return some;
  }

  private void fill(long pane) {
    for (int from = (int) (pane % each); from < keys; from += ColumnBatch.MAX_ROWS * each) {
      store.add(rows.paneRows(pane, keysFrom(from, each)));
    }
  }

  /** One more pane, before the clock starts. */
  @Setup(Level.Invocation)
  public void slide() {
    first++;
    store.closeBefore(first);
    store.expireBefore(first);
    fill(first + PANES - 1);
  }

  /** The next window. */
  @Benchmark
  public Column[] nextWindow() {
    WindowContent window = store.window(first, PANES);
    window.sort(index);
    return window.rows(index, SampleRows.aggregates().size());
  }
}
