package dev.sash.bench.kernel;

import dev.sash.aggregate.StateBudget;
import dev.sash.data.Column;
import dev.sash.data.ColumnBatch;
import dev.sash.data.DataType;
import dev.sash.pane.KeyIndex;
import java.util.Arrays;
import java.util.List;
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

/** Keys to ids: a text, a number, both, and texts of a dictionary that is new with each batch. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(ColumnBatch.MAX_ROWS)
public class KeyIndexBenchmark {
  private static final int BATCHES = 64;
  private static final int KEYS_MAX = 1_000_000;

  /** Distinct keys. */
  @Param({"100", "100000"})
  public int keys;

  private final ColumnBatch[] batches = new ColumnBatch[BATCHES];
  private final ColumnBatch[] ownTexts = new ColumnBatch[BATCHES];
  private final int[] ids = new int[ColumnBatch.MAX_ROWS];
  private KeyIndex texts = index();
  private KeyIndex textsOfMany = index();
  private KeyIndex numbers = index();
  private KeyIndex composite = index();
  private int next;

  private static KeyIndex index(DataType... types) {
    return new KeyIndex(List.of(types), KEYS_MAX, StateBudget.unlimited());
  }

  /** Makes rows and empty indexes. */
  @Setup
  public void prepare() {
    SampleRows rows = new SampleRows(keys);
    Arrays.setAll(batches, i -> rows.batch(rows.keys(ColumnBatch.MAX_ROWS)));
    // as a file has them: a batch has the texts of its rows and no others
    SampleRows few = new SampleRows(Math.min(keys, ColumnBatch.MAX_ROWS));
    Arrays.setAll(ownTexts, i -> few.withOwnTexts(few.keys(ColumnBatch.MAX_ROWS)));
    texts = index(SampleRows.KEY);
    textsOfMany = index(SampleRows.KEY);
    numbers = index(SampleRows.NUMBER);
    composite = index(SampleRows.KEY, SampleRows.NUMBER);
  }

  private int[] resolve(KeyIndex index, Column... columns) {
    index.resolve(columns, SampleRows.all(), ColumnBatch.MAX_ROWS, ids);
    return ids;
  }

  /** Texts of one dictionary. */
  @Benchmark
  public int[] text() {
    return resolve(texts, batches[next++ % BATCHES].column(0));
  }

  /** Texts of 64 dictionaries in turn. */
  @Benchmark
  public int[] textOfOtherDictionary() {
    return resolve(textsOfMany, ownTexts[next++ % BATCHES].column(0));
  }

  /** Numbers. */
  @Benchmark
  public int[] number() {
    return resolve(numbers, batches[next++ % BATCHES].column(2));
  }

  /** A text and a number. */
  @Benchmark
  public int[] textAndNumber() {
    ColumnBatch batch = batches[next++ % BATCHES];
    return resolve(composite, batch.column(0), batch.column(2));
  }
}
