package dev.sash.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sash.data.BatchBuilder;
import dev.sash.data.ColumnBatch;
import dev.sash.data.Schema;
import dev.sash.error.SashException;
import dev.sash.runtime.ExpressionCompiler;
import dev.sash.runtime.RowKernel;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The code of {@link ExpressionWriter} against that of {@link CalciteKernel}, on random queries
 * over random rows: the same values, and failures in the same rows. But Calcite's code may evaluate
 * an operand that decides nothing, so that where it fails own code need not, or for another reason.
 */
class OwnCodeEqualsCalciteTest {
  private static final int[] SIZES = {1, 2, 63, 64, 65, 300, 1000, 4096};
  private static final int QUERIES_PER_SEED = 25;

  static LongStream seeds() {
    long from = Long.getLong("sash.seed", 1);
    return LongStream.range(from, from + Integer.getInteger("sash.seeds", 10));
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void ownCodeHasTheValuesOfCalcites(long seed) {
    Random random = new Random(seed);
    RandomExpressions expressions = new RandomExpressions(random);
    int compared = 0;
    while (compared < QUERIES_PER_SEED) {
      boolean simple = compared % 2 == 0;
      String query = simple ? expressions.simpleQuery() : expressions.query();
      try {
        compared += compare(query, simple, random) ? 1 : 0;
      } catch (RuntimeException | AssertionError e) {
        throw new AssertionError("seed " + seed + ": " + query + "\n" + e, e);
      }
    }
  }

  private static boolean compare(String query, boolean simple, Random random) {
    RowKernel calcite;
    RowKernel own;
    Schema computed;
    try {
      BothKernels both = BothKernels.of(query, "numbers", RandomExpressions.SCHEMA);
      computed = both.computed();
      calcite = ExpressionCompiler.compile(both.calcite());
      own = ExpressionCompiler.compile(both.own());
    } catch (SashException e) {
      if (e.code() == dev.sash.error.ErrorCode.INTERNAL) {
        throw e;
      }
      return false;
    }
    RandomRows rows =
        new RandomRows(
            random, new int[] {0, 10, 10, 90}[random.nextInt(4)], random.nextInt(3) == 0);
    for (int batches = 0; batches < 3; batches++) {
      ColumnBatch batch = rows.batch(SIZES[random.nextInt(SIZES.length)]);
      int from = random.nextInt(3) == 0 ? random.nextInt(batch.rowCount()) : 0;
      Map<Integer, Object> expected = run(calcite, computed, batch, from);
      Map<Integer, Object> actual = run(own, computed, batch, from);
      for (int row = from; row < batch.rowCount(); row++) {
        Object wanted = expected.get(row);
        Object found = actual.get(row);
        if (simple || !(wanted instanceof Failure)) {
          assertThat(found).as("row %d: %s", row, text(batch, row)).isEqualTo(wanted);
        }
      }
    }
    return true;
  }

  /** By row that passes: its values; by row that fails: how. */
  private static Map<Integer, Object> run(
      RowKernel kernel, Schema computed, ColumnBatch batch, int start) {
    Map<Integer, Object> results = new HashMap<>();
    BatchBuilder output = new BatchBuilder(computed);
    int[] selected = new int[batch.rowCount() - start];
    kernel.count = 0;
    int from = start;
    while (from < batch.rowCount()) {
      try {
        kernel.run(batch, from, batch.rowCount(), output, selected);
        break;
      } catch (RuntimeException e) {
        output.truncate(kernel.count);
        assertThat(results.put(kernel.row, Failure.of(e))).isNull();
        assertThat(kernel.row).isGreaterThanOrEqualTo(from);
        from = kernel.row + 1;
      }
    }
    ColumnBatch values = output.build();
    assertThat(values.rowCount()).isEqualTo(kernel.count);
    for (int i = 0; i < kernel.count; i++) {
      assertThat(results.put(selected[i], values(values, i))).isNull();
    }
    return results;
  }

  private static List<@Nullable Object> values(ColumnBatch batch, int row) {
    List<@Nullable Object> values = new ArrayList<>();
    for (int i = 0; i < batch.schema().size(); i++) {
      Object value = batch.value(row, i);
      values.add(value instanceof BigDecimal number ? number.stripTrailingZeros() : value);
    }
    return values;
  }

  private static String text(ColumnBatch batch, int row) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < batch.schema().size(); i++) {
      text.append(batch.schema().field(i).name()).append('=').append(batch.value(row, i));
      text.append(' ');
    }
    return text.toString();
  }

  /** What a failure tells the user. */
  private record Failure(Class<?> type, boolean zero) {
    static Failure of(RuntimeException e) {
      return new Failure(
          e.getClass(),
          e.getMessage() == null || e.getMessage().matches("(?i).*(zero|undefined).*"));
    }
  }
}
