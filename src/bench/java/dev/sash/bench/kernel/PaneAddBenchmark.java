package dev.sash.bench.kernel;

import dev.sash.aggregate.AggregateFunctions;
import dev.sash.aggregate.AggregateInput;
import dev.sash.aggregate.StateBudget;
import dev.sash.data.Column;
import dev.sash.data.ColumnBatch;
import dev.sash.data.DataType;
import dev.sash.data.DataType.Kind;
import dev.sash.data.Dictionary;
import dev.sash.data.DoubleColumn;
import dev.sash.data.Field;
import dev.sash.data.LongColumn;
import dev.sash.data.Schema;
import dev.sash.data.TextColumn;
import dev.sash.pane.KeyIndex;
import dev.sash.pane.PaneRows;
import dev.sash.pane.PaneStore;
import java.util.Arrays;
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

/** Keys to ids, and rows with ids into one pane or into four in turn: COUNT, SUM, AVG, MIN, MAX. */
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

  private final ColumnBatch[] batches = new ColumnBatch[BATCHES];
  private final PaneRows[] onePane = new PaneRows[BATCHES];
  private final PaneRows[] fourPanes = new PaneRows[BATCHES];
  private final int[] rows = new int[ROWS];
  private final int[] ids = new int[ROWS];
  private KeyIndex index = new KeyIndex(List.of(), 1, StateBudget.unlimited());
  private PaneStore store = PaneStore.global(List.of(), StateBudget.unlimited());
  private int next;

  /** Makes rows and an empty store. */
  @Setup
  public void prepare() {
    SplittableRandom random = new SplittableRandom(1);
    Schema schema =
        Schema.of(
            new Field("ts", DataType.of(Kind.TIMESTAMP)),
            new Field("k", DataType.of(Kind.VARCHAR)),
            new Field("v", DataType.of(Kind.DOUBLE)));
    String[] texts = new String[keys];
    Arrays.setAll(texts, key -> "key-" + key);
    Dictionary dictionary = new Dictionary(texts, keys);
    Arrays.setAll(rows, row -> row);
    index = new KeyIndex(List.of(DataType.of(Kind.VARCHAR)), 1_000_000, StateBudget.unlimited());
    for (int i = 0; i < BATCHES; i++) {
      int[] codes = random.ints(ROWS, 0, keys).toArray();
      double[] values = random.doubles(ROWS, 0, 1e4).toArray();
      Column[] columns = {
        new LongColumn(new long[ROWS], null),
        new TextColumn(codes, dictionary, false),
        new DoubleColumn(values, null)
      };
      batches[i] = new ColumnBatch(schema, columns, ROWS);
      onePane[i] = new PaneRows(batches[i], rows, new long[ROWS], codes, ROWS);
      long[] panes = random.longs(ROWS, 0, 4).toArray();
      fourPanes[i] = new PaneRows(batches[i], rows, panes, codes, ROWS);
    }
    store = PaneStore.global(aggregates(), StateBudget.unlimited());
  }

  private static List<AggregateInput> aggregates() {
    DataType number = DataType.of(Kind.DOUBLE);
    return List.of(
        new AggregateInput(
            AggregateFunctions.of("COUNT", List.of(), false, DataType.of(Kind.BIGINT)),
            List.of(),
            -1),
        of("SUM", number),
        of("AVG", number),
        of("MIN", number),
        of("MAX", number));
  }

  private static AggregateInput of(String name, DataType type) {
    return new AggregateInput(
        AggregateFunctions.of(name, List.of(type), false, type), List.of(2), -1);
  }

  /** Texts to ids. */
  @Benchmark
  public int[] resolveKeys() {
    ColumnBatch batch = batches[next++ % BATCHES];
    index.resolve(new Column[] {batch.column(1)}, rows, ROWS, ids);
    return ids;
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
