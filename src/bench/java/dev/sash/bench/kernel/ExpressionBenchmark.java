package dev.sash.bench.kernel;

import dev.sash.data.BatchBuilder;
import dev.sash.data.ColumnBatch;
import dev.sash.data.DataType;
import dev.sash.data.DataType.Kind;
import dev.sash.data.Field;
import dev.sash.data.Schema;
import dev.sash.plan.BothKernels;
import dev.sash.runtime.ExpressionCompiler;
import dev.sash.runtime.RowKernel;
import java.math.BigDecimal;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * {@code price * 0.908 > 100 AND k = 'a'} and {@code price * 0.908}: half of the rows have the
 * price, half of them the key. Own generated code against Calcite's.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(ColumnBatch.MAX_ROWS)
public class ExpressionBenchmark {
  private static final int BATCHES = 64;
  private static final String QUERY =
      "SELECT price * 0.908, qty FROM trades WHERE price * 0.908 > 100 AND k = 'a'";

  /** The type of the price; every tenth of a nullable one is NULL. */
  public enum Price {
    /** DOUBLE NOT NULL. */
    DOUBLE(DataType.of(Kind.DOUBLE).nullable(false)),
    /** DOUBLE, without any NULL. */
    NULLABLE_DOUBLE(DataType.of(Kind.DOUBLE)),
    /** DOUBLE. */
    SPARSE_DOUBLE(DataType.of(Kind.DOUBLE)),
    /** DECIMAL(10, 2). */
    DECIMAL(DataType.decimal(10, 2));

    private final DataType type;

    Price(DataType type) {
      this.type = type;
    }
  }

  /** The type of the price. */
  @Param public Price price = Price.DOUBLE;

  /** Whose code. */
  @Param({"own", "calcite"})
  public String code = "own";

  private final ColumnBatch[] batches = new ColumnBatch[BATCHES];
  private final int[] selected = new int[ColumnBatch.MAX_ROWS];
  private @Nullable RowKernel kernel;
  private @Nullable BatchBuilder output;
  private int next;

  /** Makes rows and compiles the code. */
  @Setup
  public void prepare() {
    Schema schema =
        Schema.of(
            new Field("k", DataType.of(Kind.VARCHAR)),
            new Field("price", price.type),
            new Field("qty", DataType.of(Kind.BIGINT).nullable(false)));
    SplittableRandom random = new SplittableRandom(1);
    BatchBuilder builder = new BatchBuilder(schema);
    for (int i = 0; i < BATCHES; i++) {
      for (int row = 0; row < ColumnBatch.MAX_ROWS; row++) {
        builder.appendRow(
            random.nextBoolean() ? "a" : "key-" + random.nextInt(50),
            value(random),
            random.nextLong(1000));
      }
      batches[i] = builder.build();
    }
    BothKernels both = BothKernels.of(QUERY, "trades", schema);
    kernel = ExpressionCompiler.compile(code.equals("own") ? both.own() : both.calcite());
    output = new BatchBuilder(both.computed());
  }

  private @Nullable Object value(SplittableRandom random) {
    double value = random.nextInt(22_000) / 100d;
    return switch (price) {
      case DOUBLE, NULLABLE_DOUBLE -> value;
      case SPARSE_DOUBLE -> random.nextInt(10) == 0 ? null : (Object) value;
      case DECIMAL -> BigDecimal.valueOf(Math.round(value * 100), 2);
    };
  }

  /** One batch. */
  @Benchmark
  public int filterAndProject() {
    RowKernel compiled = kernel;
    compiled.count = 0;
    compiled.run(batches[next++ % BATCHES], 0, ColumnBatch.MAX_ROWS, output, selected);
    output.truncate(0);
    return compiled.count;
  }
}
