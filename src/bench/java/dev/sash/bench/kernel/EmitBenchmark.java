package dev.sash.bench.kernel;

import dev.sash.aggregate.AggregateInput;
import dev.sash.aggregate.StateBudget;
import dev.sash.data.Column;
import dev.sash.data.ColumnBatch;
import dev.sash.data.DataType;
import dev.sash.data.DataType.Kind;
import dev.sash.data.Field;
import dev.sash.data.RowKind;
import dev.sash.data.Schema;
import dev.sash.pane.KeyIndex;
import dev.sash.pane.PaneStore;
import dev.sash.pane.WindowContent;
import dev.sash.runtime.Emission;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * The results of a window with a single pane, so that nothing has to be combined: keys in their
 * order, records to columns, columns to a batch that a sink is given.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class EmitBenchmark {
  private static final Schema RESULT =
      Schema.of(
          new Field("k", SampleRows.KEY),
          new Field("n", SampleRows.NUMBER),
          new Field("total", DataType.of(Kind.DOUBLE)),
          new Field("mean", DataType.of(Kind.DOUBLE)),
          new Field("least", DataType.of(Kind.DOUBLE)),
          new Field("most", DataType.of(Kind.DOUBLE)));

  private static final int BATCHES = 4;

  /** Keys of the window. */
  @Param({"100", "100000"})
  public int keys;

  private final List<AggregateInput> aggregates = SampleRows.aggregates();
  private KeyIndex index = new KeyIndex(List.of(), 1, StateBudget.unlimited());
  private PaneStore store = PaneStore.global(List.of(), StateBudget.unlimited());

  /** Fills the pane: each key has four rows. */
  @Setup
  public void prepare() {
    SampleRows rows = new SampleRows(keys);
    index = new KeyIndex(List.of(SampleRows.KEY), keys + 1, StateBudget.unlimited());
    store = PaneStore.global(aggregates, StateBudget.unlimited());
    for (int from = 0; from < keys; from += ColumnBatch.MAX_ROWS) {
      int start = from;
      int[] some = new int[Math.min(ColumnBatch.MAX_ROWS, keys - from)];
      Arrays.setAll(some, i -> start + i);
      Column[] columns = {rows.batch(some).column(0)};
      index.resolve(columns, SampleRows.all(), some.length, new int[some.length]);
      for (int i = 0; i < BATCHES; i++) {
        store.add(rows.paneRows(0, some));
      }
    }
  }

  /** All rows of the window. */
  @Benchmark
  public Emission window() {
    WindowContent window = store.window(0, 1);
    window.sort(index);
    Column[] columns = window.rows(index, aggregates.size());
    return new Emission(
        new ColumnBatch(RESULT, columns, window.count()), RowKind.FINAL, false, 0, 0);
  }
}
