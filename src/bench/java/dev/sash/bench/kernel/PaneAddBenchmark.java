package dev.sash.bench.kernel;

import dev.sash.aggregate.StateBudget;
import dev.sash.data.ColumnBatch;
import dev.sash.pane.PaneRows;
import dev.sash.pane.PaneStore;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Rows with ids of keys into one pane or into four in turn: COUNT, SUM, AVG, MIN, MAX. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(ColumnBatch.MAX_ROWS)
public class PaneAddBenchmark {
  private static final int ROWS = ColumnBatch.MAX_ROWS;
  private static final int BATCHES = 64;

  /** Distinct keys. */
  @Param({"100", "100000"})
  public int keys;

  private final PaneRows[] onePane = new PaneRows[BATCHES];
  private final PaneRows[] fourPanes = new PaneRows[BATCHES];
  private PaneStore store = PaneStore.global(List.of(), StateBudget.unlimited());
  private int next;

  /** Makes rows and an empty store. */
  @Setup
  public void prepare() {
    SplittableRandom random = new SplittableRandom(1);
    SampleRows sample = new SampleRows(keys);
    for (int i = 0; i < BATCHES; i++) {
      int[] ids = sample.keys(ROWS);
      onePane[i] = sample.paneRows(0, ids);
      long[] panes = random.longs(ROWS, 0, 4).toArray();
      fourPanes[i] = PaneRows.of(onePane[i].batch(), SampleRows.all(), panes, ids, ROWS);
    }
    store = PaneStore.global(SampleRows.aggregates(), StateBudget.unlimited());
  }

  /** All rows go to one pane. */
  @Benchmark
  public void addToOnePane() {
    store.add(onePane[next++ % BATCHES]);
  }

  /** Neighbouring rows go to different panes. */
  @Benchmark
  public void addToFourPanes() {
    store.add(fourPanes[next++ % BATCHES]);
  }
}
